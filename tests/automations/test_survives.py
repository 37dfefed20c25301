"""Everything happens exactly once, whenever the process is killed, whatever the clocks do."""

import random
from collections import Counter
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from tests.automations.fakes import DOOR, Doom, FakePerformer, FakeReadings, House, Killed, MovingClock, automation, call, notify

from yamori.automations.automation import Disabled
from yamori.automations.condition import Comparison
from yamori.automations.firing import FiringStatus
from yamori.automations.life import ONCE
from yamori.automations.rules.lateness import GRACE, LATEST
from yamori.automations.store import open_automations
from yamori.automations.trigger import Becomes, Ends, Every, Recurring, Slot, Source, Sun, SunEvent
from yamori.domain.errors import HouseSilent

OPEN = Becomes(test=Comparison(path=DOOR, value=True))
LONG = Becomes(test=Comparison(path=DOOR, value=True), for_seconds=60)
BERLIN = ZoneInfo("Europe/Berlin")
MOST_POINTS = 400


def daily(at: time) -> Recurring:
    return Recurring(slots=(Slot(rule="FREQ=DAILY", at=at),), starts=date(2026, 1, 1))


async def a_day(house: House, doom: Doom) -> int:
    """A fixed course of things on which the process dies once, unless it passes fewer points; how often it died."""
    clock = house.clock
    await house.start()
    house.readings.report(DOOR, False)
    await house.engine.settle()
    await house.engine.add(automation(clock, OPEN, actions=[call("one"), notify("two"), call("three")]))
    await house.engine.add(automation(clock, Ends(source=Source.AUTOMATION, id="a1"), id="a2", actions=[call("after")]))
    await house.engine.add(automation(clock, OPEN, id="a3", actions=[call("only once")], life=ONCE))
    await house.engine.add(automation(clock, daily(time(13)), id="a4", actions=[call("at one")]))
    await house.engine.add(automation(clock, LONG, id="a5", actions=[call("open for long")]))
    await house.engine.add(automation(clock, daily(time(10)), id="a6", actions=[notify("missed")]))
    await house.engine.close()
    events: list[Callable[[], None]] = [
        lambda: house.readings.report(DOOR, True),
        lambda: clock.advance(seconds=60),
        lambda: house.readings.report(DOOR, False),
        lambda: clock.advance(minutes=59),
        lambda: house.readings.report(DOOR, True),
        lambda: clock.advance(seconds=60),
        lambda: clock.put(datetime(2026, 11, 24, 11, tzinfo=BERLIN)),
    ]
    died = 0
    alive: Doom | None = doom
    up = False
    for event in events:
        happened = False
        while True:
            try:
                if not up:
                    await house.start(alive)
                    up = True
                if not happened:
                    happened = True
                    event()
                await house.engine.settle()
                break
            except Killed:
                died, alive, up = died + 1, None, False
                await house.engine.close()
    await house.engine.close()
    return died


async def fresh_house() -> House:
    clock = MovingClock(datetime(2026, 11, 23, 12, 0, tzinfo=BERLIN))
    return House(clock=clock, store=await open_automations(None), readings=FakeReadings(clock))


async def test_each_thing_happens_exactly_once_wherever_the_process_is_killed() -> None:
    for point in range(MOST_POINTS):
        house = await fresh_house()
        doom = Doom(left=point)
        died = await a_day(house, doom)
        assert Counter(house.performer.did()) == Counter(
            {"one": 2, "three": 2, "after": 2, "only once": 1, "at one": 1, "open for long": 2}
        ), point
        assert Counter(house.notices.texts()) == Counter({"two": 2, "I was not running at 10:00, so I did not tell you: “missed”.": 1}), (
            point
        )
        assert await house.store.unfinished() == [], point
        kept = {one.id: (one, state) for one, state in await house.store.all()}
        assert kept["a3"][0].disabled_reason is Disabled.OVER, point
        assert (kept["a1"][1].firings, kept["a4"][1].firings) == (2, 1), point
        await house.store.close()
        if not died:
            assert point > 60
            return
    pytest.fail("the process never came through")


