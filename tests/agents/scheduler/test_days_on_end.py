"""What lasts from one day to another stands on each of them, is not overdue while it lasts, and keeps its length where it is moved."""

from datetime import date, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agents.scheduler.diary import NOW, PERSON, diary

from yamori.agents.scheduler.rules.entry import CustomTask
from yamori.agents.scheduler.store import NewTask
from yamori.agents.scheduler.store.briefings import day_ahead


@pytest.mark.parametrize(
    ("said", "asked", "told"),
    [
        ("Harvest camp from Dec 3 to Dec 5", "What's on Dec 4?", "Harvest camp (until Sat 5 Dec)"),
        ("Add a harvest camp next Monday through Wednesday", "Give me a summary of Tuesday", "Harvest camp"),
        ("12月3日から5日まで合宿", "12月5日の予定は？", "合宿 (12月5日(土)まで)"),
    ],
)
async def test_it_is_told_of_on_each_of_its_days(said: str, asked: str, told: str) -> None:
    async with diary(rows=()) as it:
        await it.say(said)
        assert told in (await it.say(asked)).text


async def test_it_is_moved_as_a_whole() -> None:
    async with diary(rows=()) as it:
        assert (await it.say("Harvest camp from Dec 3 to Dec 5")).text == 'Added "Harvest camp" for Thu 3 Dec to Sat 5 Dec.'
        assert (await it.say("Move the harvest camp to Dec 10")).text == 'Moved "Harvest camp" to Thu 10 Dec to Sat 12 Dec.'
        assert "Harvest camp" not in (await it.say("What's on Dec 13?")).text


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
