"""What cannot be seen is not there."""

from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.lifestyle.reading.characters import joined, line, visible, without_radicals


def test_nothing_can_be_hidden_between_letters() -> None:
    assert visible("o\u200bp\u202een\u00ad \x00the\ufeff\U000e0041 door\u2069") == "open the door"


def test_composed_and_decomposed_letters_are_the_same() -> None:
    assert visible("か\u3099") == "が"


def test_radicals_that_a_font_shares_become_the_characters_that_were_intended() -> None:
    assert without_radicals("⼀⽇⻑⾷⻘⼾") == "一日長食青戸"


def test_words_cut_at_the_end_of_a_row_are_whole() -> None:
    assert joined("informa-", "tion") == "information"
    assert joined("555-", "0177") == "555-0177"
    assert joined("東京の", "水道") == "東京の水道"
    assert joined("the", "tap") == "the tap"
    assert joined("floor-", "heating", hyphenated=False) == "floor-heating"


@given(st.text())
def test_cleaning_is_done_once(text: str) -> None:
    assert line(line(text)) == line(text)
    assert visible(visible(text)) == visible(text)
