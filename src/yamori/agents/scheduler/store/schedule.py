"""The schedule as a whole: one database, and a store for each thing in it."""

from collections.abc import Collection
from datetime import timedelta
from pathlib import Path

from yamori.agents.scheduler.notices import NoticeKind
from yamori.agents.scheduler.rules.rows.entry import LONGEST_TITLE
from yamori.agents.scheduler.store.calendars import Calendars
from yamori.agents.scheduler.store.changes import Change, Changes, RowKind
from yamori.agents.scheduler.store.database import Database, open_database
from yamori.agents.scheduler.store.deliveries import Deliveries
from yamori.agents.scheduler.store.firing import Claims
from yamori.agents.scheduler.store.logs import DayLogs
from yamori.agents.scheduler.store.notices import Notices
from yamori.agents.scheduler.store.preferences import PeoplesPreferences
from yamori.agents.scheduler.store.reminders import NewReminder, Reminders
from yamori.agents.scheduler.store.repeating import Repeating
from yamori.agents.scheduler.store.routines import Checks, Routines
from yamori.agents.scheduler.store.tasks import Tasks
from yamori.agents.scheduler.store.tokens import Tokens
from yamori.domain.clock import Clock


class Schedule:
    """What people have to do, do again and again, and did."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database = database
        self.clock = clock
        self.changes = Changes(database, clock)
        self.tasks = Tasks(database, self.changes, clock)
        self.routines = Routines(database, self.changes, clock)
        self.logs = DayLogs(database, self.changes, clock)
        self.tokens = Tokens(database, clock)
        self.calendars = Calendars(database, self.changes, clock)
        self.reminders = Reminders(database, self.changes, clock)
        self.repeating = Repeating(database, self.changes, clock)
        self.preferences = PeoplesPreferences(database, self.changes, clock)
        self.notices = Notices(database, clock)
        self.deliveries = Deliveries(database, clock)
        self.claims = Claims(database, clock)
        self.changes.restore_with(RowKind.TASK, self.tasks)
        self.changes.restore_with(RowKind.ROUTINE, self.routines)
        self.changes.restore_with(RowKind.CHECK, Checks())
        self.changes.restore_with(RowKind.LOG, self.logs)
        self.changes.restore_with(RowKind.REMINDER, self.reminders)
        self.changes.restore_with(RowKind.PREFERENCES, self.preferences)
        self.changes.follow_with(self.reminders.follow)

    async def snooze_notice(self, id: int, by: timedelta, *, person: str, key: str) -> Change:
        """Put away what was told, and have it come once more so long from now. Raises `InvalidRequest`."""
        notice = await self.notices.get(id, person=person)
        if notice.reminder_id is not None:
            change = await self.reminders.snooze(notice.reminder_id, by, person=person, key=key)
        else:
            new = NewReminder(text=" ".join(notice.text.split())[:LONGEST_TITLE], moment=self.clock.now() + by)
            change = await self.reminders.set(new, person=person, key=key)
        await self.notices.dismiss(id, person=person)
        return change

    async def warn(self, text: str, *, key: str, people: Collection[str]) -> None:
        """Notify these people at once of something about the house itself, wherever they want to be notified; once for each `key`."""
        await self._notify(NoticeKind.WARNING, text, key=key, people=people)

    async def notify(self, text: str, *, key: str, person: str) -> None:
        """Notify somebody at once of what they wanted to know, wherever they want to be notified; once for each `key`."""
        await self._notify(NoticeKind.EVENT, text, key=key, people=[person])

    async def pass_on(self, text: str, *, key: str, people: Collection[str]) -> None:
        """Notify these people at once of what another of the home has them told, wherever they want to be notified; once for each `key`."""
        await self._notify(NoticeKind.MESSAGE, text, key=key, people=people)

    async def _notify(self, kind: NoticeKind, text: str, *, key: str, people: Collection[str]) -> None:
        if await self.claims.notify(kind, text, key=key, people=people):
            self.notices.bell.ring()
            self.deliveries.bell.ring()

    async def close(self) -> None:
        self.notices.close()
        await self.database.close()


async def open_schedule(where: str | Path | None, clock: Clock) -> Schedule:
    """A schedule in a file, behind a database URL, or in memory (None), with its tables brought up to date.

    Raises `Misconfigured` when the place cannot be written or holds something else.
    """
    return Schedule(await open_database(where), clock)
