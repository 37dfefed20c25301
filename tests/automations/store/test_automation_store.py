"""What is kept, in which order, and what a claim promises."""

import asyncio
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.automations.fakes import DOOR, MovingClock, automation, call, notify

from yamori.automations.action import ActionResult, ActionStatus
from yamori.automations.automation import Automation
from yamori.automations.condition import AllOf, Comparison, Operator, SunIs
from yamori.automations.firing import Cause, Firing, FiringStatus
from yamori.automations.state import AutomationState, Skip, TriggerState
from yamori.automations.store import AutomationStore, open_automations
from yamori.automations.store import automation_store as store_module
from yamori.automations.trigger import At, Becomes
from yamori.domain.errors import Misconfigured

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
STATE = AutomationState(triggers=(TriggerState(leaves=(True, None), truth=True, deadline=NOW, edges=3),), firings=2)


def one(id: str = "a1") -> Automation:
    test = AllOf(tests=(Comparison(path=DOOR, value=[1, "x"], operator=Operator.IN), Comparison(path=DOOR, value=True)))
    return automation(MovingClock(NOW), Becomes(test=test), id=id, conditions=(SunIs(up=True),), actions=[call(risky=True), notify()])


def firing(number: int, id: str = "a1") -> Firing:
    cause = Cause(kind="becomes", readings={DOOR: True})
    moment = NOW + timedelta(seconds=number)
    return Firing(key=f"{id}/{number}", automation=id, trigger=0, cause=cause, due=moment, claimed=moment, status=FiringStatus.CLAIMED)


async def reopened(store: AutomationStore, path: Path) -> AutomationStore:
    await store.close()
    return await open_automations(path)


async def test_everything_is_there_again_as_it_was_in_its_order(tmp_path: Path) -> None:
    path = tmp_path / "deeper" / "automations.sqlite3"
    store = await open_automations(path)
    state = replace(STATE, last_skipped=Skip(at=NOW, condition=1, known=False), failing=True)
    for id in ("b", "a", "c"):
        await store.put(one(id), STATE)
    await store.put(replace(one("b"), origin="said otherwise"), state)
    await store.delete("a")
    await store.put(one("a"), STATE)
    store = await reopened(store, path)
    kept = await store.all()
    assert [(made.id, made.origin) for made, _ in kept] == [("b", "said otherwise"), ("c", "what was said"), ("a", "what was said")]
    assert kept[0] == (replace(one("b"), origin="said otherwise"), state)
    await store.close()


async def test_a_key_is_claimed_once_and_the_state_is_kept_with_it(tmp_path: Path) -> None:
    path = tmp_path / "automations.sqlite3"
    store = await open_automations(path)
    await store.put(one(), STATE)
    counted = replace(STATE, firings=3)
    assert await store.claim(firing(1), counted)
    store = await reopened(store, path)
    assert not await store.claim(firing(1), replace(STATE, firings=4), otherwise=counted)
    assert [state for _, state in await store.all()] == [counted]
    (left,) = await store.unfinished()
    assert left == firing(1)
    ended = replace(
        left, status=FiringStatus.DONE, results=(ActionResult(status=ActionStatus.DONE, text="ok", details={"id": [1]}),), ended=NOW
    )
    await store.finish(ended, replace(counted, failing=True))
    assert await store.unfinished() == [] and await store.firing("a1/1") == ended
    assert (await store.all())[0][1].failing
    await store.close()


async def test_firings_come_newest_first_and_old_ones_that_ended_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "KEPT_FIRINGS", 5)
    store = await open_automations(None)
    for id in ("a1", "a2"):
        await store.put(one(id), STATE)
    await store.claim(firing(0), STATE)
    for number in range(1, 9):
        made = firing(number, "a1" if number % 2 else "a2")
        await store.claim(made, STATE)
        await store.finish(replace(made, status=FiringStatus.DONE), STATE)
    assert [f.key for f in await store.firings(limit=3)] == ["a2/8", "a1/7", "a2/6"]
    assert [f.key for f in await store.firings("a1")] == ["a1/7", "a1/5", "a1/0"]
    assert [f.key for f in await store.unfinished()] == ["a1/0"]
    await store.close()


async def test_a_file_of_a_newer_version_and_one_that_is_no_database_are_refused(tmp_path: Path) -> None:
    newer, broken = tmp_path / "newer.sqlite3", tmp_path / "broken.sqlite3"
    with sqlite3.connect(newer) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    broken.write_text("no database at all" * 100)
    with pytest.raises(Misconfigured, match="newer Yamori"):
        await open_automations(newer)
    with pytest.raises(Misconfigured, match="cannot be used"):
        await open_automations(broken)


async def test_the_moment_at_which_the_clock_was_last_looked_at_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "automations.sqlite3"
    store = await open_automations(path)
    assert await store.seen() is None
    await store.see(NOW)
    await store.see(NOW + timedelta(minutes=1))
    store = await reopened(store, path)
    assert await store.seen() == NOW + timedelta(minutes=1)
    await store.close()


async def test_times_are_kept_in_utc_whatever_zone_they_were_said_in() -> None:
    from zoneinfo import ZoneInfo

    store = await open_automations(None)
    moment = datetime(2026, 11, 23, 21, tzinfo=ZoneInfo("Asia/Tokyo"))
    await store.put(automation(MovingClock(NOW), At(moment=moment)), STATE)
    ((kept, _),) = await store.all()
    assert kept.triggers == (At(moment=NOW),)
    await store.close()


async def test_one_write_that_fails_leaves_those_beside_it_as_they_are() -> None:
    from yamori.automations.store.file import open_file

    file = await open_file(None)
    await file.run(lambda db: db.execute("CREATE TABLE kept (number INTEGER PRIMARY KEY)"))

    def write(number: int) -> Callable[[sqlite3.Connection], int]:
        def work(db: sqlite3.Connection) -> int:
            db.execute("INSERT INTO kept VALUES (?)", (100 + number,))
            db.execute("INSERT INTO kept VALUES (?)", (number // 2,))
            return number

        return work

    outcomes = await asyncio.gather(*(file.run(write(number)) for number in range(6)), return_exceptions=True)
    assert [outcome if isinstance(outcome, int) else type(outcome) for outcome in outcomes] == [
        0,
        Misconfigured,
        2,
        Misconfigured,
        4,
        Misconfigured,
    ]
    rows = await file.run(lambda db: db.execute("SELECT number FROM kept ORDER BY number").fetchall())
    assert rows == [(0,), (1,), (2,), (100,), (102,), (104,)]
    await file.close()
