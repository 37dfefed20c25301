"""Words of another kind than what is asked are no answer."""

import pytest

from yamori.agents.lifestyle.rules.fitting import can_answer


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How much does a new belt cost?", "1,200 yen"),
        ("替えのベルトはいくらですか", "1,200円"),
        ("替えのベルトはいくらですか", "12ドル"),
        ("What is the phone number of the harbour office?", "0120-000-111"),
        ("How often is the belt oiled?", "every winter"),
        ("How long does it soak?", "overnight"),
        ("何時間浸しますか", "8時間"),
        ("Who oils the belt?", "the caretaker"),
    ],
)
def test_words_of_the_kind_that_is_asked_can_answer(question: str, words: str) -> None:
    assert can_answer(question, words)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How much does a new belt cost?", "BX-7741"),
        ("替えのベルトはいくらですか", "品番BX-7741"),
        ("What is the phone number of the harbour office?", "the harbour office"),
        ("How many litres does the tub hold?", "lukewarm water"),
        ("何リットル入りますか。何分かかりますか", "水道水"),
    ],
)
def test_words_of_another_kind_cannot(question: str, words: str) -> None:
    assert not can_answer(question, words)