async def test_a_firing_that_was_cut_off_goes_on_after_its_last_action_that_ended() -> None:
    house = await fresh_house()
    doom = Doom()
    await house.start(doom)
    house.readings.report(DOOR, False)
    await house.engine.settle()
    await house.engine.add(automation(house.clock, OPEN, actions=[call("one"), call("two")]))
    doom.left = 4  # claim (2), performing (2), then the write of what came of it
    house.readings.report(DOOR, True)
    with pytest.raises(Killed):
        await house.engine.settle()
    await house.engine.close()
    await house.start()
    await house.engine.settle()
    assert house.performer.did() == ["one", "two"]
    await house.engine.close()
    await house.store.close()


async def test_what_may_not_be_late_is_not_gone_on_with_after_a_long_pause_and_is_told_as_cut_off() -> None:
    house = await fresh_house()
    doom = Doom()
    await house.start(doom)
    house.readings.report(DOOR, False)
    await house.engine.settle()
    actions = [call("open the blinds", never_late=True), call("heat the floor", never_late=True)]
    await house.engine.add(automation(house.clock, OPEN, actions=actions))
    doom.left = 2
    house.readings.report(DOOR, True)
    with pytest.raises(Killed):
        await house.engine.settle()
    await house.engine.close()
    house.clock.advance(minutes=10)
    await house.start()
    await house.engine.settle()
    assert house.performer.did() == []
    assert house.notices.texts() == [
        "“what was said” did not work. I was stopped in the middle of “open the blinds” at 12:00. Please check whether it was done. "
        "After that, I did not heat the floor."
    ]
    (firing,) = await house.engine.firings()
    assert firing.status is FiringStatus.FAILED
    await house.engine.close()
    await house.store.close()


async def test_each_time_that_it_is_cut_off_is_told_and_hides_no_trouble_that_comes_after_it() -> None:
    house = await fresh_house()
    await house.start()
    house.readings.report(DOOR, False)
    await house.engine.settle()
    await house.engine.add(automation(house.clock, OPEN, actions=[call("open the blinds", never_late=True)]))
    for _ in range(2):
        await house.engine.close()
        doom = Doom()
        await house.start(doom)
        house.readings.report(DOOR, False)
        await house.engine.settle()
        doom.left = 2
        house.readings.report(DOOR, True)
        with pytest.raises(Killed):
            await house.engine.settle()
        await house.engine.close()
        house.clock.advance(minutes=10)
        await house.start()
        await house.engine.settle()
    assert [text[:57] for text in house.notices.texts()] == ["“what was said” did not work. I was stopped in the middle"] * 2
    house.performer.results["open the blinds"] = HouseSilent("the blinds do not answer")
    for value in (False, True, False, True):
        house.readings.report(DOOR, value)
        await house.engine.settle()
    assert house.notices.texts()[2:] == ["“what was said” did not work. the blinds do not answer"]
    await house.engine.close()
    await house.store.close()


async def test_a_wait_for_something_dangerous_that_ended_during_a_pause_begins_anew() -> None:
    house = await fresh_house()
    await house.start()
    house.readings.report(DOOR, False)
    await house.engine.add(automation(house.clock, LONG, actions=[call("open the blinds", never_late=True)]))
    await house.engine.settle()
    house.readings.report(DOOR, True)
    await house.engine.settle()
    await house.engine.close()
    house.clock.advance(minutes=1)
    await house.start()
    await house.engine.settle()
    assert house.performer.did() == []
    house.clock.advance(minutes=1)
    await house.engine.settle()
    assert house.performer.did() == ["open the blinds"]
    await house.engine.close()
    await house.store.close()


def occurrences(slots: list[tuple[Callable[[date], bool], time]], start: datetime, end: datetime) -> set[datetime]:
    """Worked out minute by minute: the first time at which the clocks show it, or would have without the gap."""
    zone = start.tzinfo
    found = set()
    day = start.date() - timedelta(days=1)
    while day <= end.date() + timedelta(days=1):
        for fits, at in slots:
            if fits(day):
                moment = datetime.combine(day, at, tzinfo=zone).astimezone(UTC)
                if start < moment <= end:
                    found.add(moment)
        day += timedelta(days=1)
    return found


