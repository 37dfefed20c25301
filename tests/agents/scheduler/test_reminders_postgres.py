"""The same on PostgreSQL, where two processes really work at the same time."""

import asyncio
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

import pytest
from tests.gateway.jobs.cluster import postgres_programs, throwaway_cluster

from yamori.agents.scheduler.reminding import Reminding
from yamori.agents.scheduler.rules.rows.preferences import ChannelKind
from yamori.agents.scheduler.store import NewTask, open_schedule
from yamori.agents.scheduler.store.reminders import NewReminder
from yamori.agents.scheduler.store.routines import NewRoutine

from .reminded import DESK, PERSON, AnyClock, Place


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    programs = postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    with throwaway_cluster(programs) as cluster:
        yield cluster.url().replace("postgresql://", "postgresql+psycopg://")


async def test_two_processes_on_postgresql_tell_everything_once_and_in_order(postgres: str) -> None:
    clock, place = AnyClock(datetime.fromisoformat("2026-11-21T09:00:00+09:00")), Place()
    schedules = [await open_schedule(postgres, clock) for _ in range(2)]
    one = schedules[0]
    await one.preferences.add_channel(DESK, person=PERSON, key="desk")
    await one.preferences.set_briefing(time(9, 30), person=PERSON, key="briefing")
    for number in range(100):
        new = NewReminder(text=f"{number}", moment=clock.now() + timedelta(minutes=30))
        await schedules[number % 2].reminders.set(new, person=PERSON, key=f"{number}")
    task = (await one.tasks.create(NewTask(title="Dentist", date=date(2026, 11, 21), time=time(12)), person=PERSON, key="t")).task
    await one.reminders.set(NewReminder(task_id=task.id, lead=timedelta(minutes=30)), person=PERSON, key="rt")
    walk = (await one.routines.add(NewRoutine(title="Walk", recurrence="FREQ=DAILY", time=time(11)), person=PERSON, key="w")).routine
    await one.reminders.set(NewReminder(routine_id=walk.id), person=PERSON, key="rw")
    await one.tasks.reschedule(task.id, date=None, time=time(11, 30), person=PERSON, key="moved")
    loops = [Reminding(schedule, {ChannelKind.DEVICE: place}) for schedule in schedules]
    for minutes in (30, 90, 60 * 23):
        clock.advance(minutes=minutes)
        await asyncio.gather(*(loop.notify_due() for loop in loops))
        await asyncio.gather(*(loop.deliver() for loop in loops))
    told = [notice.text for notice in await one.notices.after(person=PERSON, limit=1000)]
    assert sorted(told[:101]) == sorted(
        [*(f"{number}" for number in range(100)), *(text for text in told if text.startswith("It is Saturday"))]
    )
    assert told[101:] == ["Dentist, 11:30", "Walk, 11:00", told[-1]]
    assert told[-1].startswith("It is Sunday 22 November.")
    assert len(told) == 104
    assert set(place.tries.values()) == {1} and len(place.texts) == 104
    await one.changes.undo("rw", person=PERSON, key="undo")
    assert [r.text for r in await schedules[1].reminders.waiting(person=PERSON)] == []
    for schedule in schedules:
        await schedule.close()
