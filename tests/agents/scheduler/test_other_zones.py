"""Routines that were made in another time zone: everywhere they are told, asked about and changed by the home's clock."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.agents.scheduler.diary import NOW, PERSON, Diary, diary

from yamori.agents.scheduler.rules.rows.days import occurrence_days
from yamori.agents.scheduler.rules.rows.home_clock import as_shown, at_home, brought_home, next_at_home, own_day
from yamori.agents.scheduler.rules.rows.routine import Routine
from yamori.agents.scheduler.store.briefings import day_ahead
from yamori.agents.scheduler.store.reminders import NewReminder
from yamori.agents.scheduler.store.routines import NewRoutine
from yamori.apps.schedule_port import HouseholdSchedule

TOKYO = ZoneInfo("Asia/Tokyo")
FRIDAY = date(2026, 11, 27)
CALL = NewRoutine(
    title="Call with Boston",
    recurrence="FREQ=WEEKLY;BYDAY=TH",  # 23:00 there is 13:00 of the Friday here; 12:00 in summer
    starts=date(2026, 11, 5),
    time=time(23),
    duration=timedelta(minutes=30),
    zone="America/New_York",
)


@asynccontextmanager
async def with_the_call(new: NewRoutine = CALL) -> AsyncIterator[Diary]:
    async with diary(rows=()) as it:
        await it.schedule.routines.add(new, person=PERSON, key="new")
        yield it


async def kept(it: Diary) -> Routine:
    (routine,) = await it.schedule.routines.all(person=PERSON)
    return routine


@pytest.mark.parametrize(
    ("sentence", "told", "untold"),
    [
        ("What's on Friday?", "13:00 Call with Boston", "23:00"),
        ("What's on Thursday?", "", "Call with Boston"),
        ("金曜日の予定は？", "13:00 Call with Boston", "23:00"),
        ("What are my routines?", "Call with Boston (every Fri at 13:00, for 30 min)", "Thu"),
        ("What's next?", "13:00", "23:00"),
        ("What's on 12 June 2027?", "", "Call"),
        ("What's on 11 June 2027?", "12:00 Call with Boston", "13:00"),
        ("Am I free on Friday afternoon?", "13:30", "23:00"),
    ],
)
async def test_it_is_told_on_its_day_and_at_its_hour_at_home(sentence: str, told: str, untold: str) -> None:
    async with with_the_call() as it:
        text = (await it.say(sentence)).text
        assert told in text and untold not in text, text


async def test_pages_and_the_briefing_show_the_same_day_and_hour() -> None:
    async with with_the_call() as it:
        page = HouseholdSchedule(it.schedule)
        (shown,) = await page.occurrences(PERSON, FRIDAY - timedelta(days=2), FRIDAY)
        assert (shown.date, shown.routine.fields.time) == (FRIDAY, time(13))
        (row,) = await page.routines(PERSON)
        assert (row.days, row.fields.time) == (("fri",), time(13))
        assert await page.next_due(PERSON, NOW.date()) == {row.id: FRIDAY}
        ahead = await it.schedule.database.transact(lambda c: day_ahead(c, PERSON, FRIDAY, NOW))
        assert [(line.title, line.time) for line in ahead.routines] == [("Call with Boston", time(13))]


async def test_a_reminder_of_it_says_when_that_is_at_home() -> None:
    async with with_the_call() as it:
        routine = await kept(it)
        change = await it.schedule.reminders.set(NewReminder(routine_id=routine.id, lead=timedelta(0)), person=PERSON, key="r")
        assert getattr(change.row, "due", None) == datetime(2026, 11, 27, 13, tzinfo=TOKYO)


@given(
    zone=st.sampled_from(("America/New_York", "Pacific/Auckland", "Europe/London", "Pacific/Honolulu", "Asia/Kolkata")),
    at=st.times().map(lambda t: t.replace(second=0, microsecond=0)),
    rule=st.sampled_from(("FREQ=DAILY", "FREQ=WEEKLY;BYDAY=SU", "FREQ=WEEKLY;BYDAY=MO,TH,SU", "FREQ=MONTHLY;BYMONTHDAY=1")),
    first=st.dates(date(2026, 6, 1), date(2027, 12, 1)),
)
@example(zone="America/New_York", at=time(10), rule="FREQ=DAILY", first=date(2026, 11, 1))
def test_every_day_at_home_is_an_instant_of_the_routine(zone: str, at: time, rule: str, first: date) -> None:
    routine = Routine(id=1, person="x", title="x", recurrence=rule, starts=date(2026, 1, 1), time=at, zone=zone, created=NOW, updated=NOW)
    last = first + timedelta(days=40)
    found = occurrence_days(routine, first, last, TOKYO)
    assert [day for day, _ in found] == sorted(day for day, _ in found) and all(first <= day <= last for day, _ in found)
    for day, here in found:
        assert here.time is not None
        there = datetime.combine(day, here.time, tzinfo=TOKYO).astimezone(ZoneInfo(zone))
        assert occurrence_days(replace(routine, zone=None), there.date(), there.date(), UTC)
        own = own_day(routine, day, TOKYO)
        # One day at home may hold two of them where the clocks change; and there is an hour that the clocks skip.
        assert at_home(routine, own, TOKYO)[0] == day or own in (there.date(), there.date() - timedelta(days=1))
    following = next_at_home(routine, first - timedelta(days=1), TOKYO)
    assert following is not None and (not found or following[0] == found[0][0])
    told = as_shown(routine, first, TOKYO)
    if told.zone is None:
        assert told == brought_home(routine, first, TOKYO)
        coming = next_at_home(told, first - timedelta(days=1), TOKYO)
        # Told by one rule, a routine whose hour moves over midnight as its clocks change names the day before, too.
        assert coming is not None and (not found or found[0][0] - coming[0] in (timedelta(0), timedelta(days=1)))
