"""Where sentences end, in both languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.lifestyle.rules.sentences import sentences, width


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Rinse it. Dry it! Why? Because.", ["Rinse it.", "Dry it!", "Why?", "Because."]),
        ("Use 1.5 V cells, e.g. two. See Fig. 3.", ["Use 1.5 V cells, e.g. two.", "See Fig. 3."]),
        ("Ask Mr. Sato of No. 12. He knows.", ["Ask Mr. Sato of No. 12.", "He knows."]),
        ("洗います。乾かします！なぜ？理由です", ["洗います。", "乾かします！", "なぜ？", "理由です"]),
        ("「止めてください。」と表示されます。次へ", ["「止めてください。」と表示されます。", "次へ"]),
        ("Press OK.ボタンを押します。 Then wait.", ["Press OK.ボタンを押します。", "Then wait."]),
        ("- one\n- two\n\n", ["- one", "- two"]),
        ("", []),
        (" \n ", []),
    ],
)
def test_sentences_end_where_a_reader_says_so(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@given(st.text())
def test_sentences_joined_give_the_text(text: str) -> None:
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())


@given(st.text())
def test_no_sentence_is_empty(text: str) -> None:
    assert all(s and s == s.strip() for s in sentences(text))


def test_wide_characters_take_two_columns() -> None:
    assert (width("abc"), width("洗濯"), width("ｱ"), width("")) == (3, 4, 1, 0)
