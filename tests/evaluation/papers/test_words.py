"""When a text holds a word."""

import pytest

from yamori.evaluation.papers.words import holds, numbers, sentences


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Set it to 80°C.", "80 °C"),
        ("８０ ℃にする", "80 °C"),
        ("It takes 5kg", "5 kg"),
        ("Cut into SLICES", "slice"),
        ("一年に 120 万円", "120万円"),
        ("折り\n目を付ける", "折り目"),
        ("between 3 and 4", "3"),
        ("call 555-0168 now", "555-0168"),
    ],
)
def test_spacing_width_and_case_do_not_matter(text: str, word: str) -> None:
    assert holds(text, word)


@pytest.mark.parametrize(
    ("text", "word"),
    [("change it", "hang"), ("13", "3"), ("3.5 bar", "3"), ("1,300", "300"), ("1,300", "1"), ("0.3", "3"), ("16秒", "6秒"), ("", "x")],
)
def test_a_word_begins_where_it_begins_and_a_number_is_whole(text: str, word: str) -> None:
    assert not holds(text, word)


def test_a_number_before_a_full_stop_is_that_number() -> None:
    assert holds("It holds 5.", "5")
    assert numbers("1.2 million, then 80%.") == {"1.2", "80"}


def test_sentences_end_at_full_stops_and_lines_but_not_inside_numbers() -> None:
    assert sentences("Fill in 1.5 l. Wait。次に冷ます。\nDone") == ["Fill in 1.5 l.", "Wait。", "次に冷ます。", "Done"]
