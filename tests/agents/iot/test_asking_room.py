"""What is switched on without a word of where is asked about where several rooms have it."""

import pytest
from tests.agents.iot.house import house

from yamori.agentkit.task import OutcomeStatus


@pytest.mark.parametrize(("said", "room"), [("Turn on the lights", "the parlour"), ("電気つけて", "客間")])
async def test_the_room_is_asked_for_and_nothing_is_lit_elsewhere(said: str, room: str) -> None:
    async with house() as manor:
        asked = await manor.say(said)
        assert asked.status is OutcomeStatus.ASKING and asked.question is not None
        assert len(asked.question.options) > 1
        assert not await manor.changed()
        await manor.answer(asked, room)
        assert {path.partition(".")[0][0] for path in await manor.changed()} <= {"p"}


@pytest.mark.parametrize("said", ["Turn on all the lights", "電気を全部つけて", "Turn on the parlour lights", "Turn on the piano lamp"])
async def test_who_says_where_or_that_all_are_meant_is_not_asked(said: str) -> None:
    async with house() as manor:
        assert (await manor.say(said)).status is not OutcomeStatus.ASKING
        assert await manor.changed()


async def test_who_is_in_a_room_means_that() -> None:
    async with house(room="parlour") as manor:
        assert (await manor.say("Turn on the lights")).status is not OutcomeStatus.ASKING
        assert {path.partition(".")[0][0] for path in await manor.changed()} == {"p"}


async def test_all_of_them_may_be_the_answer() -> None:
    async with house() as manor:
        asked = await manor.say("Turn on the lights")
        assert (await manor.answer(asked, "all of them")).status is OutcomeStatus.DONE
        assert len({path.partition(".")[0][0] for path in await manor.changed()}) > 1
