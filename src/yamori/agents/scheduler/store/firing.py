"""Reminders and briefings that are due become notices, each once, within one transaction.

Whoever comes second (another process, a process that was killed and began again) finds nothing due, or the notice's key taken.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
import structlog

from yamori.agents.scheduler.notices import Notice, NoticeKind
from yamori.agents.scheduler.rules.reporting.announcement import announcement, spoken_language
from yamori.agents.scheduler.rules.rows.instants import zone_of
from yamori.agents.scheduler.rules.rows.preferences import Preferences
from yamori.agents.scheduler.rules.rows.reminder import Firing, Reminder, State, Subject, fired
from yamori.agents.scheduler.store.briefings import due_briefings
from yamori.agents.scheduler.store.database import Database
from yamori.agents.scheduler.store.deliveries import begin_deliveries
from yamori.agents.scheduler.store.notices import read_notice
from yamori.agents.scheduler.store.preferences import preferences_of
from yamori.agents.scheduler.store.reminders import read_reminder, reminder_columns
from yamori.agents.scheduler.store.subjects import Subjects
from yamori.agents.scheduler.store.tables import notices, preferences
from yamori.agents.scheduler.store.tables import reminders as table
from yamori.domain.clock import Clock
from yamori.domain.errors import YamoriError

if TYPE_CHECKING:
    from sqlalchemy import Connection

BATCH = 250
"""Reminders in one transaction: few enough that nobody else waits long."""
_ONE_AT_A_TIME = 0x59414D4F  # a name of our own for PostgreSQL's advisory lock: notices are numbered in the order of their commits
_MOVING = ("snoozed", "through", "due", "state", "fired")
_LOG = structlog.get_logger()


@dataclass(frozen=True, kw_only=True)
class DueNotices:
    """What one look at what is due brought."""

    notices: tuple[Notice, ...] = ()
    more: bool = False
    """More is due already."""
    next: datetime | None = None
    """When something is due next, as far as is known now."""


class Claims:
    """Turns what is due into notices."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def claim(self, *, most: int = BATCH) -> DueNotices:
        """Make notices of what is due by now; they are kept, and on their way to whoever wants them elsewhere too, once this returns."""

        def work(connection: "Connection") -> DueNotices:
            now = self._clock.now()
            if connection.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_ONE_AT_A_TIME)))
            due = table.select().where(table.c.due <= now).order_by(table.c.due, table.c.id).limit(most).with_for_update()
            reminders = tuple(read_reminder(row._mapping) for row in connection.execute(due))
            notices = _fired(connection, reminders, now) if reminders else ()
            if len(reminders) == most:
                return DueNotices(notices=notices, more=True)
            notices += _written(connection, due_briefings(connection, now), now)
            waits = (sa.select(sa.func.min(column)).scalar_subquery() for column in (table.c.due, preferences.c.due))
            coming = [at for at in connection.execute(sa.select(*waits)).one() if at is not None]
            return DueNotices(notices=notices, next=min(coming, default=None))

        return await self._database.transact(work)

    async def notify(self, kind: NoticeKind, text: str, *, key: str, people: Collection[str]) -> tuple[Notice, ...]:
        """Notify these people of something now, once for each `key`."""

        def work(connection: "Connection") -> tuple[Notice, ...]:
            now = self._clock.now()
            if connection.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_ONE_AT_A_TIME)))
            notice = {"kind": kind.value, "text": text, "due": now, "at": now, "late": False, "missed": False}
            nothing = {"reminder_id": None, "task_id": None, "routine_id": None}
            rows = [{"key": f"{key}/{person}", "person": person, **notice, **nothing} for person in people]
            return _written(connection, rows, now)

        return await self._database.transact(work)


def _fired(connection: "Connection", reminders: Sequence[Reminder], now: datetime) -> tuple[Notice, ...]:
    zone = zone_of(now)
    subjects = Subjects(connection, reminders)
    known = preferences_of(connection, {reminder.person for reminder in reminders})
    rows: list[dict[str, Any]] = []
    moved: list[dict[str, Any]] = []
    for reminder in reminders:
        subject = subjects.of(reminder)
        try:
            after, firings = fired(reminder, subject, now=now, zone=zone)
        except (YamoriError, ArithmeticError, LookupError, ValueError):  # one row that cannot be reckoned must not keep all others waiting
            _LOG.exception("reminder_cannot_be_reckoned", reminder=reminder.id)
            after, firings = replace(reminder, due=None, state=State.MISSED), ()
        rows += [_row(reminder, firing, subject, known.get(reminder.person), now, zone) for firing in firings]
        columns = reminder_columns(after, str(zone))
        moved.append({f"new_{name}": columns[name] for name in _MOVING} | {"one": reminder.id})
    changed = {name: sa.bindparam(f"new_{name}", type_=table.c[name].type) for name in _MOVING}
    connection.execute(table.update().where(table.c.id == sa.bindparam("one")).values(**changed), moved)
    return _written(connection, rows, now)


def _row(
    reminder: Reminder, firing: Firing, subject: Subject, preferred: Preferences | None, now: datetime, zone: tzinfo
) -> dict[str, Any]:
    words = reminder.text or (subject.title if subject is not None else None)
    language = spoken_language(words, preferred.language if preferred is not None else None, reminder.language)
    return {
        "key": f"reminder/{reminder.id}/{firing.due:%Y%m%dT%H%M%S.%fZ}",
        "person": reminder.person,
        "kind": (NoticeKind.TIMER if reminder.timer else NoticeKind.REMINDER).value,
        "text": announcement(words, firing, now=now, zone=zone, language=language),
        "reminder_id": reminder.id,
        "task_id": reminder.task_id,
        "routine_id": reminder.routine_id,
        "due": firing.due,
        "at": now,
        "late": firing.late,
        "missed": firing.missed,
    }


def _written(connection: "Connection", rows: Sequence[dict[str, Any]], now: datetime) -> tuple[Notice, ...]:
    """Those whose key nobody took before."""
    if not rows:
        return ()
    taken = set(connection.scalars(sa.select(notices.c.key).where(notices.c.key.in_([row["key"] for row in rows]))))
    new = [row for row in rows if row["key"] not in taken]
    if not new:
        return ()
    found = connection.execute(notices.insert().returning(notices, sort_by_parameter_order=True), new)
    written = tuple(read_notice(row._mapping) for row in found)
    known = preferences_of(connection, {notice.person for notice in written})
    begin_deliveries(
        connection, [(notice, known[notice.person].channels) for notice in written if notice.person in known and not notice.missed], now
    )
    return written
