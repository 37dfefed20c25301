"""Ways of saying something, as lines of a word list."""

import re

import pytest

from yamori.understanding.phrasings import source_of

SORTS = {"who": ["we", "she"], "asked": ["what do {who} eat"]}


def finds(line: str, text: str) -> bool:
    return re.search(source_of([line], lambda sort: source_of(SORTS[sort], lambda other: source_of(SORTS[other], str))), text) is not None


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("where (is|was) it", "so where was it?"),
        ("where [on earth] is it", "where is it"),
        ("where [on earth] is it", "where on earth is it"),
        ("come in [now] [please]", "come in"),
        ("come in [now] [please]", "come in please"),
        ("come in [now] [please]", "come in now please"),
        ("come in [now] [please]$", "come in!"),
        ("did she [ever] [really] sing", "did she sing"),
        ("did she [ever] [really] sing", "did she ever really sing"),
        ("{asked} at noon", "what do we eat at noon"),
        ("paint~ the *", "painted the fence"),
        ("what … for dinner", "what is there for dinner"),
        ("what … for dinner", "what for dinner"),
        ("take # apples", "take 12 apples"),
        ("^(and|so) why$", "so why?"),
        ("(木|石)の[小さな]橋", "石の小さな橋"),
        ("何(本|枚)…4いる", "何枚くらいいるかな"),
    ],
)
def test_a_line_finds_what_it_stands_for(line: str, text: str) -> None:
    assert finds(line, text)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("where is it", "nowhere is it"),
        ("where is it", "where is italy"),
        ("what …5 for dinner", "what shall we have for dinner"),
        ("paint the *", "painted the fence"),
        ("bridge!( of| at)", "bridge of stone"),
        ("^(and|so) why$", "and so why not?"),
        ("何(本|枚)…4いる", "何枚か、まだいる"),
    ],
)
def test_a_line_finds_nothing_else(line: str, text: str) -> None:
    assert not finds(line, text)


@pytest.mark.parametrize("line", ["where (is it", "where is it]"])
def test_a_group_that_is_not_closed_or_opened_is_an_error(line: str) -> None:
    with pytest.raises(ValueError, match="phrasing"):
        source_of([line], str)
