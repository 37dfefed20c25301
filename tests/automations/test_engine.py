"""What sets an automation off, what stops it, and what its owner hears of it."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta

import pytest
from tests.automations.fakes import DOOR, FakeEvaluator, FakeWeather, House, MovingClock, automation, call, notify

from yamori.automations.action import ActionResult, ActionStatus, Approval, Ask
from yamori.automations.automation import Disabled
from yamori.automations.condition import AllOf, AnyOf, Comparison, GeneratedIs, OnWeekdays, Operator, SunIs, TimeWindow, WeatherIs
from yamori.automations.firing import FiringStatus
from yamori.automations.life import ONCE, Life
from yamori.automations.trigger import At, Becomes, Ends, Every, Generated, Recurring, Slot, Source, Sun, SunEvent, arrives, leaves
from yamori.domain.errors import HouseSilent, InvalidRequest, NotFound
from yamori.domain.language import Language

OPEN = Becomes(test=Comparison(path=DOOR, value=True))
OPEN_LONG = Becomes(test=Comparison(path=DOOR, value=True), for_seconds=120)
HEAT = "living.main.temperature.celsius"


def on(house: House, hour: int, minute: int = 0, *, day: int = 23) -> datetime:
    return datetime(2026, 11, day, hour, minute, tzinfo=house.clock.now().tzinfo)


def recurring(*slots: tuple[str, time]) -> Recurring:
    return Recurring(slots=tuple(Slot(rule=rule, at=at) for rule, at in slots), starts=date(2026, 11, 1))


async def test_a_moment_fires_once_and_the_automation_is_over(house: House) -> None:
    await house.engine.add(automation(house.clock, At(moment=on(house, 12, 20))))
    assert await house.engine.settle() == on(house, 12, 20)
    await house.at(on(house, 12, 19))
    assert house.performer.did() == []
    await house.at(on(house, 12, 20))
    assert await house.engine.settle() is None
    assert house.performer.did() == ["turn the fan off"]
    (kept,) = house.engine.all()
    assert (kept.enabled, kept.disabled_reason) == (False, Disabled.OVER)
    (firing,) = await house.engine.firings("a1")
    assert (firing.status, firing.cause.kind, firing.text) == (FiringStatus.DONE, "at", "done: turn the fan off")


async def test_each_slot_of_a_week_fires_on_its_days(house: House) -> None:
    week = recurring(("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", time(7)), ("FREQ=WEEKLY;BYDAY=SU", time(9)))
    await house.engine.add(automation(house.clock, week))
    came = []
    while (coming := await house.engine.settle()) is not None and coming < on(house, 0, day=30):
        await house.at(coming)
        came.append(f"{house.clock.now():%a %H:%M}")
    assert came == ["Tue 07:00", "Wed 07:00", "Thu 07:00", "Fri 07:00", "Sun 09:00"]
    assert len(house.performer.done) == 5


async def test_an_interval_and_the_sun_fire(house: House) -> None:
    await house.engine.add(automation(house.clock, Every(seconds=1200, start=house.clock.now()), actions=[call("water")]))
    await house.engine.add(automation(house.clock, Sun(event=SunEvent.SUNSET, offset_seconds=-1800), id="a2", actions=[call("lamp")]))
    assert [(f"{moment:%H:%M}", one.id) for moment, one in house.engine.upcoming()] == [("11:20", "a1"), ("17:30", "a2")]
    await house.at(on(house, 12, 20))
    await house.at(on(house, 12, 40))
    await house.at(on(house, 18, 30))
    assert house.performer.did() == ["water", "water", "lamp", "water"] or house.performer.did() == ["water", "water", "water", "lamp"]


async def test_a_door_that_opens_fires_once_for_each_time_it_opens(house: House) -> None:
    await house.change(True)
    await house.engine.add(automation(house.clock, OPEN))
    await house.change(True)
    assert house.performer.did() == []
    for value in (False, True, True, None, True, False, None, True):
        await house.change(value)
    assert len(house.performer.done) == 2
    (last, _) = await house.engine.firings()
    assert last.cause.readings == {DOOR: True}


async def test_what_stays_open_fires_when_it_has_been_so_for_long_enough(house: House) -> None:
    await house.change(False)
    await house.engine.add(automation(house.clock, OPEN_LONG, actions=[notify()]))
    await house.change(True)
    house.clock.advance(seconds=60)
    await house.change(False)
    house.clock.advance(seconds=100)
    await house.change(True)
    began = house.clock.now()
    assert await house.engine.settle() == began + timedelta(seconds=120)
    house.clock.advance(seconds=119)
    await house.engine.settle()
    assert house.notices.texts() == []
    house.clock.advance(seconds=1)
    await house.engine.settle()
    house.clock.advance(seconds=600)
    await house.engine.settle()
    assert house.notices.texts() == ["the fridge is open"]


async def test_a_wait_that_was_over_before_the_door_was_closed_still_counts(house: House) -> None:
    await house.change(False)
    await house.engine.add(automation(house.clock, OPEN_LONG, actions=[notify()]))
    await house.change(True)
    house.clock.advance(seconds=180)
    await house.change(False)
    assert house.notices.texts() == ["the fridge is open"]


async def test_a_trembling_value_fires_once_within_its_margin(house: House) -> None:
    await house.engine.add(automation(house.clock, Becomes(test=Comparison(path=HEAT, operator=Operator.ABOVE, value=28, margin=1.0))))
    for value in (27, 28.1, 27.9, 28.1, 27.5, 28.3):
        await house.change(value, HEAT)
    assert len(house.performer.done) == 1
    for value in (26.9, 28.1):
        await house.change(value, HEAT)
    assert len(house.performer.done) == 2


async def test_a_test_over_several_readings_fires_when_the_last_of_them_fits(house: House) -> None:
    both = AllOf(tests=(Comparison(path=DOOR, value=True), Comparison(path=HEAT, operator=Operator.ABOVE, value=25)))
    await house.change(False)
    await house.change(20, HEAT)
    await house.engine.add(automation(house.clock, Becomes(test=both)))
    await house.change(True)
    assert not house.performer.done
    await house.change(26, HEAT)
    assert len(house.performer.done) == 1


async def test_somebody_comes_and_goes(house: House) -> None:
    path = "may.main.presence.state"
    await house.change("away", path)
    await house.engine.add(automation(house.clock, arrives(path), actions=[notify("may is here")], life=ONCE))
    await house.engine.add(automation(house.clock, leaves(path), id="a2", actions=[notify("may has gone")]))
    for value in ("present", None, "present", "away", None, "present"):
        await house.change(value, path)
    assert house.notices.texts() == ["may is here", "may has gone"]
    assert [one.enabled for one in house.engine.all()] == [False, True]


async def test_a_generated_condition_sets_off_when_it_becomes_true(clock: MovingClock, house: House) -> None:
    house.evaluator = FakeEvaluator()
    await house.start()
    await house.change(5, HEAT)
    await house.engine.add(automation(clock, Generated(id="g", paths=(HEAT,))))
    for value in (11, 12, 9, None, 13):
        await house.change(value, HEAT)
    assert len(house.performer.done) == 2


async def test_a_generated_condition_that_cannot_be_evaluated_again_and_again_is_switched_off_and_told(house: House) -> None:
    house.evaluator = FakeEvaluator(fails=InvalidRequest("no"))
    await house.start()
    await house.engine.add(automation(house.clock, Generated(id="g", paths=(HEAT,))))
    for value in range(8):
        await house.change(value, HEAT)
    assert house.engine.all()[0].disabled_reason is Disabled.UNREADABLE
    assert house.notices.texts() == ["I switched off “what was said”: again and again I could not work out its condition."]


async def test_the_end_of_another_automation_and_of_a_timer_set_off(house: House) -> None:
    await house.engine.add(automation(house.clock, OPEN, actions=[call("first")]))
    await house.engine.add(automation(house.clock, Ends(source=Source.AUTOMATION, id="a1"), id="a2", actions=[call("second")]))
    await house.engine.add(automation(house.clock, Ends(source=Source.TIMER, id="eggs"), id="a3", actions=[call("third")]))
    await house.change(False)
    await house.change(True)
    assert house.performer.did() == ["first", "second"]
    for id in ("tea", "eggs", "eggs"):
        await house.engine.timer_ended(id)
        await house.engine.settle()
    assert house.performer.did() == ["first", "second", "third"]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (TimeWindow(start=time(11), end=time(13)), True),
        (TimeWindow(start=time(22), end=time(6)), False),
        (OnWeekdays(days=(0,)), True),
        (OnWeekdays(days=(5, 6)), False),
        (SunIs(up=True), True),
        (SunIs(up=False), False),
        (WeatherIs(asks={"rain": True}, text="it rains"), True),
        (GeneratedIs(id="g", paths=(HEAT,)), False),
        (AnyOf(tests=(GeneratedIs(id="g", paths=(HEAT,)), WeatherIs(asks={}, text="it rains"))), True),
        (Comparison(path=HEAT, operator=Operator.BELOW, value=25), True),
        (Comparison(path="gone.main.a.b", value=1), False),
    ],
)
async def test_it_fires_only_while_its_condition_is_true(house: House, condition: object, holds: bool) -> None:
    house.weather, house.evaluator = FakeWeather(truth=True), FakeEvaluator()
    await house.start()
    await house.change(5, HEAT)
    await house.change(False)
    await house.engine.add(automation(house.clock, OPEN, conditions=(condition,)))
    await house.change(True)
    assert len(house.performer.done) == holds
    assert (house.engine.state("a1").last_skipped is None) == holds


async def test_a_moment_with_a_false_condition_is_recorded_as_skipped(house: House) -> None:
    daily = recurring(("FREQ=DAILY", time(13)))
    await house.change(True)
    await house.engine.add(automation(house.clock, daily, conditions=(Comparison(path=DOOR, value=False),)))
    await house.at(on(house, 13))
    skipped = house.engine.state("a1").last_skipped
    assert skipped is not None and (skipped.at, skipped.condition, skipped.known) == (on(house, 13), 0, True)
    assert await house.engine.firings() == []
    await house.at(on(house, 13, day=24))
    assert house.performer.did() == []


async def test_it_fires_as_often_as_its_life_says(house: House) -> None:
    await house.engine.add(automation(house.clock, OPEN, life=Life(times=2)))
    for value in (False, True) * 4:
        await house.change(value)
    assert len(house.performer.done) == 2
    assert house.engine.all()[0].disabled_reason is Disabled.OVER


async def test_it_is_over_at_its_end_and_can_be_switched_on_again_only_before(house: House) -> None:
    await house.engine.add(automation(house.clock, Every(seconds=600, start=house.clock.now()), life=Life(until=on(house, 12, 30))))
    for minute in (10, 20, 30, 40):
        await house.at(on(house, 12, minute))
    assert len(house.performer.done) == 2
    assert house.engine.all()[0].disabled_reason is Disabled.OVER
    with pytest.raises(InvalidRequest):
        await house.engine.enable("a1", True)


async def test_one_that_is_switched_off_is_not_woken_and_does_not_catch_up(house: House) -> None:
    await house.change(False)
    await house.engine.add(automation(house.clock, OPEN))
    off = await house.engine.enable("a1", False)
    assert off.disabled_reason is Disabled.BY_PERSON
    await house.change(True)
    await house.engine.enable("a1", True)
    await house.engine.settle()
    assert house.performer.did() == []
    await house.change(False)
    await house.change(True)
    assert len(house.performer.done) == 1


async def test_the_same_again_changes_nothing_and_another_under_its_id_is_refused(house: House) -> None:
    made = automation(house.clock, OPEN)
    assert await house.engine.add(made) == await house.engine.add(made)
    with pytest.raises(InvalidRequest):
        await house.engine.add(automation(house.clock, OPEN, actions=[call("something else")]))
    with pytest.raises(InvalidRequest):
        await house.engine.add(automation(house.clock, At(moment=on(house, 11)), id="past"))
    assert len(house.engine.all()) == 1


async def test_one_that_is_changed_fires_at_its_new_moment_alone(house: House) -> None:
    old = await house.engine.add(automation(house.clock, At(moment=on(house, 13))))
    await house.engine.add(automation(house.clock, At(moment=on(house, 15)), id="a2"))
    await house.engine.change(replace(old, triggers=(OPEN,), life=ONCE))
    await house.at(on(house, 13))
    assert house.performer.did() == [] and [a.id for a in house.engine.all()] == ["a1", "a2"], "it stays in its place"
    await house.change(False)
    await house.change(True)
    assert house.performer.did() == ["turn the fan off"]
    again = await house.engine.change(replace(old, triggers=(At(moment=on(house, 14)),), created=on(house, 13)))
    assert house.engine.state(again.id).last_fired == on(house, 13)
    await house.at(on(house, 14))
    assert len(house.performer.did()) == 2


async def test_a_change_to_what_is_over_or_to_nothing_leaves_everything_as_it_is(house: House) -> None:
    old = await house.engine.add(automation(house.clock, At(moment=on(house, 13))))
    with pytest.raises(InvalidRequest, match="is over already"):
        await house.engine.change(replace(old, triggers=(At(moment=on(house, 11)),)))
    with pytest.raises(NotFound):
        await house.engine.change(replace(old, id="a9"))
    assert await house.engine.settle() == on(house, 13)


async def test_one_that_is_changed_to_be_off_waits_for_nothing_even_after_a_restart(house: House) -> None:
    old = await house.engine.add(automation(house.clock, At(moment=on(house, 13)), OPEN))
    await house.engine.change(replace(old, enabled=False, disabled_reason=Disabled.BY_PERSON))
    await house.engine.close()
    await house.start()
    await house.change(True)
    await house.at(on(house, 14))
    assert house.performer.did() == [] and await house.engine.settle() is None


async def test_one_that_was_removed_comes_back_with_what_is_left_of_its_life(house: House) -> None:
    made = await house.engine.add(automation(house.clock, OPEN, life=Life(times=2)))
    await house.change(True)
    before = house.engine.state(made.id)
    await house.engine.remove(made.id)
    await house.change(False)
    await house.engine.add(made, before=before)
    await house.engine.add(made, before=before)
    for open_ in (True, False, True):
        await house.change(open_)
    assert len(house.performer.did()) == 2, "once before it was removed, once after"


async def test_one_that_is_not_there_is_named_with_the_nearest(house: House) -> None:
    await house.engine.add(automation(house.clock, OPEN, id="fridge-open"))
    with pytest.raises(NotFound) as raised:
        await house.engine.remove("fridge-opn")
    assert raised.value.nearest == ("fridge-open",)
    await house.engine.remove("fridge-open")
    await house.change(False)
    await house.change(True)
    assert house.performer.did() == [] and house.engine.all() == []


async def test_a_failed_action_does_not_stop_the_next_and_is_told_once(house: House) -> None:
    house.performer.results["lamp"] = HouseSilent("the lamp does not answer")
    await house.engine.add(automation(house.clock, OPEN, actions=[call("lamp"), call("fan")]))
    for value in (False, True) * 3:
        await house.change(value)
    assert [f.status for f in await house.engine.firings()] == [FiringStatus.FAILED] * 3
    assert house.performer.did().count("fan") == 3
    assert house.notices.texts() == ["“what was said” did not work. the lamp does not answer"]
    del house.performer.results["lamp"]
    for value in (False, True):
        await house.change(value)
    assert not house.engine.state("a1").failing


async def test_what_is_risky_is_held_until_exactly_that_was_approved(house: House) -> None:
    risky = call("unlock the door", risky=True)
    wrong = call("unlock the door", risky=True, approval=Approval(by="alex", at=house.clock.now(), digest=call("other").digest))
    good = call("unlock the door", risky=True, approval=Approval(by="alex", at=house.clock.now(), digest=risky.digest))
    for number, action in enumerate((risky, wrong, good)):
        await house.engine.add(automation(house.clock, OPEN, id=f"a{number}", actions=[action]))
    await house.change(False)
    await house.change(True)
    assert [(await house.engine.firings(f"a{n}"))[0].status for n in range(3)] == [FiringStatus.HELD, FiringStatus.HELD, FiringStatus.DONE]
    assert house.performer.did() == ["unlock the door"]
    assert len(house.notices.texts()) == 2


async def test_the_answer_to_a_question_is_told(house: House) -> None:
    house.performer.results["what is for dinner?"] = ActionResult(status=ActionStatus.DONE, text="Soup.")
    ask = Ask(agent="lifestyle", request="what is for dinner?", person="may")
    await house.engine.add(automation(house.clock, OPEN, actions=[ask]))
    await house.change(False)
    await house.change(True)
    assert list(house.notices.told.values()) == [("may", "Soup.")]


async def test_two_that_set_each_other_off_are_stopped_and_told(house: House) -> None:
    for one, other in (("a1", "a2"), ("a2", "a1")):
        await house.engine.add(automation(house.clock, Ends(source=Source.AUTOMATION, id=other), id=one))
    await house.engine.run_now("a1", key="k")
    await house.engine.settle()
    assert [one.disabled_reason for one in house.engine.all()].count(Disabled.LOOP) == 1
    assert len(house.performer.done) <= 42
    (text,) = house.notices.texts()
    assert text.startswith("I switched off “what was said”: it went off more than 20 times in a minute")


async def test_run_now_does_it_once_for_a_key_whatever_its_conditions(house: House) -> None:
    await house.engine.add(automation(house.clock, OPEN, conditions=(SunIs(up=False),), life=ONCE))
    first = await house.engine.run_now("a1", key="k")
    assert first == await house.engine.run_now("a1", key="k")
    assert first.status is FiringStatus.DONE and len(house.performer.calls) == 1
    assert house.engine.all()[0].enabled
    with pytest.raises(NotFound):
        await house.engine.run_now("a9", key="k")


async def test_a_late_harmless_thing_is_still_done_and_a_late_dangerous_one_is_told(house: House) -> None:
    daily = recurring(("FREQ=DAILY", time(13)))
    await house.engine.add(automation(house.clock, daily, actions=[call("lamp off")]))
    await house.engine.add(automation(house.clock, daily, id="a2", actions=[call("open the blinds", never_late=True)]))
    await house.at(on(house, 13, 10))
    assert house.performer.did() == ["lamp off"]
    assert house.notices.texts() == ["I was not running at 13:00, so I did not open the blinds."]
    assert [f.status for f in await house.engine.firings("a2")] == [FiringStatus.MISSED]
    await house.at(on(house, 13, day=24))
    assert len(house.performer.done) == 3


async def test_many_that_were_missed_are_told_in_one_sentence_and_the_last_is_done(house: House) -> None:
    await house.engine.add(
        automation(house.clock, Every(seconds=600, start=house.clock.now()), actions=[call("水やりをする")], language=Language.JAPANESE)
    )
    await house.at(on(house, 14, 5))
    assert house.performer.did() == ["水やりをする"]
    assert house.notices.texts() == ["12:10から13:40まで（10回分）は停止していたため、水やりができませんでした。"]
    statuses = [firing.status for firing in await house.engine.firings()]
    assert statuses.count(FiringStatus.MISSED) == 11 and statuses.count(FiringStatus.DONE) == 1


async def test_a_day_on_which_it_would_not_have_fired_is_not_told_as_missed(house: House) -> None:
    daily = recurring(("FREQ=DAILY", time(13)))
    await house.engine.add(automation(house.clock, daily, conditions=(OnWeekdays(days=(5, 6)),)))
    await house.at(on(house, 14))
    assert house.notices.texts() == [] and await house.engine.firings() == []


async def test_a_clock_set_back_an_hour_does_nothing_twice_and_goes_on(house: House) -> None:
    await house.engine.add(automation(house.clock, Every(seconds=1800, start=on(house, 12))))
    await house.at(on(house, 12, 30))
    await house.at(on(house, 13))
    await house.at(on(house, 12, 1))
    assert await house.engine.settle() == on(house, 12, 30)
    for hour, minute in ((12, 30), (13, 0), (13, 30)):
        await house.at(on(house, hour, minute))
    assert len(house.performer.done) == 3


async def test_a_clock_set_forth_and_back_misses_nothing_for_good(house: House) -> None:
    await house.engine.add(automation(house.clock, recurring(("FREQ=DAILY", time(12, 30)))))
    await house.at(on(house, 13, 1))
    assert len(house.notices.told) == 1
    await house.at(on(house, 12, 2))
    await house.at(on(house, 12, 30))
    assert len(house.performer.done) == 1
    assert len(house.notices.told) == 1


async def test_a_timer_that_goes_switches_off_what_waits_for_it_and_one_that_comes_back_switches_it_on(house: House) -> None:
    await house.engine.add(automation(house.clock, Ends(source=Source.TIMER, id="eggs"), life=ONCE))
    assert house.engine.timers() == {"eggs"}
    await house.engine.timer_gone("eggs")
    await house.engine.settle()
    assert house.engine.all()[0].disabled_reason is Disabled.TIMER_GONE and len(house.notices.texts()) == 1
    await house.engine.timer_back("eggs")
    assert house.engine.all()[0].enabled
    await house.engine.timer_ended("eggs", at=house.clock.now() - timedelta(hours=2))
    await house.engine.settle()
    assert house.performer.did() == [] and house.engine.all()[0].disabled_reason is Disabled.OVER and house.engine.timers() == frozenset()
