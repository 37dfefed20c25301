"""The words of a question in the household's other language."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.lifestyle.rules.across import Concept
from yamori.agents.lifestyle.store.dictionary import concepts


def known(question: str) -> dict[str, Concept]:
    return {concept.word: concept for concept in concepts(question)}


@pytest.mark.parametrize(
    ("question", "word", "counterpart"),
    [
        ("生け垣はどこまで刈る?", "生け垣", ("hedg",)),
        ("ﾎﾞｲﾗｰの点検は?", "ボイラー", ("boiler",)),
        ("どの保険に入っていますか", "保険", ("insur",)),
        ("How high are our hedges?", "hedg", ("垣根",)),
        ("where is the washing machine", "wash machin", ("洗濯", "濯機")),
        ("Is the key under the mat?", "key", ("鍵",)),
    ],
)
def test_a_word_has_its_counterparts(question: str, word: str, counterpart: tuple[str, ...]) -> None:
    assert counterpart in known(question)[word].counterparts


def test_the_longest_word_is_taken_and_grammar_is_none() -> None:
    assert list(known("洗濯機はどこに?")) == ["洗濯機"]
    assert list(known("Is it in the washing machine?")) == ["wash machin"]


def test_what_no_dictionary_knows_has_no_counterpart() -> None:
    assert concepts("Zorblax QX-900?") == ()
    assert concepts("") == ()


@given(st.text(max_size=200))
def test_any_text_has_words_with_counterparts_or_none(text: str) -> None:
    assert all(concept.word and concept.counterparts and all(concept.counterparts) for concept in concepts(text))
