"""Reminders of tasks and routines as calendars know them: so many seconds before something begins, whether they still wait or not.

What a calendar brings may have passed long ago. Its alarm is kept all the same, for the day on which the event is moved, but nothing is
told of a time that was over before the alarm came.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import sqlalchemy as sa

from yamori.agents.scheduler.rules.rows.reminder import Reminder
from yamori.agents.scheduler.store.changes import Change, Did, RowKind
from yamori.agents.scheduler.store.reminders import Reminders, select_reminders
from yamori.agents.scheduler.store.tables import reminders as table

if TYPE_CHECKING:
    from sqlalchemy import Connection

Leads = Mapping[tuple[RowKind, int], tuple[int, ...]]
"""Of rows: the seconds by which their reminders come before they begin, the latest first."""


class Alarms(Reminders):
    """Reminders that come and go with an event."""

    async def leads(self, person: str) -> Leads:
        """Of every task and routine of a person's that has any."""
        return await self._database.transact(lambda c: _leads(c, table.c.person == person))

    async def leads_of(self, kind: RowKind, number: int) -> tuple[int, ...]:
        """Of one row."""
        return (await self._database.transact(lambda c: _leads(c, _column(kind) == number))).get((kind, number), ())

    async def arm(self, kind: RowKind, number: int, lead: int, *, person: str, key: str) -> Change:
        """One more; unchanged where there is the same already."""

        def insert(connection: "Connection") -> Change:
            at = self._clock.now()
            known = select_reminders(connection, _column(kind) == number, table.c.lead == lead, table.c.cancelled.is_(False), limit=1)
            if known:
                return Change(key=key, kind=RowKind.REMINDER, did=Did.UNCHANGED, before=known[0], after=known[0], at=at)
            task, routine = (number, None) if kind is RowKind.TASK else (None, number)
            length = timedelta(seconds=lead)
            new = Reminder(id=0, person=person, task_id=task, routine_id=routine, lead=length, created=at, updated=at)
            reminder = self._settled(connection, new)
            if reminder.due is not None and reminder.due <= at:
                reminder = self._settled(connection, replace(new, through=reminder.due))
            made = connection.execute(table.insert().values(**self._row(reminder))).inserted_primary_key
            assert made is not None  # every table here numbers its rows
            return Change(key=key, kind=RowKind.REMINDER, did=Did.ADDED, before=None, after=replace(reminder, id=made[0]), at=at)

        return await self._changes.once(insert, person=person, key=key)

    async def disarm(self, kind: RowKind, number: int, leads: Iterable[int], *, person: str, key: str) -> None:
        """Those do not come any more, nor come back with what they are of."""

        def read(connection: "Connection") -> tuple[Reminder, ...]:
            return select_reminders(connection, _column(kind) == number, table.c.lead.in_(list(leads)), table.c.cancelled.is_(False))

        for one, reminder in enumerate(await self._database.transact(read)):
            await self._edit(
                reminder.id, Did.CANCELLED, lambda r: replace(r, cancelled=True, snoozed=None), person=person, key=f"{key}.{one}"
            )


def _column(kind: RowKind) -> sa.Column[int]:
    return table.c.task_id if kind is RowKind.TASK else table.c.routine_id


def _leads(connection: "Connection", *conditions: sa.ColumnElement[bool]) -> Leads:
    wanted = sa.select(table.c.task_id, table.c.routine_id, table.c.lead).where(*conditions, table.c.cancelled.is_(False))
    found: dict[tuple[RowKind, int], set[int]] = {}
    for task, routine, lead in connection.execute(wanted):
        if task is not None or routine is not None:
            found.setdefault((RowKind.TASK, task) if task is not None else (RowKind.ROUTINE, routine), set()).add(lead)
    return {row: tuple(sorted(leads)) for row, leads in found.items()}
