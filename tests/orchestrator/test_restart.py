"""A household that ends at any moment and is started again: turns go on where they were, and nobody is asked or told twice.

The real signal 9 is in tests/apps/test_survival.py; here each moment is named.
"""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from tests.agentkit.fakes import PIN, Yard, gate, waiting, which, yard_agent
from tests.orchestrator.fakes import House, household, names, planner, said

from yamori.domain.errors import InvalidRequest, Misconfigured
from yamori.domain.events import Replied, Resumed, Waiting
from yamori.orchestrator.store import TurnStatus, TurnStore
from yamori.orchestrator.turns import Turns


async def over_again(house: House, turn: str) -> list[str]:
    """The whole story of a turn, as somebody reads it who comes later."""
    return [type(stored.event).__name__ async for stored in house.turns.follow(turn)]


async def test_a_turn_that_was_only_acknowledged_is_done_after_the_restart(tmp_path: Path) -> None:
    yard = Yard()
    async with household(yard_agent(yard=yard), data=tmp_path) as house:
        turn = await house.turns.start("Water the garden", person="sora")
    assert yard.done == {}
    async with household(yard_agent(yard=yard), data=tmp_path) as house:
        assert said(await house.heard(turn.id)) == "garden: water done."
        assert len(yard.done) == 1


async def test_a_turn_that_was_cut_off_in_a_tool_does_it_once_and_is_told_once(tmp_path: Path) -> None:
    yard = Yard()
    async with household(yard_agent(lambda t: waiting(), yard=yard), data=tmp_path) as house:
        turn = await house.turns.start("Water the garden", person="sora")
        await yard.begun.wait()
    yard.go.set()
    async with household(yard_agent(lambda t: waiting(), yard=yard), data=tmp_path) as house:
        await house.heard(turn.id)
        told = await over_again(house, turn.id)
        assert told == ["TurnStarted", "Planned", "TaskStarted", "ToolStarted", "ToolEnded", "TaskEnded", "Reviewed", "Replied"]
        assert len(yard.done) == 1


async def test_a_plan_of_a_model_is_not_made_again(tmp_path: Path) -> None:
    yard = Yard()
    models = planner({"tasks": [{"agent": "garden", "request": "water"}]})
    async with household(yard_agent(lambda t: waiting(), yard=yard), models=models, data=tmp_path) as house:
        turn = await house.turns.start("It is dry", person="sora")
        await yard.begun.wait()
    yard.go.set()
    async with household(yard_agent(lambda t: waiting(), yard=yard), models=planner(), data=tmp_path) as house:
        assert said(await house.heard(turn.id)) == "garden: wait done."