@pytest.mark.parametrize(
    ("zone", "start"),
    [("Europe/Berlin", date(2028, 2, 1)), ("America/New_York", date(2028, 9, 20))],
    ids=["to summer time and 29 February", "to winter time"],
)
async def test_sixty_days_with_sixty_kills(zone: str, start: date) -> None:
    chance = random.Random(20261126)
    clock = MovingClock(datetime.combine(start, time(12), tzinfo=ZoneInfo(zone)))
    begin, end = clock.now().astimezone(UTC), clock.now().astimezone(UTC) + timedelta(days=60)
    house = House(clock=clock, store=await open_automations(None), readings=FakeReadings(clock))
    house.performer = FakePerformer(clock=clock)
    week = Recurring(
        slots=(Slot(rule="FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", at=time(7)), Slot(rule="FREQ=WEEKLY;BYDAY=SU", at=time(9))), starts=start
    )
    leap = Recurring(slots=(Slot(rule="FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", at=time(12, 30)),), starts=start)
    dangerous = call("open the blinds", never_late=True)
    plan: dict[str, tuple[object, set[datetime]]] = {
        "week": (
            week,
            occurrences(
                [(lambda d: d.weekday() < 5, time(7)), (lambda d: d.weekday() == 6, time(9))],
                clock.now(),
                end.astimezone(clock.now().tzinfo),
            ),
        ),
        "gap": (daily(time(2, 30)), occurrences([(lambda d: True, time(2, 30))], clock.now(), end.astimezone(clock.now().tzinfo))),
        "twice": (daily(time(1, 30)), occurrences([(lambda d: True, time(1, 30))], clock.now(), end.astimezone(clock.now().tzinfo))),
        "leap": (leap, {m for m in [datetime(2028, 2, 29, 12, 30, tzinfo=ZoneInfo(zone)).astimezone(UTC)] if begin < m <= end}),
        "every": (Every(seconds=6 * 3600, start=begin), {begin + timedelta(hours=6) * n for n in range(1, 241)}),
        "sun": (
            Sun(event=SunEvent.SUNSET, offset_seconds=-1800),
            {m for n in range(62) if begin < (m := begin.replace(hour=17, minute=30) + timedelta(days=n - 1)) <= end},
        ),
    }
    await house.start()
    house.readings.report(DOOR, False)
    await house.engine.settle()
    for id, (trigger, _) in plan.items():
        actions = [dangerous] if id in ("week", "gap") else [call(f"{id} on"), notify(f"{id} told")]
        await house.engine.add(automation(clock, trigger, id=id, actions=actions))
    await house.engine.add(automation(clock, OPEN, id="door"))
    await house.engine.settle()

    kills = sorted(begin + timedelta(seconds=chance.randrange(60 * 86400)) for _ in range(60))
    doors = sorted(begin + timedelta(seconds=chance.randrange(60 * 86400)) for _ in range(200))
    opened, died, asleep = 0, 0, []
    up = True
    while True:
        try:
            if not up:
                await house.start()
                up = True
            coming = await house.engine.settle()
            moments = [m for m in (coming, *doors[:1], *kills[:1]) if m is not None]
            moment = max(min(moments), clock.now().astimezone(UTC))
            if moment > end:
                break
            clock.put(moment)
            if kills and kills[0] <= moment:
                kills.pop(0)
                doom = Doom(left=chance.randrange(10))
                await house.engine.close()
                up = False
                await house.start(doom)
                up = True
            if doors and doors[0] <= moment:
                doors.pop(0)
                opened += not house.readings.known[DOOR].value
                house.readings.report(DOOR, not house.readings.known[DOOR].value)
        except Killed:
            await house.engine.close()
            died, up = died + 1, False
            pause = chance.choice([0, 5, 60, 110, 7200])
            asleep.append((clock.now().astimezone(UTC), clock.now().astimezone(UTC) + timedelta(seconds=pause)))
            clock.advance(seconds=pause)
    assert died >= 45
    done = Counter((id, due) for id, due, _ in house.performer.log if id != "door")
    assert max(done.values()) == 1
    for id, (_, expected) in plan.items():
        firings = [f for f in await house.store.firings(id, limit=10_000) if f.status is not FiringStatus.CLAIMED]
        assert Counter(firing.due for firing in firings) == Counter(expected), id
        carried = {due for name, due in done if name == id}
        not_done = {firing.due for firing in firings if firing.status is FiringStatus.MISSED}
        cut = {firing.due for firing in firings if firing.status is FiringStatus.FAILED}
        assert not carried & not_done and carried | not_done | cut == expected, id
        assert all(any(slept <= due <= woke for slept, woke in asleep) for due in not_done), id
    limits = {"week": GRACE, "gap": GRACE}
    assert all(at - due <= limits.get(id, LATEST) for id, due, at in house.performer.log)
    assert (
        len([1 for id, _, _ in house.performer.log if id == "door"])
        + len([f for f in await house.store.firings("door", limit=10_000) if f.status is FiringStatus.MISSED])
        == opened
    )
    assert await house.store.unfinished() == []
    await house.engine.close()
    await house.store.close()


