"""What a back-test finds is what the engine would have done."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.automations.fakes import DOOR, EvenSky, FakeReadings, House, MovingClock, automation
from tests.lengths import examples

from yamori.automations.automation import Automation
from yamori.automations.back_test import back_test
from yamori.automations.back_test import tested_paths as paths_of_test
from yamori.automations.back_testing import BackTesting, waits_for_readings
from yamori.automations.condition import AllOf, AnyOf, Comparison, GeneratedIs, Not, OnWeekdays, Operator, SunIs, TimeWindow
from yamori.automations.history import History, Interval, Timeline, open_history
from yamori.automations.history.entry import entry_of
from yamori.automations.life import Life
from yamori.automations.store import open_automations
from yamori.automations.trigger import Becomes, Every, Recurring, Slot, Sun, SunEvent
from yamori.domain.values import Value

BERLIN = ZoneInfo("Europe/Berlin")
START = datetime(2026, 11, 23, 12, tzinfo=BERLIN)
WARMTH = "den.main.temperature.degrees"
IS_OPEN = Comparison(path=DOOR, value=True)
IS_WARM = Comparison(path=WARMTH, operator=Operator.ABOVE, value=20.0, margin=1.0)

readings = st.tuples(st.just(DOOR), st.sampled_from([True, False, None])) | st.tuples(
    st.just(WARMTH), st.sampled_from([18.0, 19.5, 20.5, 22.0, None])
)
changes = st.lists(st.tuples(st.integers(1, 200), readings), max_size=30)
triggers = st.sampled_from(
    [
        (Becomes(test=IS_OPEN),),
        (Becomes(test=IS_WARM),),
        (Becomes(test=IS_OPEN, for_seconds=1800),),
        (Becomes(test=AllOf(tests=(IS_OPEN, IS_WARM))), Sun(event=SunEvent.SUNSET, offset_seconds=-600)),
        (Becomes(test=Not(test=AnyOf(tests=(IS_OPEN, IS_WARM))), for_seconds=600),),
        (Recurring(slots=(Slot(rule="FREQ=DAILY", at=time(7)),), starts=START.date()),),
        (Every(seconds=5400, start=START), Becomes(test=IS_WARM, for_seconds=3600)),
    ]
)
conditions = st.sampled_from(
    [(), (IS_WARM,), (Not(test=IS_OPEN),), (SunIs(up=True),), (TimeWindow(start=time(22), end=time(9)), OnWeekdays(days=(0, 1, 2)))]
)


@given(changes, triggers, conditions)
@examples(60)
def test_it_fires_when_the_engine_would_have_fired(said: list[tuple[int, tuple[str, Value]]], on: object, only: object) -> None:
    """The clock stands at a change when it is heard, and at each moment that is due, as in a house that is awake."""
    asyncio.run(_compared(said, on, only))


async def _compared(said: Sequence[tuple[int, tuple[str, Value]]], on: object, only: object) -> None:
    clock = MovingClock(START)
    house = House(clock=clock, store=await open_automations(None), readings=FakeReadings(clock))
    history = await open_history(None)
    made = automation(clock, *on, conditions=only)  # type: ignore[misc]
    await house.start()
    await house.engine.add(made)
    at = START
    for minutes, (path, value) in [*said, (1, (DOOR, None))]:
        at += timedelta(minutes=minutes)
        while (due := await house.engine.settle()) is not None and due < at:
            await house.at(due)
        await house.at(at)
        house.readings.report(path, value)
        await house.engine.settle()
        await history.write([entry_of(house.readings.known[path])], now=at)
    fired = sorted(firing.due.astimezone(BERLIN) for firing in await house.engine.firings("a1", limit=1000))
    window = Interval(start=START + timedelta(milliseconds=1), end=at + timedelta(milliseconds=1))
    timelines = await history.timelines(paths_of_test(made), window, now=at + timedelta(seconds=1))
    assert list(back_test(made, timelines, window, zone=BERLIN, sky=EvenSky())) == fired
    await house.engine.close()
    await house.store.close()
    await history.close()


class Kept:
    def __init__(self, history: History) -> None:
        self._history = history

    async def timelines(self, paths: Sequence[str], interval: Interval, *, now: datetime) -> Mapping[str, Timeline]:
        return await self._history.timelines(paths, interval, now=now)


class NothingKept:
    async def timelines(self, paths: Sequence[str], interval: Interval, *, now: datetime) -> None:
        return None


async def opened_each_noon(days: int) -> History:
    history, clock = await open_history(None), MovingClock(START)
    house = FakeReadings(clock)
    for _ in range(days):
        for is_open in (False, True, False):
            clock.advance(minutes=1)
            house.report(DOOR, is_open)
            await history.write([entry_of(house.known[DOOR])], now=clock.now())
        clock.advance(minutes=24 * 60 - 3)
    return history


async def test_it_says_when_and_from_when_on_there_are_readings() -> None:
    history, now = await opened_each_noon(3), START + timedelta(days=3)
    tested = await BackTesting(Kept(history), EvenSky()).of(opens(), days=7, now=now)
    assert tested is not None
    assert [f"{at:%a %H:%M}" for at in tested.times] == ["Mon 12:02", "Tue 12:02", "Wed 12:02"]
    assert tested.since == START + timedelta(minutes=1)
    await history.close()


def opens(**more: object) -> Automation:
    return automation(MovingClock(START), Becomes(test=IS_OPEN), **more)  # type: ignore[arg-type]


async def test_what_readings_do_not_decide_or_nobody_kept_is_not_tested() -> None:
    history, now = await opened_each_noon(1), START + timedelta(days=1)
    testing = BackTesting(Kept(history), EvenSky())
    assert await testing.of(opens(conditions=(GeneratedIs(id="g1", paths=(DOOR,)),)), days=7, now=now) is None
    assert await testing.of(opens(conditions=(IS_WARM,)), days=7, now=now) is None
    assert await BackTesting(NothingKept(), EvenSky()).of(opens(), days=7, now=now) is None
    await history.close()


@pytest.mark.parametrize(("times", "wondered"), [(None, True), (1, False)])
def test_only_of_what_goes_on_anybody_wonders_how_often(times: int | None, wondered: bool) -> None:
    assert waits_for_readings(opens(life=Life(times=times))) is wondered
