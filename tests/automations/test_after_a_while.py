"""What is done a while after another automation: counted from its last firing, once for each, whatever happens to the process."""

from collections import Counter
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from tests.automations.fakes import DOOR, Doom, FakeReadings, House, Killed, MovingClock, automation, call

from yamori.automations.automation import Disabled
from yamori.automations.condition import Comparison
from yamori.automations.firing import FiringStatus
from yamori.automations.life import FOR_EVER, ONCE, Life
from yamori.automations.store import open_automations
from yamori.automations.trigger import At, Becomes, Ends, Recurring, Slot, Source

OPEN = Becomes(test=Comparison(path=DOOR, value=True))
LATER = Ends(source=Source.AUTOMATION, id="a1", after_seconds=300)
MOST_POINTS = 200
START = datetime(2026, 11, 23, 12, 0, tzinfo=ZoneInfo("Europe/Berlin"))


async def pair(house: House, *triggers: object, life: Life = FOR_EVER) -> None:
    await house.engine.add(automation(house.clock, LATER, id="a1-end", actions=[call("light off")], life=life))
    await house.engine.add(automation(house.clock, *triggers or (OPEN,), actions=[call("light on")], life=life))
    await house.change(False)


async def pulse(house: House) -> None:
    await house.change(True)
    await house.change(False)


async def test_the_end_comes_so_long_after_the_last_firing(house: House) -> None:
    await pair(house)
    await pulse(house)
    house.clock.advance(seconds=200)
    await pulse(house)
    house.clock.advance(seconds=299)
    await house.engine.settle()
    assert house.performer.did() == ["light on", "light on"]
    house.clock.advance(seconds=1)
    await house.engine.settle()
    house.clock.advance(days=1)
    await house.engine.settle()
    assert house.performer.did() == ["light on", "light on", "light off"]


async def test_the_wait_outlives_a_stop_of_the_house_and_is_told_where_it_ended_too_long_ago(house: House) -> None:
    await pair(house)
    await pulse(house)
    for away, done in ((100, []), (200, ["light off"])):
        await house.engine.close()
        house.clock.advance(seconds=away)
        await house.start()
        await house.engine.settle()
        assert house.performer.did()[1:] == done, away
    await pulse(house)
    await house.engine.close()
    house.clock.advance(hours=2)
    await house.start()
    await house.engine.settle()
    assert house.performer.did()[1:] == ["light off", "light on"]
    assert house.notices.texts() == ["I was not running at 12:10, so I did not light off."]


async def test_each_end_comes_exactly_once_wherever_the_process_is_killed() -> None:
    for point in range(MOST_POINTS):
        clock = MovingClock(START)
        house = House(clock=clock, store=await open_automations(None), readings=FakeReadings(clock))
        await house.start()
        await pair(house)
        await house.engine.close()
        doom, alive, died = Doom(left=point), True, 0
        await house.start(doom)
        for advance in (0, 300, 301):
            clock.advance(seconds=advance)
            house.readings.report(DOOR, not advance)
            while True:
                try:
                    if not alive:
                        await house.start()
                        alive = True
                    await house.engine.settle()
                    break
                except Killed:
                    died, alive = died + 1, False
                    await house.engine.close()
        await house.engine.close()
        assert Counter(house.performer.did()) == Counter({"light on": 1, "light off": 1}), point
        await house.store.close()
        if not died:
            assert point > 8
            return
    raise AssertionError("the process never came through")


async def test_what_happens_once_ends_once_and_both_are_over(house: House) -> None:
    await pair(house, life=ONCE)
    await pulse(house)
    assert [a.disabled_reason for a in house.engine.all()] == [None, Disabled.OVER]
    house.clock.advance(seconds=300)
    await house.engine.settle()
    assert [a.disabled_reason for a in house.engine.all()] == [Disabled.OVER, Disabled.OVER]


async def test_what_was_missed_and_does_not_come_again_leaves_no_end_waiting(house: House) -> None:
    await pair(house, At(moment=house.clock.now() + timedelta(hours=1)), life=ONCE)
    await house.engine.close()
    house.clock.advance(hours=5)
    await house.start()
    await house.engine.settle()
    assert house.performer.did() == []
    assert [a.disabled_reason for a in house.engine.all()] == [Disabled.OVER, Disabled.OVER]
    assert {firing.status for firing in await house.engine.firings()} == {FiringStatus.MISSED}


async def test_a_clock_that_is_set_back_makes_no_wait_longer(house: House) -> None:
    await pair(house)
    await pulse(house)
    house.clock.advance(hours=-3)
    await house.engine.settle()
    house.clock.advance(seconds=300)
    await house.engine.settle()
    assert house.performer.did() == ["light on", "light off"]


async def test_either_of_both_is_removed_with_the_other_and_nobody_elses(house: House) -> None:
    daily = Recurring(slots=(Slot(rule="FREQ=DAILY", at=time(7)),), starts=date(2026, 11, 23))
    for removed in ("a1", "a1-end"):
        await pair(house, daily)
        await house.engine.remove(removed)
        assert house.engine.all() == []
    await house.engine.add(automation(house.clock, daily))
    await house.engine.add(automation(house.clock, LATER, id="b", owner="somebody else"))
    await house.engine.remove("b")
    assert [a.id for a in house.engine.all()] == ["a1"]
