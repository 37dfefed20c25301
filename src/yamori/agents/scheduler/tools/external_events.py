"""The events of other systems' calendars, beside the schedule's own rows: every answer about a day takes them in."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock

from yamori.agentkit.task import Task
from yamori.agents.scheduler.external import Collection, CollectionKind, ExternalSchedule
from yamori.agents.scheduler.rules.resolving.external_calls import tasks_of_events
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.domain.errors import YamoriError


@dataclass(frozen=True, kw_only=True)
class FoundEvents:
    """What all calendars hold of a period."""

    tasks: tuple[CustomTask, ...] = ()
    """By their beginning; ids below zero, since no tool of the schedule can change them."""
    unread: tuple[str, ...] = ()
    """Names of calendars that did not answer."""


async def find_events(external: ExternalSchedule, first: Day, last: Day, task: Task) -> FoundEvents:
    """From `first` to `last`, both included, in the time zone of the task."""
    calendars = [c for c in external.collections() if c.kind is CollectionKind.CALENDAR]
    if not calendars:
        return FoundEvents()
    zone = task.now.tzinfo
    start, end = datetime.combine(first, Clock(), zone), datetime.combine(last + timedelta(days=1), Clock(), zone)

    async def read(calendar: Collection) -> Sequence[CustomTask] | None:
        try:
            events = await external.events(calendar.id, start, end)
        except YamoriError:  # what does not answer is named in the answer, and the rest goes on
            return None
        return tasks_of_events(events, calendar.name, person=task.person, now=task.now)

    answers = await asyncio.gather(*(read(calendar) for calendar in calendars))
    found = [event for answer in answers for event in answer or ()]
    return FoundEvents(
        tasks=tuple(sorted(found, key=lambda t: (t.date or Day.max, t.time or Clock()))),
        unread=tuple(c.name for c, answer in zip(calendars, answers, strict=True) if answer is None),
    )
