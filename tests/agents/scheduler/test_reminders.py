"""A reminder comes once, at its time, and goes with what it reminds of."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.lengths import examples

from yamori.agents.scheduler.rules.rows.instants import instant
from yamori.agents.scheduler.rules.rows.occurrences import occurrences
from yamori.agents.scheduler.rules.rows.reminder import Again, Reminder, State, fired, settled
from yamori.agents.scheduler.store import Did, NewTask
from yamori.agents.scheduler.store.reminders import NewReminder
from yamori.agents.scheduler.store.routines import NewRoutine, NewStep
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language

from .reminded import PERSON, TOKYO, reminded

DENTIST = NewTask(title="Dentist", date=date(2026, 11, 21), time=time(15))
HALF_AN_HOUR = timedelta(minutes=30)
RULES = (
    "FREQ=DAILY",
    "FREQ=WEEKLY;BYDAY=SA,SU",
    "FREQ=DAILY;INTERVAL=3",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=SU",
    "FREQ=WEEKLY",
    "FREQ=DAILY;BYMONTHDAY=1,15",
    "FREQ=WEEKLY;BYDAY=MO,TU,WE;BYSETPOS=-1",
    "FREQ=MONTHLY;BYDAY=2TU",
    "FREQ=DAILY;COUNT=900",
    "FREQ=DAILY;INTERVAL=2;UNTIL=20200101",
)


async def test_a_reminder_of_a_moment_comes_then_and_never_again() -> None:
    async with reminded() as it:
        reminder = await it.set(NewReminder(text="Milk", moment=it.clock.now() + timedelta(minutes=20)))
        assert await it.passes(minutes=19, seconds=59) == []
        assert await it.passes(seconds=1) == ["Milk"]
        assert await it.look() == await it.passes(days=2) == []
        assert (await it.schedule.reminders.get(reminder.id, person=PERSON)).state is State.FIRED


async def test_a_timer_ends_in_the_language_of_whoever_set_it_and_two_timers_are_two() -> None:
    async with reminded() as it:
        soon = it.clock.now() + timedelta(seconds=90)
        for text in ("Eggs", "Eggs", "パスタ", None):
            await it.set(NewReminder(text=text, moment=soon, timer=True))
        assert await it.passes(seconds=90) == ["Eggs", "Eggs", "パスタ", "Time is up"]
        await it.set(NewReminder(moment=soon + timedelta(seconds=90), timer=True, language=Language.JAPANESE))
        assert await it.passes(seconds=90) == ["時間です"]


async def test_the_same_reminder_is_not_set_twice() -> None:
    async with reminded() as it:
        new = NewReminder(text="Milk", moment=it.clock.now() + timedelta(minutes=20))
        first = await it.schedule.reminders.set(new, person=PERSON, key="a")
        assert (await it.schedule.reminders.set(new, person=PERSON, key="a")).did is Did.ADDED
        again = await it.schedule.reminders.set(new, person=PERSON, key="b")
        assert (again.did, again.reminder.id) == (Did.UNCHANGED, first.reminder.id)
        assert await it.passes(minutes=20) == ["Milk"]


async def test_a_reminder_of_a_task_goes_with_it() -> None:
    async with reminded() as it:
        task = await it.task(DENTIST)
        await it.set(NewReminder(task_id=task, lead=HALF_AN_HOUR))
        await it.schedule.tasks.reschedule(task, date=date(2026, 11, 22), time=time(10), person=PERSON, key=it.key)
        await it.schedule.tasks.rename(task, "Optician", person=PERSON, key=it.key)
        assert await it.until("2026-11-21T14:30") == []
        assert await it.until("2026-11-22T09:30") == ["Optician, 10:00"]
        assert await it.until("2026-11-22T10:00") == []


async def test_what_has_no_time_can_be_told_of_later_on_its_day_and_goes_with_it() -> None:
    async with reminded() as it:
        task = await it.task(NewTask(title="Bins", date=date(2026, 11, 21)))
        assert await it.until("2026-11-21T12:00") == []
        await it.set(NewReminder(task_id=task, lead=-timedelta(hours=10)))
        await it.schedule.tasks.set_memo(task, "Both", person=PERSON, key=it.key)
        await it.schedule.tasks.reschedule(task, date=date(2026, 11, 22), time=None, person=PERSON, key=it.key)
        assert await it.until("2026-11-22T18:59") == []
        assert await it.until("2026-11-22T19:00") == ["Bins"]


async def test_what_has_got_a_time_is_not_told_of_after_it() -> None:
    async with reminded() as it:
        task = await it.task(NewTask(title="Bins", date=date(2026, 11, 21)))
        await it.set(NewReminder(task_id=task, lead=-timedelta(hours=10)))
        await it.schedule.tasks.reschedule(task, date=date(2026, 11, 21), time=time(16), person=PERSON, key=it.key)
        assert await it.until("2026-11-21T16:00") == ["Bins, 16:00"]
        assert await it.until("2026-11-22T20:00") == []


async def test_a_routine_without_a_time_can_be_told_of_in_the_evening() -> None:
    async with reminded() as it:
        assert await it.until("2026-11-21T12:00") == []
        bins = await it.schedule.routines.add(NewRoutine(title="Bins", recurrence="FREQ=DAILY"), person=PERSON, key=it.key)
        await it.set(NewReminder(routine_id=bins.routine.id, lead=-timedelta(hours=10)))
        assert await it.until("2026-11-21T19:00") == ["Bins"]
        assert await it.until("2026-11-22T18:59") == []
        assert await it.until("2026-11-22T19:00") == ["Bins"]


@pytest.mark.parametrize("how", ["done", "delete", "someday"])
async def test_what_is_done_deleted_or_without_a_day_is_not_reminded_of_and_an_undo_brings_it_back(how: str) -> None:
    async with reminded() as it:
        task = await it.task(DENTIST)
        reminder = await it.set(NewReminder(task_id=task, lead=HALF_AN_HOUR))
        tasks = it.schedule.tasks
        match how:
            case "done":
                await tasks.set_done(task, True, person=PERSON, key="gone")
            case "delete":
                await tasks.delete(task, person=PERSON, key="gone")
            case "someday":
                await tasks.edit(task, Did.MOVED, lambda t: replace(t, date=None, time=None), person=PERSON, key="gone")
        assert (await it.schedule.reminders.get(reminder.id, person=PERSON)).state is State.CANCELLED
        assert await it.schedule.reminders.waiting(person=PERSON) == ()
        await it.schedule.changes.undo("gone", person=PERSON, key="undo")
        assert await it.until("2026-11-21T14:30") == ["Dentist, 15:00"]


async def test_what_was_gone_at_its_time_is_not_told_when_it_comes_back() -> None:
    async with reminded() as it:
        task = await it.task(DENTIST)
        await it.set(NewReminder(task_id=task))
        await it.schedule.tasks.set_done(task, True, person=PERSON, key="done")
        assert await it.until("2026-11-21T16:00") == []
        await it.schedule.changes.undo("done", person=PERSON, key="undo")
        assert await it.look() == []


async def test_an_edit_while_nobody_could_be_told_does_not_lose_the_reminder() -> None:
    async with reminded() as it:
        task = await it.task(DENTIST)
        await it.set(NewReminder(task_id=task))
        it.clock.advance(hours=7)  # the loop does not run
        await it.schedule.tasks.set_memo(task, "Bring the card", person=PERSON, key=it.key)
        assert await it.look() == ["Dentist, 15:00 (late: it was due at 15:00)"]


async def test_a_task_moved_back_to_where_it_was_told_of_is_not_told_of_again() -> None:
    async with reminded() as it:
        task = await it.task(DENTIST)
        await it.set(NewReminder(task_id=task, lead=timedelta(hours=3)))
        assert await it.until("2026-11-21T12:00") == ["Dentist, 15:00"]
        moved = it.schedule.tasks.reschedule
        await moved(task, date=None, time=time(16), person=PERSON, key=it.key)
        assert await it.until("2026-11-21T13:00") == ["Dentist, 16:00"]
        await moved(task, date=None, time=time(15), person=PERSON, key=it.key)
        assert await it.look() == await it.until("2026-11-21T15:00") == []


async def test_a_reminder_that_is_set_within_its_lead_comes_at_once_and_is_not_late() -> None:
    async with reminded("2026-11-21T14:50") as it:
        await it.set(NewReminder(task_id=await it.task(DENTIST), lead=HALF_AN_HOUR))
        assert await it.look() == ["Dentist, 15:00"]


async def test_a_reminder_of_a_routine_comes_at_every_occurrence_and_follows_a_new_time() -> None:
    async with reminded("2026-11-22T09:00") as it:
        new = NewRoutine(title="体操", recurrence="FREQ=WEEKLY;BYDAY=MO,TH", time=time(7))
        routine = (await it.schedule.routines.add(new, person=PERSON, key=it.key)).routine
        await it.set(NewReminder(routine_id=routine.id, lead=timedelta(minutes=10)))
        assert await it.until("2026-11-23T06:50") == ["体操、07:00"]
        await it.schedule.routines.edit(routine.id, Did.MOVED, lambda r: replace(r, time=time(8)), person=PERSON, key="later")
        assert await it.until("2026-11-23T07:49") == []
        assert await it.until("2026-11-23T07:50") == ["体操、08:00"]
        assert await it.until("2026-11-26T07:20") == []
        await it.schedule.changes.undo("later", person=PERSON, key="undo")  # its time has passed on this day
        assert await it.until("2026-11-26T08:00") == []
        assert await it.until("2026-11-30T06:50") == ["体操、07:00"]
        await it.schedule.routines.delete(routine.id, person=PERSON, key=it.key)
        assert await it.until("2026-12-31T06:50") == []


async def test_a_routine_that_is_ticked_off_already_is_not_reminded_of_on_that_day() -> None:
    async with reminded("2026-11-22T05:00") as it:
        steps = (NewStep(title="Squats"), NewStep(title="Plank"))
        routine = (
            await it.schedule.routines.add(
                NewRoutine(title="Stretch", recurrence="FREQ=DAILY", time=time(7), steps=steps), person=PERSON, key=it.key
            )
        ).routine
        await it.set(NewReminder(routine_id=routine.id, lead=timedelta(minutes=10)))

        async def tick(day: date, *, step: int | None = None, done: bool = True) -> None:
            await it.schedule.routines.check(routine.id, day, step_id=step, done=done, person=PERSON, key=it.key)

        sunday, monday, tuesday, wednesday = (date(2026, 11, day) for day in (22, 23, 24, 25))
        await tick(sunday)
        assert await it.until("2026-11-22T23:00") == []
        await tick(monday, step=routine.steps[0].id)  # only a part of it
        assert await it.until("2026-11-23T06:50") == ["Stretch, 07:00"]
        for step in routine.steps:
            await tick(tuesday, step=step.id)
        assert await it.until("2026-11-24T23:00") == []
        await tick(wednesday)
        await tick(wednesday, done=False)  # by mistake
        assert await it.until("2026-11-25T06:50") == ["Stretch, 07:00"]
        await tick(wednesday)
        assert await it.until("2026-11-26T06:50") == ["Stretch, 07:00"]


async def test_every_other_friday_skipped_days_and_a_routine_in_another_zone() -> None:
    async with reminded("2026-11-21T09:00") as it:
        fridays = NewRoutine(
            title="Bins", recurrence="FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", starts=date(2026, 11, 27), skipped=(date(2026, 12, 11),)
        )
        call = NewRoutine(title="Call", recurrence="FREQ=DAILY;COUNT=2", starts=date(2026, 11, 21), time=time(9), zone="America/New_York")
        for new in (fridays, call):
            routine = (await it.schedule.routines.add(new, person=PERSON, key=it.key)).routine
            await it.set(NewReminder(routine_id=routine.id))
        assert await it.over(days=40) == [
            ("2026-11-21T23:00+09:00", "Call, 23:00"),
            ("2026-11-22T23:00+09:00", "Call, 23:00"),
            ("2026-11-27T09:00+09:00", "Bins"),
            ("2026-12-25T09:00+09:00", "Bins"),
        ]


async def test_cancelling_and_setting_can_be_taken_back() -> None:
    async with reminded() as it:
        moment = it.clock.now() + timedelta(hours=1)
        reminder = (await it.schedule.reminders.set(NewReminder(text="Milk", moment=moment), person=PERSON, key="set")).reminder
        assert (await it.schedule.reminders.cancel(reminder.id, person=PERSON, key="cancel")).did is Did.CANCELLED
        assert (await it.schedule.reminders.cancel(reminder.id, person=PERSON, key="again")).did is Did.UNCHANGED
        assert [change.key for change in await it.schedule.changes.last(person=PERSON)] == ["cancel"]
        await it.schedule.changes.undo("cancel", person=PERSON, key="u1")
        assert (await it.schedule.reminders.waiting(person=PERSON))[0].due == moment
        await it.schedule.changes.undo("set", person=PERSON, key="u2")
        assert await it.schedule.reminders.everything() == ()
        assert await it.passes(hours=2) == []


async def test_a_cancelled_reminder_stays_cancelled_when_its_task_changes() -> None:
    async with reminded() as it:
        task = await it.task(DENTIST)
        reminder = await it.set(NewReminder(task_id=task))
        await it.schedule.reminders.cancel(reminder.id, person=PERSON, key=it.key)
        await it.schedule.tasks.reschedule(task, date=date(2026, 11, 22), person=PERSON, key=it.key)
        assert await it.until("2026-11-22T15:00") == []


async def test_a_snoozed_reminder_comes_once_more_and_a_running_timer_is_prolonged() -> None:
    async with reminded() as it:
        milk = await it.set(NewReminder(text="Milk", moment=it.clock.now() + timedelta(minutes=5)))
        eggs = await it.set(NewReminder(text="Eggs", moment=it.clock.now() + timedelta(minutes=6), timer=True))
        assert await it.passes(minutes=5) == ["Milk"]
        (notice,) = await it.schedule.notices.open(person=PERSON)
        await it.schedule.snooze_notice(notice.id, timedelta(minutes=10), person=PERSON, key=it.key)
        assert await it.schedule.notices.open(person=PERSON) == ()
        await it.schedule.reminders.snooze(eggs.id, timedelta(minutes=2), person=PERSON, key="longer")
        assert await it.passes(minutes=2) == []
        assert await it.passes(minutes=1) == ["Eggs"]
        assert await it.passes(minutes=7) == ["Milk"]
        assert await it.passes(days=1) == []
        assert (await it.schedule.reminders.get(milk.id, person=PERSON)).state is State.FIRED


async def test_a_snoozed_routine_still_comes_at_its_next_time_and_a_done_task_not_at_all() -> None:
    async with reminded("2026-11-22T06:00") as it:
        routine = (
            await it.schedule.routines.add(NewRoutine(title="Walk", recurrence="FREQ=DAILY", time=time(7)), person=PERSON, key=it.key)
        ).routine
        walk = await it.set(NewReminder(routine_id=routine.id))
        task = await it.task(NewTask(title="Rent", date=date(2026, 11, 22), time=time(7)))
        rent = await it.set(NewReminder(task_id=task))
        assert sorted(await it.until("2026-11-22T07:00")) == ["Rent, 07:00", "Walk, 07:00"]
        for reminder in (walk, rent):
            await it.schedule.reminders.snooze(reminder.id, timedelta(minutes=30), person=PERSON, key=it.key)
        await it.schedule.tasks.set_done(task, True, person=PERSON, key=it.key)
        assert await it.until("2026-11-22T07:30") == ["Walk"]
        assert await it.until("2026-11-23T07:00") == ["Walk, 07:00"]


async def test_what_is_late_says_so_and_what_is_too_late_is_told_nowhere_but_in_the_list() -> None:
    async with reminded() as it:
        await it.set(NewReminder(text="Old", moment=it.clock.now() + timedelta(hours=1)))
        await it.set(NewReminder(text="牛乳", moment=it.clock.now() + timedelta(hours=30)))
        said = await it.passes(hours=32)
        assert said == ["Old (missed: it was due on Saturday 21 November 10:00)", "牛乳(15:00にお知らせするはずでした)"]
        old, milk = await it.schedule.notices.after(person=PERSON)
        assert (old.missed, milk.missed, milk.late) == (True, False, True)
        assert await it.look() == []


async def test_a_daily_reminder_after_a_long_absence_is_missed_once_and_told_once() -> None:
    async with reminded() as it:
        routine = (
            await it.schedule.routines.add(NewRoutine(title="Walk", recurrence="FREQ=DAILY", time=time(7)), person=PERSON, key=it.key)
        ).routine
        await it.set(NewReminder(routine_id=routine.id))
        assert len(await it.passes(days=400, hours=1)) == 2
        missed, late = await it.schedule.notices.after(person=PERSON)
        assert (missed.missed, late.missed, late.late) == (True, False, True)


async def test_a_time_that_the_clocks_skip_comes_that_much_later() -> None:
    async with reminded("2026-03-07T12:00", zone="America/New_York") as it:
        new = NewRoutine(title="Pill", recurrence="FREQ=DAILY", time=time(2, 30))
        routine = (await it.schedule.routines.add(new, person=PERSON, key=it.key)).routine
        await it.set(NewReminder(routine_id=routine.id))
        assert await it.over(days=2) == [("2026-03-08T03:30-04:00", "Pill, 03:30"), ("2026-03-09T02:30-04:00", "Pill, 02:30")]


async def test_a_time_that_comes_twice_comes_once() -> None:
    async with reminded("2026-10-31T12:00", zone="America/New_York") as it:
        new = NewRoutine(title="Pill", recurrence="FREQ=DAILY", time=time(1, 30))
        routine = (await it.schedule.routines.add(new, person=PERSON, key=it.key)).routine
        await it.set(NewReminder(routine_id=routine.id))
        assert await it.over(days=2) == [("2026-11-01T01:30-04:00", "Pill, 01:30"), ("2026-11-02T01:30-05:00", "Pill, 01:30")]


async def test_a_clock_that_jumps_tells_everything_once() -> None:
    async with reminded() as it:
        routine = (
            await it.schedule.routines.add(NewRoutine(title="Tea", recurrence="FREQ=DAILY", time=time(10)), person=PERSON, key=it.key)
        ).routine
        await it.set(NewReminder(routine_id=routine.id))
        await it.set(NewReminder(text="Oven", moment=it.clock.now() + timedelta(minutes=45)))
        told: list[str] = []
        for hours in (1.1, -1, 0.5, 0.5, -1, 1, 0.3):
            told += [text.partition(" (")[0] for text in await it.passes(hours=hours)]
        assert sorted(told) == ["Oven", "Tea, 10:00"]


async def test_a_home_that_moves_to_another_zone_keeps_its_wall_clock_times() -> None:
    async with reminded() as it:
        task = await it.task(DENTIST)
        reminder = await it.set(NewReminder(task_id=task))
        it.clock.at = it.clock.at.astimezone(ZoneInfo("Europe/Berlin"))
        await it.schedule.database.transact(it.schedule.reminders.follow_zone)
        moved = await it.schedule.reminders.get(reminder.id, person=PERSON)
        assert moved.due == datetime(2026, 11, 21, 14, tzinfo=UTC)


@pytest.mark.parametrize("day", [date.min, date.max])
async def test_a_task_at_the_end_of_the_calendar_can_be_reminded_of_and_moved_there(day: date) -> None:
    async with reminded() as it:
        task = await it.task(DENTIST)
        await it.set(NewReminder(task_id=task, lead=timedelta(days=366)))
        assert (await it.schedule.tasks.reschedule(task, date=day, person=PERSON, key=it.key)).task.date == day
        assert await it.until("2027-11-21T15:00") == []


async def test_bad_reminders_say_what_is_wrong() -> None:
    async with reminded() as it:
        now, other = it.clock.now(), await it.task(NewTask(title="Someday"))
        theirs = (await it.schedule.tasks.create(DENTIST, person="ken", key="k")).task.id
        past = await it.task(NewTask(title="Gone", date=date(2026, 11, 20)))
        for new, where in (
            (NewReminder(text="x"), "at"),
            (NewReminder(text="x", moment=now), "at"),
            (NewReminder(text="x", moment=now + timedelta(days=365 * 200)), "at"),
            (NewReminder(text="x", moment=datetime(2027, 1, 1)), "at"),
            (NewReminder(text="x", moment=now + HALF_AN_HOUR, task_id=other), "at"),
            (NewReminder(moment=now + HALF_AN_HOUR), "text"),
            (NewReminder(text="a\x00b", moment=now + HALF_AN_HOUR), "text"),
            (NewReminder(text="x" * 10_000, moment=now + HALF_AN_HOUR), "text"),
            (NewReminder(task_id=other), "task_id"),
            (NewReminder(task_id=past), "at"),
            (NewReminder(task_id=theirs), "task_id"),
            (NewReminder(task_id=999), "task_id"),
            (NewReminder(routine_id=999), "routine_id"),
            (NewReminder(task_id=other, lead=timedelta(hours=-15)), "lead_minutes"),
        ):
            with pytest.raises(InvalidRequest) as wrong:
                await it.set(new)
            assert wrong.value.where == where, new
        with pytest.raises(InvalidRequest):
            await it.schedule.reminders.cancel(1, person="ken", key="x")
        assert await it.schedule.reminders.everything() == ()


@examples(150)
@given(
    st.lists(st.floats(0.001, 20), min_size=1, max_size=60),
    st.sampled_from(["Asia/Tokyo", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"]),
    st.times().map(lambda at: at.replace(second=0, microsecond=0)),
    st.dates(date(2011, 12, 1), date(2027, 1, 1)),
    st.sampled_from(RULES),
    st.integers(0, 5000),
)
def test_whenever_the_loop_looks_every_occurrence_comes_exactly_once(
    hours: list[float], zone: str, at: time, day: date, rule: str, age: int
) -> None:
    here = ZoneInfo(zone)
    begun = now = datetime.combine(day, time(12), tzinfo=here).astimezone(UTC)
    routine = Again(title="x", recurrence=rule, starts=day - timedelta(days=age), time=at, skipped=(), zone=None)
    reminder = settled(Reminder(id=1, person="x", routine_id=1, created=now, updated=now), routine, now=now, zone=here)
    told: list[datetime] = []
    for step in hours:
        now += timedelta(hours=step)
        reminder, firings = fired(reminder, routine, now=now, zone=here)
        told += [firing.due for firing in firings]
    days = occurrences(rule, routine.starts, day - timedelta(days=3), day + timedelta(days=80))
    expected = [due for due in (instant(found, at, here) for found in days) if begun < due <= now]
    assert told == sorted(set(expected))


def test_instants_of_times_that_do_not_exist_or_exist_twice() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    assert instant(date(2026, 3, 29), time(2, 30), berlin) == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)  # 03:30 summer time
    assert instant(date(2026, 10, 25), time(2, 30), berlin) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)  # the first of the two
    assert instant(date(2026, 10, 25), None, TOKYO) == datetime(2026, 10, 25, 0, tzinfo=UTC)
