"""What a day looks like: its summary, the free time in it, what clashes, what is overdue, and where something stands."""

from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock
from itertools import islice

from yamori.agentkit.argument_types import Minutes, TimeOfDay
from yamori.agentkit.legible import Words
from yamori.agentkit.task import Task
from yamori.agentkit.tool import Call, Effect, ToolResult, tool
from yamori.agents.scheduler.external import ExternalSchedule, NoExternalSchedule
from yamori.agents.scheduler.rules.entities.titles import SURE, score
from yamori.agents.scheduler.rules.rows.days import (
    Engagement,
    clashes,
    days_of_routines,
    earliest_start,
    engagements,
    free_times,
    loads,
    upcoming,
    views,
)
from yamori.agents.scheduler.rules.rows.instants import zone_of
from yamori.agents.scheduler.store import Schedule
from yamori.agents.scheduler.tools.external_events import find_events
from yamori.domain.access import Access, Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value

LONGEST_PERIOD = timedelta(days=62)
FIRST_YEAR, LAST_YEAR = 1900, 2999
DAY_BEGINS, DAY_ENDS = Clock(7), Clock(22)
"""Between these times people are awake, as far as a search for free time goes."""
MOST_FOUND = 50


class DayTools:
    """Bound to one schedule. Every call looks at what is of the person whom the task is for; none changes anything."""

    access = Access(who=Who.FAMILY, scope=Scope.SCHEDULE, owner=Owner.PERSON)

    def __init__(self, schedule: Schedule, external: ExternalSchedule | None = None) -> None:
        self._schedule = schedule
        self._external = external or NoExternalSchedule()

    @tool(effect=Effect.READ)
    async def get_daily_summary(self, date: Day | None = None, *, call: Call) -> ToolResult:
        """A day's activities (today): its tasks, done and open, the routines with what was ticked off, and the diary."""
        day, person = date or call.task.now.date(), call.task.person
        lasting = await self._schedule.tasks.lasting(day, person=person)
        tasks = (*lasting, *await self._schedule.tasks.between(day, day, person=person))
        routines = await self._schedule.routines.all(person=person)
        ticks = await self._schedule.routines.checks(earliest_start(routines, day), day, person=person)
        log = await self._schedule.logs.of(day, person=person)
        events = await find_events(self._external, day, day, call.task)
        return ToolResult(
            value={
                "date": day.isoformat(),
                "day_tasks": [t.view() for t in (*tasks, *events.tasks)],
                "day_routines": views(days_of_routines(routines, ticks, day, day, zone_of(call.task.now))),
                "log": log.view() if log else None,
                "unread": list(events.unread),
            }
        )

    @tool(effect=Effect.READ)
    async def find_free_time(
        self,
        start: Day,
        end: Day | None = None,
        begins: TimeOfDay | None = None,
        ends: TimeOfDay | None = None,
        minutes: Minutes = 30,
        *,
        call: Call,
    ) -> ToolResult:
        """When nothing is planned from `start` to `end`, each day between `begins` (07:00) and `ends` (22:00), for at least `minutes`.
        Time that is gone already does not count; what has no length is taken for an hour."""
        last = end or start
        period = _period(start, last)
        busy, unread = await self._busy(*period, call.task)
        now = call.task.now.replace(tzinfo=None, second=0, microsecond=0)
        found: list[tuple[datetime, datetime]] = []
        on: dict[Day, list[Engagement]] = {}
        for each in busy:
            for day in _days(max(each.start.date(), start), min(each.end.date(), last)):
                on.setdefault(day, []).append(each)
        for day in _days(*period):
            begin, until = datetime.combine(day, begins or DAY_BEGINS), datetime.combine(day, ends or DAY_ENDS)
            found += free_times(on.get(day, ()), max(begin, now), until, timedelta(minutes=max(1, minutes)))
        first, end_of_all = datetime.combine(start, begins or Clock.min), datetime.combine(last, ends or Clock.max)
        between = [e for e in busy if e.end > first and e.start < end_of_all]
        return ToolResult(
            value={
                "start": start.isoformat(),
                "end": last.isoformat(),
                "free": [{"start": a.isoformat(timespec="minutes"), "end": b.isoformat(timespec="minutes")} for a, b in found[:MOST_FOUND]],
                "busy": [e.view() for e in between[:MOST_FOUND]],
                "unread": list(unread),
            }
        )

    @tool(effect=Effect.READ)
    async def find_conflicts(self, start: Day, end: Day | None = None, *, call: Call) -> ToolResult:
        """What overlaps from `start` to `end`, both included; what has no length is taken for an hour."""
        last = end or start
        busy, unread = await self._busy(*_period(start, last), call.task)
        pairs: list[Value] = [[one.view(), other.view()] for one, other in islice(clashes(busy), MOST_FOUND)]
        return ToolResult(value={"start": start.isoformat(), "end": last.isoformat(), "clashes": pairs, "unread": list(unread)})

    @tool(effect=Effect.READ)
    async def compare_days(self, start: Day, end: Day, busiest: bool = False, *, call: Call) -> ToolResult:
        """Which days from `start` to `end`, both included, are the least busy, or with `busiest` the busiest: by the time that is taken up
        (what has a time but no length is taken for an hour), then by how much is planned."""
        first, last = _period(start, end)
        person = call.task.person
        events = await find_events(self._external, first, last, call.task)
        lasting = await self._schedule.tasks.lasting(first, person=person)
        tasks = (*lasting, *await self._schedule.tasks.between(first, last, person=person), *events.tasks)
        routines = await self._schedule.routines.all(person=person)
        found = loads(tasks, days_of_routines(routines, (), first, last, zone_of(call.task.now)), first, last)
        best = (max if busiest else min)(found, key=lambda load: (load.minutes, load.entries))
        alike = [load.view() for load in found if (load.minutes, load.entries) == (best.minutes, best.entries)]
        return ToolResult(
            value={
                "start": first.isoformat(),
                "end": last.isoformat(),
                "busiest": busiest,
                "days": alike,
                "unread": list(events.unread),
            }
        )

    @tool(effect=Effect.READ)
    async def find_next(self, about: Words = "", *, call: Call) -> ToolResult:
        """What comes next: the first entry ahead that has a time, with what is to be done without one until then. `about` narrows it to
        titles like these words."""
        now, person = call.task.now.replace(tzinfo=None), call.task.person
        first, last = now.date(), now.date() + LONGEST_PERIOD
        events = await find_events(self._external, first, last, call.task)
        tasks = (*await self._schedule.tasks.between(first, last, person=person, done=False), *events.tasks)
        ticks = await self._schedule.routines.checks(first, first, person=person)
        days = days_of_routines(await self._schedule.routines.all(person=person), ticks, first, last, zone_of(call.task.now))
        ahead: list[Value] = [*upcoming(tasks, days, now, fits=lambda title: not about or score(about, title) >= SURE)]
        return ToolResult(value={"upcoming": ahead[-MOST_FOUND:], "about": about, "unread": list(events.unread)})

    @tool(effect=Effect.READ)
    async def count_days(self, date: Day, *, call: Call) -> ToolResult:
        """How many days it is until a day; negative where it has passed."""
        return ToolResult(value={"counted": date.isoformat(), "days": (date - call.task.now.date()).days})

    @tool(effect=Effect.READ)
    async def list_overdue(self, *, call: Call) -> ToolResult:
        """Open tasks of earlier days."""
        today = call.task.now.date()
        found = await self._schedule.tasks.overdue(today, person=call.task.person)
        return ToolResult(value={"overdue": [t.view() for t in found], "date": today.isoformat()})

    @tool(effect=Effect.READ)
    async def search_schedule(self, words: Words, *, call: Call) -> ToolResult:
        """Tasks whose titles and days of the diary whose text hold these words, the newest first."""
        if not words.strip():
            raise InvalidRequest("a search needs words", where="words")
        person = call.task.person
        tasks = await self._schedule.tasks.search(words, person=person, limit=MOST_FOUND)
        logs = await self._schedule.logs.search(words, person=person, limit=MOST_FOUND)
        return ToolResult(value={"words": words, "found_tasks": [t.view() for t in tasks], "found_logs": [log.view() for log in logs]})

    async def _busy(self, first: Day, last: Day, task: Task) -> tuple[tuple[Engagement, ...], tuple[str, ...]]:
        """What takes up time, and which calendars could not be read."""
        before = first - timedelta(days=1)
        events = await find_events(self._external, before, last, task)
        timed = [event for event in events.tasks if event.time is not None]
        lasting = (row for row in await self._schedule.tasks.lasting(before, person=task.person) if row.time is not None)
        tasks = (*lasting, *await self._schedule.tasks.between(before, last, person=task.person, timed=True), *timed)
        routines = await self._schedule.routines.all(person=task.person)
        return engagements(tasks, days_of_routines(routines, (), before, last, zone_of(task.now))), events.unread


def _period(start: Day, end: Day) -> tuple[Day, Day]:
    if end < start:
        raise InvalidRequest(f"a period that starts on {start} cannot end on {end}", where="end")
    if not FIRST_YEAR <= start.year <= end.year <= LAST_YEAR:
        raise InvalidRequest(f"a period lies between {FIRST_YEAR} and {LAST_YEAR}", where="start")
    return start, min(end, start + LONGEST_PERIOD)


def _days(start: Day, end: Day) -> list[Day]:
    return [start + timedelta(days=n) for n in range((end - start).days + 1)]
