"""What lasts from one day to another stands on each of them, is not overdue while it lasts, and keeps its length where it is moved."""

from datetime import UTC, date, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agents.scheduler.diary import NOW, PERSON, diary

from yamori.agents.scheduler.rules.rows.days import days_of_routines
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.rows.log import DailyLog
from yamori.agents.scheduler.rules.rows.routine import Routine
from yamori.agents.scheduler.store import NewTask
from yamori.agents.scheduler.store.briefings import day_ahead
from yamori.agents.scheduler.store.routines import NewRoutine
from yamori.apps.schedule_port import HouseholdSchedule


@pytest.mark.parametrize(
    ("said", "asked", "told"),
    [
        ("Add a harvest camp next Monday through Wednesday", "Give me a summary of Tuesday", "Harvest camp"),
        ("12月3日から5日まで合宿", "12月5日の予定は？", "合宿 (12月5日(土)まで)"),
    ],
)
async def test_it_is_told_of_on_each_of_its_days(said: str, asked: str, told: str) -> None:
    async with diary(rows=()) as it:
        await it.say(said)
        assert told in (await it.say(asked)).text


async def test_some_day_of_a_week_is_one_day() -> None:
    async with diary(rows=()) as it:
        assert (await it.say("Harvest camp sometime next week")).text == 'Added "Harvest camp" for Mon 23 Nov.'


async def test_it_is_not_overdue_while_it_lasts() -> None:
    async with diary(rows=()) as it:
        for title, days in (("Camp", 3), ("Fair", 1)):
            new = NewTask(title=title, date=NOW.date() - timedelta(days=1), duration=timedelta(days=days))
            await it.schedule.tasks.create(new, person=PERSON, key=title)
        assert [t.title for t in await it.schedule.tasks.overdue(NOW.date(), person=PERSON)] == ["Fair"]
        ahead = await it.schedule.database.transact(lambda c: day_ahead(c, PERSON, NOW.date(), NOW))
        assert ([line.title for line in ahead.tasks], [line.title for line in ahead.overdue]) == (["Camp"], ["Fair"])


@given(
    begins=st.dates(date(1, 1, 1), date(9999, 12, 31)),
    at=st.none() | st.times(),
    lasts=st.timedeltas(timedelta(seconds=1), timedelta(days=366)),
)
def test_its_last_day_is_the_one_on_which_it_ends(begins: date, at: time | None, lasts: timedelta) -> None:
    at = at.replace(second=0, microsecond=0) if at else None
    task = CustomTask(id=1, person=PERSON, title="x", date=begins, time=at, duration=lasts, created=NOW, updated=NOW)
    assert task.last_day is not None
    assert begins <= task.last_day <= date.max
    assert (task.last_day - begins).days <= lasts.days + 1


WORKS = NewRoutine(title="Building works", recurrence="FREQ=WEEKLY;INTERVAL=2;COUNT=3", starts=date(2027, 2, 1), duration=timedelta(days=3))
NIGHTS = NewRoutine(
    title="Night duty", recurrence="FREQ=MONTHLY;BYMONTHDAY=31", starts=date(2026, 12, 31), time=time(22), duration=timedelta(hours=34)
)


@pytest.mark.parametrize(
    ("new", "asked", "told"),
    [
        (WORKS, "What is on my calendar on 3 February 2027?", True),
        (WORKS, "What's on 2 February 2027?", True),
        (WORKS, "2027年2月17日の予定は？", True),
        (WORKS, "What's on 4 February 2027?", False),
        (WORKS, "What's on 31 January 2027?", False),
        (NIGHTS, "What's on 1 January 2027?", True),
        (NIGHTS, "What's on 2 January 2027?", True),
        (NIGHTS, "What's on 3 January 2027?", False),
    ],
)
async def test_what_recurs_is_told_of_on_each_of_its_days(new: NewRoutine, asked: str, told: bool) -> None:
    async with diary(rows=()) as it:
        await it.schedule.routines.add(new, person=PERSON, key="new")
        assert (new.title in (await it.say(asked)).text) is told


async def test_it_is_told_until_when_it_lasts() -> None:
    async with diary(rows=()) as it:
        await it.schedule.routines.add(WORKS, person=PERSON, key="new")
        assert "Building works (until Wed 3 Feb 2027)" in (await it.say("What's on 2 February 2027?")).text


async def test_pages_and_the_briefing_know_its_later_days() -> None:
    async with diary(rows=()) as it:
        await it.schedule.routines.add(WORKS, person=PERSON, key="new")
        page = HouseholdSchedule(it.schedule)
        for day, there in ((3, True), (4, False), (15, True)):
            asked = date(2027, 2, day)
            shown = await page.occurrences(PERSON, asked, asked)
            ahead = await it.schedule.database.transact(lambda c, asked=asked: day_ahead(c, PERSON, asked, NOW))
            assert (bool(shown), [line.title for line in ahead.routines]) == (there, ["Building works"] if there else [])


def weekly(starts: date, days: int) -> Routine:
    length = timedelta(days=days)
    return Routine(id=1, person=PERSON, title="x", recurrence="FREQ=WEEKLY", starts=starts, duration=length, created=NOW, updated=NOW)


def test_it_is_done_on_whichever_of_its_days_it_was_ticked_off() -> None:
    routine = Routine(
        id=1,
        person=PERSON,
        title="x",
        recurrence="FREQ=WEEKLY",
        starts=date(2027, 2, 1),
        duration=timedelta(days=3),
        created=NOW,
        updated=NOW,
    )
    for ticked in (1, 2, 3):
        tick = DailyLog(routine_id=1, date=date(2027, 2, ticked), at=NOW)
        (found,) = days_of_routines([routine], [tick], date(2027, 2, 3), date(2027, 2, 3), UTC)
        assert (found.date, found.last_day, found.done) == (date(2027, 2, 1), date(2027, 2, 3), True)


@given(starts=st.dates(date(2026, 1, 1), date(2027, 12, 31)), lasts=st.integers(1, 20), first=st.dates(date(2026, 1, 1), date(2028, 6, 1)))
def test_a_period_holds_what_touches_it_and_nothing_else(starts: date, lasts: int, first: date) -> None:
    last = first + timedelta(days=5)
    routine = weekly(starts, lasts)
    found = {day.date for day in days_of_routines([routine], (), first, last, UTC)}
    every = (starts + timedelta(days=7 * n) for n in range(140))
    assert found == {day for day in every if day <= last and day + timedelta(days=lasts - 1) >= first}