@pytest.mark.parametrize("moment", ["_wait", "_reply"])
async def test_a_kill_after_the_last_checkpoint_loses_neither_a_question_nor_an_answer(
    moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide = which if moment == "_wait" else lambda t: waiting()
    yard = Yard()
    yard.go.set()
    ended = asyncio.Event()

    def killed(*_: object) -> None:
        ended.set()
        raise asyncio.CancelledError

    with monkeypatch.context() as patched:
        patched.setattr(Turns, moment, killed)
        async with household(yard_agent(decide, yard=yard), data=tmp_path) as house:
            turn = await house.turns.start("Water a bed of the garden", person="sora")
            await ended.wait()
    async with household(yard_agent(decide, yard=yard), data=tmp_path) as house:
        last = (await house.heard(turn.id))[-1]
        assert isinstance(last, Waiting if moment == "_wait" else Replied)
        assert len(yard.done) == (moment == "_reply")


async def test_a_question_is_still_open_after_a_restart_and_its_answer_goes_on(tmp_path: Path) -> None:
    yard = Yard()
    async with household(yard_agent(which, yard=yard), data=tmp_path) as house:
        await house.say("Water a bed of the garden")
        turn = house.turn
    async with household(yard_agent(which, yard=yard), data=tmp_path) as house:
        assert house.turns.turn(turn).status is TurnStatus.WAITING
        house.turn = turn
        await house.heard(turn)
        assert said(await house.answer("herbs")) == "garden: water done."
        assert list(yard.done.values()) == ["herbs 5"]


async def test_an_answer_that_was_acknowledged_is_not_asked_for_again(tmp_path: Path) -> None:
    yard = Yard()
    async with household(yard_agent(which, yard=yard), data=tmp_path) as house:
        await house.say("Water a bed of the garden")
        turn = house.turn
        await house.turns.answer(turn, "herbs")
    assert yard.done == {}
    async with household(yard_agent(which, yard=yard), data=tmp_path) as house:
        told = await over_again(house, turn)
        assert told.count("Waiting") == told.count("Resumed") == 1 and told[-1] == "Replied"
        assert list(yard.done.values()) == ["herbs 5"]


async def test_the_answer_to_one_question_is_not_taken_for_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second question was reached, and the process ended before anybody was told."""
    ended = asyncio.Event()

    def killed(*_: object) -> None:
        ended.set()
        raise asyncio.CancelledError

    async with household(yard_agent(which), data=tmp_path) as house:
        await house.say("Water a bed of the garden")
        turn = house.turn
        monkeypatch.setattr(Turns, "_wait", killed)
        await house.turns.answer(turn, "the blue one")
        await ended.wait()
    monkeypatch.undo()
    async with household(yard_agent(which), data=tmp_path) as house:
        assert [type(e) for e in await house.heard(turn) if isinstance(e, Waiting | Resumed)] == [Waiting]
        house.turn = turn
        assert names(await house.heard(turn)) == ["Resumed", "Waiting"]
        assert said(await house.answer("roses")) == "garden: water done."


async def test_a_pin_that_was_lost_with_the_process_is_asked_for_again(tmp_path: Path) -> None:
    yard = Yard()
    async with household(yard_agent(lambda t: gate(pin=True), yard=yard), data=tmp_path) as house:
        await house.say("Open the garden gate by pin")
        turn = house.turn
        await house.turns.answer(turn, PIN)
    async with household(yard_agent(lambda t: gate(pin=True), yard=yard), data=tmp_path) as house:
        assert house.turns.turn(turn).status is TurnStatus.WAITING
        house.turn = turn
        await house.heard(turn)
        assert names(await house.heard(turn)) == ["Resumed", "Waiting"]
        assert said(await house.answer(PIN)) == "garden: open_gate done."
    assert found_in(tmp_path, PIN) == []


async def test_a_pin_is_written_nowhere(tmp_path: Path) -> None:
    """Not in events, checkpoints or the agents' journal, however it is given."""
    async with household(yard_agent(lambda t: gate(pin=True)), data=tmp_path) as house:
        await house.say("Open the garden gate by pin")
        await house.answer("444455554444 or 555544445555")
        await house.answer("８８８８９９９９")
        await house.answer("go on", pin="6666 7777")
        await house.answer(f"it is {PIN}, please")
        assert house.now().answer == "garden: open_gate done."
        assert found_in(tmp_path, "open_gate") != []
        secrets = (PIN, "444455554444", "555544445555", "88889999", "８８８８９９９９", "6666 7777", "66667777")
        assert {secret: found_in(tmp_path, secret) for secret in secrets} == {secret: [] for secret in secrets}


async def test_several_restarts_in_a_row_change_nothing(tmp_path: Path) -> None:
    yard = Yard()
    turns = []
    for _ in range(4):
        async with household(yard_agent(yard=yard), data=tmp_path) as house:
            turns.append((await house.turns.start("Water the garden", person="sora", conversation="c")).id)
    async with household(yard_agent(yard=yard), data=tmp_path) as house:
        for turn in turns:
            assert said(await house.heard(turn)) == "garden: water done."
    assert len(yard.done) == 4


async def test_an_ended_turn_leaves_no_checkpoints_behind(tmp_path: Path) -> None:
    async with household(yard_agent(), data=tmp_path) as house:
        await house.say("Water the garden")
        async with asyncio.timeout(5):
            while house.turns._running:
                await asyncio.wait(house.turns._running.values())
        database = sqlite3.connect(tmp_path / "checkpoints.sqlite3")
        assert [database.execute(f"SELECT COUNT(*) FROM {table}").fetchone() for table in ("checkpoints", "writes")] == [(0,), (0,)]
        database.close()


async def test_a_full_disk_refuses_new_turns_and_ends_running_ones_with_what_to_do(tmp_path: Path) -> None:
    yard = Yard()
    async with household(yard_agent(lambda t: waiting(), yard=yard), data=tmp_path) as house:
        turn = await house.turns.start("Water the garden", person="sora")
        await yard.begun.wait()
        house.store._db.execute("PRAGMA query_only = ON")  # as a disk that takes no more
        with pytest.raises(Misconfigured, match="cannot be written down"):
            await house.turns.start("Water the garden", person="sora")
        yard.go.set()
        with capture_logs() as logs:
            assert "is mended" in said(await house.heard(turn.id))
        assert "turn could not be ended" in [log["event"] for log in logs]
    async with household(yard_agent(lambda t: waiting(), yard=yard), data=tmp_path) as house:
        assert said(await house.heard(turn.id)) == "garden: wait done."
        assert len(yard.done) == 1


async def test_a_store_that_cannot_be_opened_says_which_file(tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match=r"turns\.sqlite3"):
        TurnStore(tmp_path / "nowhere" / "turns.sqlite3")


async def test_an_answer_is_refused_while_its_turn_goes_on(tmp_path: Path) -> None:
    async with household(yard_agent(which), data=tmp_path) as house:
        await house.say("Water a bed of the garden")
        await house.turns.answer(house.turn, "herbs")
        with pytest.raises(InvalidRequest, match="waits for no answer"):
            await house.turns.answer(house.turn, "roses")


def found_in(folder: Path, text: str) -> list[str]:
    """Files that hold the text, write-ahead logs included."""
    return [file.name for file in folder.rglob("*") if file.is_file() and text.encode() in file.read_bytes()]
