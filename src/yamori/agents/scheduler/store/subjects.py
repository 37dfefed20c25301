"""What reminders are about, read in bulk: the open tasks and the routines that they name."""

from collections.abc import Collection, Iterator, Sequence
from datetime import date as Day
from datetime import timedelta
from typing import TYPE_CHECKING

import sqlalchemy as sa

from yamori.agents.scheduler.rules.rows.reminder import Again, Once, Reminder, Subject
from yamori.agents.scheduler.store.routines import select_done_days
from yamori.agents.scheduler.store.tables import custom_tasks, daily_logs, routines

if TYPE_CHECKING:
    from sqlalchemy import Connection

_MOST = 500
"""Numbers in one question: databases limit the parameters of a statement."""
_BEFORE = timedelta(days=3)
"""Zones apart, and a day more than a reminder looks back for what comes next."""


class Subjects:
    """Of some reminders, as they are within one transaction."""

    def __init__(self, connection: "Connection", reminders: Collection[Reminder]) -> None:
        self._tasks: dict[int, Once] = {}
        self._routines: dict[int, Again] = {}
        for ids in _groups({r.task_id for r in reminders if r.task_id is not None}):
            self._read_tasks(connection, ids)
        since = min(((r.through or r.created).date() for r in reminders if r.routine_id is not None), default=Day.max) - _BEFORE
        for ids in _groups({r.routine_id for r in reminders if r.routine_id is not None}):
            self._read_routines(connection, ids, since)

    def of(self, reminder: Reminder) -> Subject:
        """None for a reminder of a moment, and where the task is done or gone."""
        if reminder.task_id is not None:
            return self._tasks.get(reminder.task_id)
        return self._routines.get(reminder.routine_id) if reminder.routine_id is not None else None

    def _read_tasks(self, connection: "Connection", ids: Sequence[int]) -> None:
        c = custom_tasks.c
        for row in connection.execute(sa.select(c.id, c.title, c.date, c.time).where(c.id.in_(ids), c.done.is_(False))):
            self._tasks[row.id] = Once(title=row.title, date=row.date, time=row.time)

    def _read_routines(self, connection: "Connection", ids: Sequence[int], since: Day) -> None:
        """A day on which a routine is done already is a day on which it does not come; what is older than `since` comes no more anyway."""
        done = select_done_days(connection, daily_logs.c.routine_id.in_(ids), daily_logs.c.date >= since, today=since)
        for row in connection.execute(routines.select().where(routines.c.id.in_(ids))):
            self._routines[row.id] = Again(
                title=row.title,
                recurrence=row.recurrence,
                starts=row.starts,
                time=row.time,
                skipped=(*(Day.fromisoformat(day) for day in row.skipped or ()), *done.get(row.id, ())),
                zone=row.zone,
            )


def _groups(ids: Collection[int]) -> Iterator[Sequence[int]]:
    ordered = sorted(ids)
    for first in range(0, len(ordered), _MOST):
        yield ordered[first : first + _MOST]
