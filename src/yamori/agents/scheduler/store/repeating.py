"""A task that comes again becomes a routine: one act, in one transaction, under one key, and taken back as one."""

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from yamori.agents.scheduler.rules.rows.occurrences import occurrences
from yamori.agents.scheduler.rules.rows.reminder import Reminder
from yamori.agents.scheduler.store.changes import Change, Changes, Did, expected_version, replaced_key, ticked_key
from yamori.agents.scheduler.store.database import Database
from yamori.agents.scheduler.store.reminders import Reminders, select_reminders
from yamori.agents.scheduler.store.routines import NewRoutine, Routines
from yamori.agents.scheduler.store.tables import reminders as table
from yamori.agents.scheduler.store.tasks import Tasks
from yamori.agents.scheduler.store.within import Begun, Within, settled
from yamori.domain.clock import Clock
from yamori.domain.errors import InvalidRequest

if TYPE_CHECKING:
    from sqlalchemy import Connection

_A_YEAR = timedelta(days=366)


class Repeating:
    """Puts a routine in the place of a task, with its reminders."""

    def __init__(self, database: Database, changes: Changes, clock: Clock) -> None:
        self._database = database
        self._changes = changes
        self._clock = clock

    async def repeat(self, task_id: int, new: NewRoutine, *, done: bool, person: str, key: str, version: int | None = None) -> Change:
        """The routine instead of the task; with `done` its first day is ticked off. Raises `InvalidRequest`, also where there is such a
        routine already, which would swallow the task."""

        def work(connection: "Connection") -> Change:
            begun = Begun(connection)
            journal = Within(begun, self._changes, self._clock)
            known = settled(journal.made(key))
            if known is not None:
                return known
            tasks, routines = Tasks(begun, journal, self._clock), Routines(begun, journal, self._clock)
            task = settled(tasks.get(task_id, person=person))
            expected_version(task, version)
            change = settled(routines.add(new, person=person, key=key))
            if change.did is Did.UNCHANGED:
                raise InvalidRequest(f"there is a routine {change.routine.title!r} at these times already", where="routine")
            _Carrying(begun, journal, self._clock).carry(connection, task.id, change.routine.id)
            made = change.routine
            first = next(iter(occurrences(made.recurrence, made.starts, made.starts, made.starts + _A_YEAR)), None)
            if done and first is not None:
                settled(routines.check(change.routine.id, first, person=person, key=ticked_key(key)))
            settled(tasks.delete(task.id, person=person, key=replaced_key(key)))
            return change

        change = await self._database.transact(work)
        self._changes.bell.ring()
        return change


class _Carrying(Reminders):
    """Reminders that go on with another row."""

    def carry(self, connection: "Connection", task_id: int, routine_id: int) -> None:
        """One of the routine for each of the task's. Those of the task stay where they are, and wait for nothing once it is gone."""
        now = self._clock.now()
        for one in select_reminders(connection, table.c.task_id == task_id, table.c.cancelled.is_(False)):
            new = Reminder(id=0, person=one.person, text=one.text, routine_id=routine_id, lead=one.lead, created=now, updated=now)
            reminder = self._settled(connection, new)
            if reminder.due is not None and reminder.due <= now:
                reminder = self._settled(connection, replace(new, through=reminder.due))
            connection.execute(table.insert().values(**self._row(reminder)))
