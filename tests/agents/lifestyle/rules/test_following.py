"""A question that goes on from the one before."""

import pytest

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
