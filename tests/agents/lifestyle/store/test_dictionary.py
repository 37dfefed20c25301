"""The words of a question in the household's other language, and in other words of its own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.lifestyle.rules.concepts import Concept
from yamori.agents.lifestyle.rules.words import terms
from yamori.agents.lifestyle.store.dictionary import concepts


def known(question: str) -> dict[tuple[str, ...], Concept]:
    return {concept.word: concept for concept in concepts(question)}


@pytest.mark.parametrize(
    ("question", "word", "counterpart"),
    [
        ("生け垣はどこまで刈る?", "生け垣", "hedges"),
        ("ﾎﾞｲﾗｰの点検は?", "ボイラー", "boiler"),
        ("どの保険に入っていますか", "保険", "insurance"),
        ("How high are our hedges?", "hedge", "垣根"),
        ("where is the washing machine", "washing machine", "洗濯機"),
        ("Is the key under the mat?", "key", "鍵"),
        ("May the dog sleep in the cabin?", "dog", "犬"),
    ],
)
def test_a_word_has_its_counterparts(question: str, word: str, counterpart: str) -> None:
    assert tuple(terms(counterpart)) in known(question)[tuple(terms(word))].counterparts


@pytest.mark.parametrize(
    ("question", "word", "synonym"),
    [
        ("Which lorry brings the logs?", "lorry", "truck"),
        ("Who mends the roof?", "mend", "repair"),
        ("灯りはいつ消す?", "灯り", "照明"),
        ("旅館の値段は?", "値段", "価格"),
    ],
)
def test_a_word_has_its_synonyms(question: str, word: str, synonym: str) -> None:
    assert tuple(terms(synonym)) in known(question)[tuple(terms(word))].synonyms


def test_the_longest_word_is_taken_and_grammar_is_none() -> None:
    assert list(known("洗濯機はどこに?")) == [("洗濯", "濯機")]
    assert list(known("Is it in the washing machine?")) == [("wash", "machin")]


def test_what_no_dictionary_knows_says_nothing_else() -> None:
    assert concepts("Zorblax?") == (Concept(("zorblax",)),)
    assert concepts("") == ()


@given(st.text(max_size=200))
def test_any_text_has_words_or_none(text: str) -> None:
    for concept in concepts(text):
        assert concept.word
        assert concept.word not in concept.synonyms
        assert all((*concept.synonyms, *concept.counterparts))
