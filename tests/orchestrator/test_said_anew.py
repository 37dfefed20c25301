"""Turns that are stopped, and sentences that are said anew."""

import asyncio

import pytest
from tests.agentkit.fakes import Yard, gate, watering, yard_agent
from tests.orchestrator.fakes import household, names, said

from yamori.agentkit.agent import Decision
from yamori.agentkit.task import Task
from yamori.domain.errors import InvalidRequest
from yamori.domain.events import TaskStarted, Waiting
from yamori.orchestrator.store import TurnStatus


class Waits:
    """A decision that never comes, until somebody ends the waiting."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()

    async def forever(self, task: Task) -> Decision:
        self.begun.set()
        await asyncio.Event().wait()
        raise AssertionError


async def test_a_turn_that_is_stopped_says_what_was_done_and_what_was_cut_off() -> None:
    slow, yard = yard_agent(name="pond"), Yard()
    waits = Waits()
    slow.policy.decide = waits.forever  # type: ignore[method-assign]
    async with household(yard_agent(yard=yard), slow) as house:
        turn = await house.turns.start("Water the garden and fill the pond", person="sora", conversation="c")
        await asyncio.wait_for(waits.begun.wait(), 5)
        stopped = await house.turns.stop(turn.id)
        assert stopped.status is TurnStatus.DONE
        assert stopped.answer == "Stopped. garden: water done. What was under way when you stopped it may be done in part."
        events = await house.heard(turn.id)
        assert names(events)[-1] == "Replied" and sum(isinstance(e, TaskStarted) for e in events) == 2
        assert list(yard.done.values()) == ["roses 5"]
        assert said(await house.say("Water the garden")) == "garden: water done."


async def test_stopping_what_has_ended_changes_nothing() -> None:
    async with household(yard_agent()) as house:
        await house.say("Water the garden")
        assert (await house.turns.stop(house.turn)).answer == "garden: water done."


async def test_stopping_what_waits_for_a_yes_is_a_no() -> None:
    yard = Yard()
    async with household(yard_agent(lambda _: gate(), yard=yard)) as house:
        events = await house.say("Open the garden gate")
        assert isinstance(events[-1], Waiting)
        assert (await house.turns.stop(house.turn)).status is TurnStatus.DONE and yard.done == {}


async def test_the_last_sentence_can_be_said_anew_and_only_that() -> None:
    async with household(yard_agent(lambda _: watering())) as house:
        await house.say("Water the garden")
        first = house.turn
        await house.say("Water the garden twice")
        with pytest.raises(InvalidRequest):
            await house.turns.start("Water the garden", person="sora", conversation="c", replaces=first)
        anew = await house.turns.start("Water the garden", person="sora", conversation="c", replaces=house.turn)
        await house.heard(anew.id)
        assert [(t.text, t.replaced_by) for t in house.turns.conversation("c")] == [
            ("Water the garden", None),
            ("Water the garden twice", anew.id),
            ("Water the garden", None),
        ]
