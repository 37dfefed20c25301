"""Days on which what comes again is left out: exactly these, also when the clocks change and when the house was not running."""

import asyncio
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.automations.fakes import DOOR, FakeReadings, House, MovingClock, automation, call
from tests.lengths import examples

from yamori.automations.condition import Comparison
from yamori.automations.rules.standing import MOST_SKIPPED
from yamori.automations.store import open_automations
from yamori.automations.trigger import At, Becomes, Recurring, Slot
from yamori.domain.errors import InvalidRequest

BERLIN = ZoneInfo("Europe/Berlin")
DAILY = Recurring(slots=(Slot(rule="FREQ=DAILY", at=time(2, 30)),), starts=date(2026, 1, 1))
"""At an hour that one day does not have, and another twice."""
SPRING, AUTUMN = datetime(2026, 3, 26, 12, tzinfo=BERLIN), datetime(2026, 10, 22, 12, tzinfo=BERLIN)
steps = st.lists(
    st.one_of(st.tuples(st.sampled_from(["skip", "unskip"]), st.integers(0, 7)), st.just(("restart", 0)), st.just(("night", 0))),
    max_size=20,
)


@given(st.sampled_from([SPRING, AUTUMN]), steps)
@examples(40)
def test_it_fires_once_on_every_day_that_is_not_left_out_when_it_comes(start: datetime, steps: list[tuple[str, int]]) -> None:
    asyncio.run(_play(start, steps))


async def _play(start: datetime, steps: list[tuple[str, int]]) -> None:
    clock = MovingClock(start)
    house = House(clock=clock, store=await open_automations(None), readings=FakeReadings(clock))
    await house.start()
    await house.engine.add(automation(clock, DAILY))
    left_out: set[date] = set()
    expected: list[date] = []
    for what, days in steps:
        today = clock.now().date()
        day = today + timedelta(days=days)
        if what == "restart":
            await house.engine.close()
            await house.start()
        elif what == "night":
            tomorrow = today + timedelta(days=1)
            expected += [tomorrow] if tomorrow not in left_out else []
            clock.put(datetime.combine(tomorrow, time(12), tzinfo=BERLIN))
            # Not by a whole day at once: what is hours late is told as missed.
            clock.put(datetime.combine(tomorrow, time(2, 31), tzinfo=BERLIN))
            await house.engine.settle()
            clock.put(datetime.combine(tomorrow, time(12), tzinfo=BERLIN))
        elif what == "unskip":
            await house.engine.skip("a1", day, skips=False)
            left_out.discard(day)
        elif day == today:
            with pytest.raises(InvalidRequest):
                await house.engine.skip("a1", day)
        else:
            await house.engine.skip("a1", day)
            left_out.add(day)
        await house.engine.settle()
        assert set(house.engine.skipped_days("a1")) == {one for one in left_out if one >= clock.now().date()}
    fired = [firing.due.astimezone(BERLIN).date() for firing in await house.engine.firings("a1", limit=100)]
    assert sorted(fired) == expected
    await house.engine.close()
    await house.store.close()


async def test_several_days_are_left_out_and_one_of_them_comes_after_all(house: House) -> None:
    now = house.clock.now()
    await house.engine.add(automation(house.clock, Recurring(slots=(Slot(rule="FREQ=DAILY", at=time(7)),), starts=now.date())))
    days = [now.date() + timedelta(days=n) for n in (2, 3, 5)]
    for day in days:
        await house.engine.skip("a1", day)
    await house.engine.skip("a1", days[1], skips=False)
    assert house.engine.skipped_days("a1") == (days[0], days[2])
    came = []
    while (coming := await house.engine.settle()) is not None and coming < now + timedelta(days=6, hours=12):
        await house.at(coming)
        came.append((house.clock.now().date() - now.date()).days)
    assert came == [1, 3, 4, 6]


async def test_what_happens_on_a_day_that_is_left_out_sets_nothing_off(house: House) -> None:
    await house.change(False)
    await house.engine.add(automation(house.clock, Becomes(test=Comparison(path=DOOR, value=True)), actions=[call("lamp")]))
    await house.engine.skip("a1", house.clock.now().date())
    await house.change(True)
    await house.change(False)
    assert house.performer.did() == []
    await house.at(house.clock.now() + timedelta(days=1))
    await house.change(True)
    assert house.performer.did() == ["lamp"]


async def test_a_day_that_is_left_out_stays_so_after_the_rule_is_moved_or_switched(house: House) -> None:
    made = automation(house.clock, Recurring(slots=(Slot(rule="FREQ=DAILY", at=time(7)),), starts=house.clock.now().date()))
    await house.engine.add(made)
    tomorrow = house.clock.now().date() + timedelta(days=1)
    await house.engine.skip("a1", tomorrow)
    await house.engine.enable("a1", False)
    await house.engine.enable("a1", True)
    assert house.engine.skipped_days("a1") == (tomorrow,)
    assert [moment.astimezone(BERLIN).date() for moment, _ in house.engine.upcoming()] == [tomorrow + timedelta(days=1)]


async def test_days_that_it_does_not_come_on_and_too_many_are_refused(house: House) -> None:
    now = house.clock.now()
    await house.engine.add(automation(house.clock, Recurring(slots=(Slot(rule="FREQ=WEEKLY;BYDAY=SA", at=time(7)),), starts=now.date())))
    monday = now.date() + timedelta(days=7 - now.weekday())
    for day in (monday, now.date() - timedelta(days=now.weekday() + 2)):
        with pytest.raises(InvalidRequest, match="does not come"):
            await house.engine.skip("a1", day)
    saturdays = [monday + timedelta(days=5 + 7 * n) for n in range(MOST_SKIPPED + 1)]
    for day in saturdays[:-1]:
        await house.engine.skip("a1", day)
    with pytest.raises(InvalidRequest, match="at most"):
        await house.engine.skip("a1", saturdays[-1])


async def test_a_moment_that_was_left_out_does_not_come_late_once_its_day_is_given_back(house: House) -> None:
    now = house.clock.now()
    await house.engine.add(automation(house.clock, DAILY, At(moment=now + timedelta(days=9))))
    tomorrow = now.date() + timedelta(days=1)
    await house.engine.skip("a1", tomorrow)
    await house.at(datetime.combine(tomorrow, time(9), tzinfo=now.tzinfo))
    await house.engine.skip("a1", tomorrow, skips=False)
    await house.engine.settle()
    assert house.performer.did() == [] and house.notices.texts() == []
