"""A clause that nothing explains, behind a sentence that the schedule reads rightly: nothing more is changed without being quoted, and the
clause is never dropped silently. Said to the agent through its loop, without a model that could answer."""

import asyncio
from collections.abc import Sequence
from functools import cache

from hypothesis import given
from hypothesis import strategies as st
from tests.lengths import examples

from yamori.agentkit.task import Outcome, OutcomeStatus

from .diary import diary

ENGLISH = ("Cancel my dentist appointment", "Move the dentist to Wednesday at 4")
JAPANESE = ("買い物リストに牛乳を追加して", "明日の午後3時半に美容院の予約を入れて", "歯医者を木曜の11時にずらして")
BEHIND = (
    " if the {thing} is asleep",
    " unless the {thing} thunders",
    " until the {thing} arrives",
    " every time the {thing} chimes",
    " instead of the {thing}",
    " and polish the {thing}",
)
BEFORE = ("もし{thing}が寝ていたら", "{thing}が届くまで", "{thing}の日以外は", "{thing}が鳴るたびに", "{thing}を磨いて、")


async def said(*sentences: str) -> tuple[Outcome | None, Sequence[str]]:
    async with diary() as it:
        outcomes = [await it.say(sentence) for sentence in sentences]
        return outcomes[-1] if outcomes else None, await it.rows()


@cache
def rows_after(*sentences: str) -> Sequence[str]:
    return asyncio.run(said(*sentences))[1]


def is_honest(order: str, sentence: str, thing: str) -> bool:
    """Whether it did no more than the order alone or said of what is new what it is, and asked, declined or named the clause."""
    before, ordered = rows_after(), rows_after(order)
    outcome, after = asyncio.run(said(sentence))
    assert outcome is not None
    new, gone = set(after) - set(before) - set(ordered), set(before) & set(ordered) - set(after)
    if gone or any(thing.casefold() not in row.casefold() for row in new):
        return False
    declined = after == before and outcome.status in (OutcomeStatus.ASKING, OutcomeStatus.FAILED, OutcomeStatus.HELD)
    return declined or thing in outcome.text


@given(st.sampled_from(ENGLISH), st.sampled_from(BEHIND), st.sampled_from(("samovar", "fiddler")))
@examples(40)
def test_a_clause_behind_an_entry_is_declined_or_named(order: str, clause: str, thing: str) -> None:
    assert is_honest(order, order + clause.format(thing=thing), thing)


@given(st.sampled_from(JAPANESE), st.sampled_from(BEFORE), st.sampled_from(("サモワール", "市長")))
@examples(40)
def test_a_clause_before_a_japanese_entry_is_declined_or_named(order: str, clause: str, thing: str) -> None:
    assert is_honest(order, clause.format(thing=thing) + order, thing)
