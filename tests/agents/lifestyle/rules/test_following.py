"""A question that goes on from the one before."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.lifestyle.rules.following import complete

BEFORE = "How often is the kettle descaled?"


@pytest.mark.parametrize("question", ["And in winter?", "What about the lid?", "冬の場合は？", "じゃあ夏は？"])
def test_a_question_that_cannot_stand_alone_goes_on_from_the_one_before(question: str) -> None:
    assert complete(question, BEFORE) == f"{BEFORE} {question}"


@pytest.mark.parametrize(
    "question", ["How long does the guarantee of the washing machine last?", "洗濯機のフィルターの掃除方法を教えて", BEFORE]
)
def test_one_that_can_stays_as_it_is(question: str) -> None:
    assert complete(question, BEFORE) == question


def test_the_first_question_goes_on_from_nothing() -> None:
    assert complete("And in winter?", "") == "And in winter?"


@pytest.mark.parametrize("question", ["How often?", "Why?", "which one", "いつまで？", "どのくらい", "何回？", "なぜ"])
def test_a_mere_question_word_goes_on(question: str) -> None:
    assert complete(question, BEFORE) == f"{BEFORE} {question}"


@pytest.mark.parametrize(
    "question", ["Is that dangerous?", "Who sells them?", "それは危ないですか", "そこに水を入れますか", "その期限はいつですか"]
)
def test_a_short_question_that_points_at_something_goes_on(question: str) -> None:
    assert complete(question, BEFORE) == f"{BEFORE} {question}"


@pytest.mark.parametrize(
    "question",
    [
        "And what does the tenancy agreement of the garage say about subletting the back room to students?",
        "その他のごみはいつ出しますか",
        "それぞれの部屋の掃除当番は誰ですか",
        "雨であれば洗濯物はどこに干しますか",
        "Which guarantee covers those broken tiles in the upstairs bathroom after seven years of daily use?",
    ],
)
def test_a_long_one_stands_alone_though_it_points_or_begins_with_and(question: str) -> None:
    assert complete(question, BEFORE) == question


@given(question=st.text(max_size=80), before=st.text(max_size=80))
def test_a_question_is_never_lost_and_nothing_is_said_twice(question: str, before: str) -> None:
    said = complete(question, before)
    assert said in (question, f"{before.rstrip()} {question}")
    assert complete(said, said) == said
