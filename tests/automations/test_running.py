"""The loop that the household runs: woken by changes, never held up by what is slow."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from tests.automations.fakes import DOOR, EvenSky, FakeNotices, FakePerformer, FakeReadings, House, MovingClock, automation, call, notify

import yamori.automations.hearing as hearing
from yamori.automations.action import ActionResult, Ask, Call
from yamori.automations.automation import Automation
from yamori.automations.condition import Comparison, WeatherIs
from yamori.automations.engine import Engine
from yamori.automations.firing import Firing, FiringStatus
from yamori.automations.store import open_automations
from yamori.automations.trigger import Becomes
from yamori.domain.errors import HouseSilent, Misconfigured
from yamori.domain.receipt import Reading

OPEN = Becomes(test=Comparison(path=DOOR, value=True))
LIMIT = 10.0


class SlowPerformer(FakePerformer):
    """Does what is called slow only when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.let = asyncio.Event()
        self.did_quick = asyncio.Event()

    async def perform(self, action: Call | Ask, *, key: str, automation: Automation, firing: Firing) -> ActionResult:
        if isinstance(action, Call) and action.text == "slow":
            await self.let.wait()
        result = await super().perform(action, key=key, automation=automation, firing=firing)
        self.did_quick.set()
        return result


async def test_a_change_is_acted_on_while_another_automation_still_waits_for_its_device(house: House) -> None:
    house.performer = slow = SlowPerformer()
    await house.start()
    house.readings.report(DOOR, False)
    await house.engine.settle()
    await house.engine.add(automation(house.clock, OPEN, actions=[call("slow")]))
    await house.engine.add(automation(house.clock, OPEN, id="a2", actions=[call("quick")]))
    running = asyncio.create_task(house.engine.run())
    house.readings.report(DOOR, True)
    await asyncio.wait_for(slow.did_quick.wait(), LIMIT)
    assert slow.did() == ["quick"]
    slow.let.set()
    await asyncio.wait_for(house.engine.settle(), LIMIT)
    assert slow.did() == ["quick", "slow"]
    running.cancel()


async def test_a_loop_that_was_closed_ends(house: House) -> None:
    running = asyncio.create_task(house.engine.run())
    await house.engine.settle()
    await house.engine.close()
    house.readings.report(DOOR, True)
    house.engine._hearing.news.set()
    await asyncio.wait_for(running, LIMIT)


class SilentReadings(FakeReadings):
    async def snapshot(self) -> Sequence[Reading]:
        raise HouseSilent("nobody there")


async def test_a_house_that_is_silent_at_first_is_heard_later(clock: MovingClock) -> None:
    store = await open_automations(None)
    house = House(clock=clock, store=store, readings=SilentReadings(clock))
    await house.start()
    await house.engine.add(automation(clock, OPEN))
    await house.change(False)
    await house.change(True)
    assert len(house.performer.done) == 1
    await house.engine.close()
    await store.close()


class LateWeather:
    async def holds(self, asks: object, now: object, *, before: bool | None = None) -> bool | None:
        raise HouseSilent("no network")


async def test_weather_that_cannot_be_asked_is_not_known(house: House) -> None:
    house.weather = LateWeather()
    await house.start()
    await house.change(False)
    await house.engine.add(automation(house.clock, OPEN, conditions=(WeatherIs(asks={}, text="it rains"),)))
    await house.change(True)
    skipped = house.engine.state("a1").last_skipped
    assert skipped is not None and not skipped.known


class FullStore:
    """A store whose disk is full for a while."""

    def __init__(self, store: object) -> None:
        self._store = store
        self.full = False

    def __getattr__(self, name: str) -> object:
        if self.full and name in ("claim", "save_state", "finish", "see", "go_on"):
            raise Misconfigured("the disk is full")
        return getattr(self._store, name)


async def test_what_could_not_be_written_is_not_done_until_it_can_be(clock: MovingClock) -> None:
    kept = await open_automations(None)
    store = FullStore(kept)
    readings, performer = FakeReadings(clock), FakePerformer()
    engine = Engine(store, clock, readings=readings, performer=performer, notices=FakeNotices(), sky=EvenSky())  # type: ignore[arg-type]
    await engine.start()
    readings.report(DOOR, False)
    await engine.settle()
    await engine.add(automation(clock, OPEN))
    store.full = True
    readings.report(DOOR, True)
    for _ in range(2):
        try:
            await engine.settle()
            raise AssertionError("the disk is full")
        except Misconfigured:
            assert performer.did() == []
    store.full = False
    await engine.settle()
    assert len(performer.done) == 1
    await engine.close()
    await kept.close()


class LostReadings(FakeReadings):
    """A house that falls silent once."""

    lost = False

    async def changes(self) -> AsyncIterator[Reading]:
        async for reading in super().changes():
            if not self.lost and reading.value == "lost":
                self.lost = True
                raise HouseSilent("gone")
            yield reading


async def test_a_house_that_was_lost_is_read_again_as_a_whole(clock: MovingClock, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await open_automations(None)
    readings = LostReadings(clock)
    house = House(clock=clock, store=store, readings=readings)
    monkeypatch.setattr(hearing, "AGAIN_AFTER", 0.0)
    await house.start()
    await house.change(False)
    await house.engine.add(automation(clock, OPEN))
    readings.report("any.main.a.b", "lost")
    await house.engine.settle()
    readings.report(DOOR, True)
    await house.engine.settle()
    await house.engine.settle()
    assert len(house.performer.done) == 1
    await house.engine.close()
    await store.close()


async def test_a_notice_that_cannot_be_delivered_fails_its_action_alone(house: House) -> None:
    house.notices.fails = HouseSilent("no way to alex")
    await house.change(False)
    await house.engine.add(automation(house.clock, OPEN, actions=[notify(), call("fan")]))
    await house.change(True)
    assert house.performer.did() == ["fan"]
    (firing,) = await house.engine.firings()
    assert firing.status is FiringStatus.FAILED and not house.engine.state("a1").failing


async def test_what_is_upcoming_is_there_again_after_a_restart(clock: MovingClock, tmp_path: Path) -> None:
    path = tmp_path / "automations.sqlite3"
    store = await open_automations(path)
    house = House(clock=clock, store=store, readings=FakeReadings(clock))
    await house.start()
    hold = Becomes(test=Comparison(path=DOOR, value=True), for_seconds=300)
    await house.engine.add(automation(clock, hold))
    await house.change(True)
    (before,) = house.engine.upcoming()
    assert before[0] == clock.now() + timedelta(seconds=300)
    await house.engine.close()
    await store.close()
    house.store = store = await open_automations(path)
    await house.start()
    assert [moment for moment, _ in house.engine.upcoming()] == [before[0]]
    await house.engine.close()
    await store.close()


async def test_what_waited_too_long_behind_a_slow_firing_is_missed_where_it_may_not_be_late(house: House) -> None:
    house.performer = slow = SlowPerformer()
    await house.start()
    await house.change(False)
    await house.engine.add(automation(house.clock, OPEN, actions=[call("slow", never_late=True)]))
    running = asyncio.create_task(house.engine.run())
    for value in (True, False, True):
        house.readings.report(DOOR, value)
    while len(await house.engine.firings()) < 2:
        pass
    house.clock.advance(minutes=5)
    slow.let.set()
    await asyncio.wait_for(house.engine.settle(), LIMIT)
    assert [firing.status for firing in await house.engine.firings()] == [FiringStatus.MISSED, FiringStatus.DONE]
    assert slow.did() == ["slow"]
    running.cancel()