async def test_a_door_that_was_opened_during_a_short_pause_fires_and_during_a_long_one_is_told_as_missed() -> None:
    for pause, done, told in (
        (timedelta(minutes=1), ["turn the fan off", "open the blinds"], []),
        (timedelta(minutes=5), ["turn the fan off"], ["I was not running at 12:00, so I did not open the blinds."]),
        (
            timedelta(minutes=30),
            [],
            ["I was not running at 12:01, so I did not turn the fan off.", "I was not running at 12:00, so I did not open the blinds."],
        ),
    ):
        house = await fresh_house()
        await house.start()
        house.readings.report(DOOR, False)
        await house.engine.settle()
        await house.engine.add(automation(house.clock, OPEN))
        await house.engine.add(automation(house.clock, OPEN, id="a2", actions=[call("open the blinds", never_late=True)]))
        await house.engine.close()
        opened = house.clock.now() + timedelta(minutes=1)
        house.clock.advance(seconds=pause.total_seconds())
        house.readings.report(DOOR, True, at=opened)
        for _ in range(2):
            await house.start()
            await house.engine.settle()
            await house.engine.close()
        assert sorted(house.performer.did()) == sorted(done)
        assert sorted(house.notices.texts()) == sorted(told)
        await house.store.close()


async def test_a_wait_is_not_longer_after_the_clock_was_set_back_an_hour() -> None:
    house = await fresh_house()
    await house.start()
    house.readings.report(DOOR, False)
    await house.engine.settle()
    await house.engine.add(automation(house.clock, LONG))
    house.readings.report(DOOR, True)
    await house.engine.settle()
    house.clock.put(house.clock.now() - timedelta(hours=1))
    assert await house.engine.settle() == house.clock.now() + timedelta(seconds=60)
    house.clock.advance(seconds=60)
    await house.engine.settle()
    assert len(house.performer.done) == 1
    await house.engine.close()
    await house.store.close()


async def test_a_clock_that_was_set_back_while_the_house_was_down_is_noticed() -> None:
    house = await fresh_house()
    await house.start()
    await house.engine.add(automation(house.clock, daily(time(12, 30))))
    house.clock.advance(minutes=30)
    await house.engine.settle()
    await house.engine.close()
    house.clock.put(house.clock.now() - timedelta(days=3))
    await house.start()
    assert await house.engine.settle() == datetime(2026, 11, 21, 12, 30, tzinfo=BERLIN)
    for day in (21, 22, 23, 24):
        house.clock.put(datetime(2026, 11, day, 12, 30, tzinfo=BERLIN))
        await house.engine.settle()
    assert [firing.due.day for firing in await house.engine.firings()] == [24, 22, 21, 23]
    assert len(house.performer.done) == 4
    await house.engine.close()
    await house.store.close()


async def test_a_firing_whose_automation_was_removed_ends_without_being_done() -> None:
    house = await fresh_house()
    doom = Doom()
    await house.start(doom)
    house.readings.report(DOOR, False)
    await house.engine.settle()
    await house.engine.add(automation(house.clock, OPEN))
    doom.left = 2
    house.readings.report(DOOR, True)
    with pytest.raises(Killed):
        await house.engine.settle()
    await house.engine.close()
    await house.store.delete("a1")
    await house.start()
    await house.engine.settle()
    assert house.performer.did() == [] and await house.store.unfinished() == []
    assert [firing.status for firing in await house.engine.firings()] == [FiringStatus.FAILED]
    await house.engine.close()
    await house.store.close()
