"""A household for the tests of the Schedule view: the small home over a real schedule in memory, and wishes as the page sends them."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date, time, timedelta
from itertools import count

import httpx

from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.rows.routine import Routine
from yamori.agents.scheduler.store import NewTask, Schedule, open_schedule
from yamori.agents.scheduler.store.routines import NewRoutine, NewStep
from yamori.apps.schedule_port import HouseholdSchedule
from yamori.domain.clock import SetClock

from .household import NOW, FakeHousehold
from .visitor import visit

TODAY = NOW.date()
"""A Saturday."""
TRAP = '"><img src=x onerror=alert(1)>'
_keys = count(1)


def key() -> str:
    return f"test-key-{next(_keys)}"


@dataclass(frozen=True, kw_only=True)
class Scheduled:
    """The household, its schedule, and a browser without scripts."""

    household: FakeHousehold
    schedule: Schedule
    clock: SetClock
    browser: httpx.AsyncClient

    async def submission(self, method: str, path: str, **submitted: object) -> httpx.Response:
        return await self.browser.request(method, f"/ui/schedule/{path}", json={"person": "aiko", "key": key(), **submitted})

    async def events(self, first: date = TODAY, days: int = 1, person: str = "aiko") -> list[Mapping[str, object]]:
        period = {"person": person, "start": first.isoformat(), "end": (first + timedelta(days=days)).isoformat()}
        reply = await self.browser.get("/ui/schedule/events", params=period)
        assert reply.status_code == 200, reply.text
        found: list[Mapping[str, object]] = reply.json()["events"]
        return found

    async def task(self, title: str = "Dentist", **more: object) -> CustomTask:
        given: dict[str, object] = {"date": TODAY, "time": time(15, 30), **more}
        made = await self.schedule.tasks.create(NewTask(title=title, **given), person="aiko", key=key())  # type: ignore[arg-type]
        return made.task

    async def routine(self, title: str = "Stretching", *steps: str, recurrence: str = "FREQ=DAILY", since: int = 30) -> Routine:
        new = NewRoutine(
            title=title,
            recurrence=recurrence,
            starts=TODAY - timedelta(days=since),
            steps=tuple(NewStep(title=step) for step in steps),
        )
        return (await self.schedule.routines.add(new, person="aiko", key=key())).routine

    async def tick(self, routine: Routine, *back: int, step: int | None = None) -> None:
        """On the days so many days before today."""
        for days in back:
            await self.schedule.routines.check(routine.id, TODAY - timedelta(days=days), step_id=step, person="aiko", key=key())


@asynccontextmanager
async def scheduled(**headers: str) -> AsyncIterator[Scheduled]:
    clock = SetClock(NOW)
    schedule = await open_schedule(None, clock)
    household = FakeHousehold()
    household.schedule = HouseholdSchedule(schedule)
    async with visit(household, **headers) as browser:
        yield Scheduled(household=household, schedule=schedule, clock=clock, browser=browser)
    await schedule.close()
