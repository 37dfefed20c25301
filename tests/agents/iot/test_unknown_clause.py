"""A clause that nothing in the home explains, behind a sentence that is read rightly: nothing more is changed, and it is never dropped
silently. Said to the agent through its loop, without a model that could answer."""

import asyncio
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agents.iot.house import house
from tests.lengths import examples

from yamori.agentkit.task import Outcome, OutcomeStatus
from yamori.domain.values import Value

ENGLISH: Mapping[str, Mapping[str, Value]] = {
    "Turn off the chandelier": {"p1.switch": "off"},
    "Dim the piano lamp to 30%": {"p2.switch": "on"},
    "Open the drapes": {"p6.position": 100},
}
JAPANESE: Mapping[str, Mapping[str, Value]] = {
    "シャンデリアを消して": {"p1.switch": "off"},
    "カーテンを開けて": {"p6.position": 100},
}
BEHIND = (
    " if the {thing} is asleep",
    " unless the {thing} thunders",
    " until the {thing} arrives",
    " every time the {thing} chimes",
    " but not the {thing}",
    " only for the {thing}",
    " instead of the {thing}",
    ", then again after the {thing}",
    " and polish the {thing}",
)
BEFORE = (
    "もし{thing}が寝ていたら",
    "{thing}が届くまで",
    "{thing}の日以外は",
    "{thing}の代わりに",
    "{thing}が鳴るたびに",
    "{thing}を磨いて、",
)
QUESTIONS = ("Is the chandelier on", "What is the humidity", "How warm is it")
JAPANESE_QUESTIONS = ("湿度は？", "シャンデリアはついてる？")
OF_WHAT = (" in the {thing}", " of my {thing}", " on the {thing}", " inside our {thing}")
ENGLISH_THINGS = ("samovar", "fiddler", "oboe", "gazebo", "mayor")
JAPANESE_THINGS = ("サモワール", "市長", "演奏会")


async def said(sentence: str) -> tuple[Outcome, Mapping[str, Value]]:
    async with house() as manor:
        outcome = await manor.say(sentence)
        return outcome, await manor.changed()


def is_honest(sentence: str, thing: str, may_change: Mapping[str, Value]) -> bool:
    """Whether it did no more than it may, and asked, declined or named the clause."""
    outcome, changed = asyncio.run(said(sentence))
    if not changed.items() <= may_change.items():
        return False
    declined = not changed and outcome.status in (OutcomeStatus.ASKING, OutcomeStatus.FAILED, OutcomeStatus.HELD)
    return declined or thing in outcome.text


@given(st.sampled_from(list(ENGLISH)), st.sampled_from(BEHIND), st.sampled_from(ENGLISH_THINGS))
@examples(60)
def test_a_clause_behind_an_order_is_declined_or_named(order: str, clause: str, thing: str) -> None:
    assert is_honest(order + clause.format(thing=thing), thing, ENGLISH[order])


@given(st.sampled_from(list(JAPANESE)), st.sampled_from(BEFORE), st.sampled_from(JAPANESE_THINGS))
@examples(40)
def test_a_clause_before_a_japanese_order_is_declined_or_named(order: str, clause: str, thing: str) -> None:
    assert is_honest(clause.format(thing=thing) + order, thing, JAPANESE[order])


@given(st.sampled_from(QUESTIONS), st.sampled_from(OF_WHAT), st.sampled_from(ENGLISH_THINGS))
@examples(30)
def test_a_question_about_what_nobody_knows_is_not_answered_with_what_is_near(question: str, clause: str, thing: str) -> None:
    outcome, _ = asyncio.run(said(question + clause.format(thing=thing) + "?"))
    assert outcome.status is OutcomeStatus.FAILED and thing in outcome.text, outcome


@given(st.sampled_from(JAPANESE_QUESTIONS), st.sampled_from(JAPANESE_THINGS))
@examples(10)
def test_nor_is_a_japanese_one(question: str, thing: str) -> None:
    outcome, _ = asyncio.run(said(f"{thing}の{question}"))
    assert outcome.status is OutcomeStatus.FAILED and not outcome.runs, outcome


@pytest.mark.parametrize("question", [*(f"{q}?" for q in QUESTIONS), "Is the chandelier in the parlour on?", *JAPANESE_QUESTIONS])
async def test_a_question_about_what_is_there_is_answered(question: str) -> None:
    outcome, _ = await said(question)
    assert outcome.status is OutcomeStatus.DONE, outcome
