"""Everyone's reminders. Each call sees one person's; what fires them is `firing.Firing`."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.rows.instants import zone_of
from yamori.agents.scheduler.rules.rows.log import DailyLog
from yamori.agents.scheduler.rules.rows.reminder import Reminder, State, checked_reminder, settled
from yamori.agents.scheduler.rules.rows.routine import Routine
from yamori.agents.scheduler.store.changes import Change, Changes, Did, Row, RowKind, expected_version
from yamori.agents.scheduler.store.database import Database
from yamori.agents.scheduler.store.subjects import Subjects
from yamori.agents.scheduler.store.tables import calendar_links, custom_tasks, routines
from yamori.agents.scheduler.store.tables import reminders as table
from yamori.domain.clock import Clock
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language

if TYPE_CHECKING:
    from sqlalchemy import Connection

MOST_WAITING = 2000
"""Of one person: whoever sets more has a mistake in a loop."""
LONGEST_SNOOZE = timedelta(days=366)


@dataclass(frozen=True, kw_only=True)
class NewReminder:
    """What a reminder is made of, before the schedule has given it a number: one of a moment, a task and a routine."""

    text: str | None = None
    moment: datetime | None = None
    """Aware."""
    task_id: int | None = None
    routine_id: int | None = None
    lead: timedelta = timedelta(0)
    timer: bool = False
    language: Language | None = None
    """In which it was set."""


class Reminders:
    """Set, cancelled, snoozed, and moved with what they remind of. Fulfils `changes.Restorer`."""

    def __init__(self, database: Database, changes: Changes, clock: Clock) -> None:
        self._database = database
        self._changes = changes
        self._clock = clock

    async def set(self, new: NewReminder, *, person: str, key: str) -> Change:
        """A new reminder; unchanged where the same one waits already. Raises `InvalidRequest`, also where its time has passed."""

        def insert(connection: "Connection") -> Change:
            at = self._clock.now()
            reminder = checked_reminder(
                Reminder(
                    id=0,
                    person=person,
                    text=new.text,
                    moment=new.moment,
                    task_id=new.task_id,
                    routine_id=new.routine_id,
                    lead=new.lead,
                    timer=new.timer,
                    language=new.language,
                    created=at,
                    updated=at,
                ),
                at,
            )
            self._check_subject(connection, reminder)
            if (same := _alike(connection, reminder)) is not None:
                return Change(key=key, kind=RowKind.REMINDER, did=Did.UNCHANGED, before=same, after=same, at=at)
            reminder = self._settled(connection, reminder)
            if reminder.due is None:
                raise InvalidRequest("its time has passed, so that there is nothing to remind of", where="at")
            number = connection.execute(table.insert().values(**self._row(reminder))).inserted_primary_key
            if number is None:
                raise InvalidRequest("the database gave the reminder no number")
            return Change(key=key, kind=RowKind.REMINDER, did=Did.ADDED, before=None, after=_one(connection, number[0], person), at=at)

        return await self._changes.once(insert, person=person, key=key)

    async def cancel(self, id: int, *, person: str, key: str, version: int | None = None) -> Change:
        """Unchanged where it does not wait for anything."""

        def edit(reminder: Reminder) -> Reminder:
            return replace(reminder, cancelled=True, snoozed=None) if reminder.state is State.WAITING else reminder

        return await self._edit(id, Did.CANCELLED, edit, person=person, key=key, version=version)

    async def snooze(self, id: int, by: timedelta, *, person: str, key: str) -> Change:
        """Have it come once more, so long from now; a timer, a moment and what was put off already come so much later if they have not come
        yet. Raises `InvalidRequest`."""
        if not timedelta(0) < by <= LONGEST_SNOOZE:
            raise InvalidRequest("a reminder is put off by more than nothing and at most 366 days", where="minutes")

        def edit(reminder: Reminder) -> Reminder:
            now = self._clock.now()
            if reminder.state is State.CANCELLED:
                raise InvalidRequest("a reminder that was cancelled cannot be put off; set a new one", where="reminder_id")
            if reminder.state is State.WAITING and reminder.snoozed is not None:
                return replace(reminder, snoozed=reminder.snoozed + by)
            if reminder.state is State.WAITING and reminder.moment is not None:
                return replace(reminder, moment=reminder.moment + by)
            return replace(reminder, snoozed=now + by)

        return await self._edit(id, Did.SNOOZED, edit, person=person, key=key)

    async def set_length(self, id: int, length: timedelta, *, text: str | None = None, person: str, key: str) -> Change:
        """Have a timer run so long from when it was set, or from now where that would be over. Raises `InvalidRequest` for one that does
        not run."""

        def edit(reminder: Reminder) -> Reminder:
            now = self._clock.now()
            if not reminder.timer or reminder.state is not State.WAITING:
                raise InvalidRequest("the timer does not run any more; set a new one", where="reminder_id")
            moment = reminder.created + length
            changed = replace(reminder, moment=moment if moment > now else now + length, snoozed=None, text=text or reminder.text)
            return checked_reminder(changed, now)

        return await self._edit(id, Did.CHANGED, edit, person=person, key=key)

    async def get(self, id: int, *, person: str) -> Reminder:
        """Raises `InvalidRequest` when the person has no such reminder."""
        return await self._database.transact(lambda c: _one(c, id, person))

    async def called(self, reminder: Reminder) -> str | None:
        """Its words, else the title of what it reminds of."""
        if reminder.text is not None or reminder.moment is not None:
            return reminder.text
        subject = await self._database.transact(lambda c: Subjects(c, (reminder,)).of(reminder))
        return subject.title if subject is not None else None

    async def waiting(self, *, person: str, limit: int = 200) -> tuple[Reminder, ...]:
        """What is still to come, soonest first."""
        mine = (table.c.person == person, table.c.state == State.WAITING.value)
        return await self._database.transact(lambda c: select_reminders(c, *mine, limit=limit))

    async def of(self, *, person: str, task_id: int | None = None, routine_id: int | None = None, limit: int = 200) -> tuple[Reminder, ...]:
        """A person's, those that have come too; of one task or routine, where it is named."""
        narrowed = [table.c.person == person]
        if task_id is not None:
            narrowed.append(table.c.task_id == task_id)
        if routine_id is not None:
            narrowed.append(table.c.routine_id == routine_id)
        return await self._database.transact(lambda c: select_reminders(c, *narrowed, limit=limit))

    async def timers(self, ids: Collection[int]) -> tuple[Reminder, ...]:
        """These of anybody's, whether they wait still or not; those that were deleted are left out."""
        return await self._database.transact(lambda c: select_reminders(c, table.c.timer.is_(True), table.c.id.in_(list(ids))))

    async def everything(self) -> tuple[Reminder, ...]:
        """Everyone's, for an evaluation or a backup."""
        return await self._database.transact(select_reminders)

    def follow(self, connection: "Connection", change: Change) -> None:
        """A task or routine was changed, or ticked off for a day: its reminders go with it. A `changes.Follower`."""
        if change.did is Did.UNCHANGED:
            return
        match change.row:
            case CustomTask(id=number):
                about = table.c.task_id == number
            case Routine(id=number) | DailyLog(routine_id=number):
                about = table.c.routine_id == number
            case _:
                return
        self._resettle(connection, select_reminders(connection, about))

    def follow_zone(self, connection: "Connection") -> None:
        """The home stands in another zone than when these were reckoned."""
        following = sa.or_(table.c.task_id.is_not(None), table.c.routine_id.is_not(None))
        here = zone_name(self._clock)
        elsewhere = (table.c.state == State.WAITING.value, following, table.c.zone != here)
        self._resettle(connection, select_reminders(connection, *elsewhere))

    def _resettle(self, connection: "Connection", found: tuple[Reminder, ...]) -> None:
        if not found:
            return
        now = self._clock.now()
        subjects, zone = Subjects(connection, found), zone_of(now)
        for reminder in found:
            after = settled(reminder, subjects.of(reminder), now=now, zone=zone)
            if after != reminder:
                after = replace(after, updated=now)
                connection.execute(table.update().where(table.c.id == reminder.id).values(**self._row(after)))

    def _settled(self, connection: "Connection", reminder: Reminder) -> Reminder:
        now = self._clock.now()
        return settled(reminder, Subjects(connection, (reminder,)).of(reminder), now=now, zone=zone_of(now))

    def _check_subject(self, connection: "Connection", reminder: Reminder) -> None:
        for number, rows, where in ((reminder.task_id, custom_tasks, "task_id"), (reminder.routine_id, routines, "routine_id")):
            if number is None:
                continue
            mine = rows.select().where(rows.c.id == number, rows.c.person == reminder.person)
            row = connection.execute(mine).first()
            if row is None:
                raise InvalidRequest(f"there is no {where.removesuffix('_id')} {number}", where=where)
            if where == "task_id" and row.done:
                raise InvalidRequest(f"{row.title!r} is done, so that there is nothing to remind of", where=where)
            if where == "task_id" and row.date is None:
                raise InvalidRequest(f"{row.title!r} has no day, so that there is no time to remind of it; give a time", where=where)

    async def _edit(
        self, id: int, did: Did, edit: Callable[[Reminder], Reminder], *, person: str, key: str, version: int | None = None
    ) -> Change:
        def update(connection: "Connection") -> Change:
            at = self._clock.now()
            before = _one(connection, id, person)
            expected_version(before, version)
            after = edit(before)
            if after == before:
                return Change(key=key, kind=RowKind.REMINDER, did=Did.UNCHANGED, before=before, after=before, at=at)
            after = replace(self._settled(connection, after), updated=at, version=before.version + 1)
            connection.execute(table.update().where(table.c.id == id).values(**self._row(after)))
            return Change(key=key, kind=RowKind.REMINDER, did=did, before=before, after=_one(connection, id, person), at=at)

        return await self._changes.once(update, person=person, key=key)

    def present(self, connection: "Connection", row: Row) -> Row | None:
        assert isinstance(row, Reminder)
        found = select_reminders(connection, table.c.id == row.id)
        return found[0] if found else None

    def put(self, connection: "Connection", row: Row) -> Row:
        """What was told since stays told, and what passed while it was cancelled stays passed."""
        assert isinstance(row, Reminder)
        present, row = self.present(connection, row), replace(row, due=None)
        if isinstance(present, Reminder):
            row = replace(row, due=present.due, through=present.through, fired=present.fired, state=present.state, version=present.version)
        row = replace(self._settled(connection, row), version=row.version + 1, updated=self._clock.now())
        if present is None:
            connection.execute(table.insert().values(id=row.id, **self._row(row)))
        else:
            connection.execute(table.update().where(table.c.id == row.id).values(**self._row(row)))
        return row

    def remove(self, connection: "Connection", row: Row) -> None:
        assert isinstance(row, Reminder)
        connection.execute(table.delete().where(table.c.id == row.id))

    def _row(self, reminder: Reminder) -> dict[str, object]:
        return reminder_columns(reminder, zone_name(self._clock))


def select_reminders(connection: "Connection", *conditions: sa.ColumnElement[bool], limit: int | None = None) -> tuple[Reminder, ...]:
    """Soonest first; what does not wait any more, last."""
    query = table.select().where(*conditions).order_by(table.c.due.is_(None), table.c.due, table.c.id).limit(limit)
    return tuple(read_reminder(row._mapping) for row in connection.execute(query))


def reminder_columns(reminder: Reminder, zone: str) -> dict[str, object]:
    """The columns but for the number."""
    return {
        "person": reminder.person,
        "text": reminder.text,
        "moment": reminder.moment,
        "task_id": reminder.task_id,
        "routine_id": reminder.routine_id,
        "lead": int(reminder.lead.total_seconds()),
        "timer": reminder.timer,
        "language": reminder.language.value if reminder.language else None,
        "cancelled": reminder.cancelled,
        "snoozed": reminder.snoozed,
        "through": reminder.through,
        "due": reminder.due,
        "state": reminder.state.value,
        "fired": reminder.fired,
        "zone": zone,
        "version": reminder.version,
        "created": reminder.created.isoformat(),
        "updated": reminder.updated.isoformat(),
    }


def _one(connection: "Connection", id: int, person: str) -> Reminder:
    found = select_reminders(connection, table.c.person == person, table.c.id == id)
    if not found:
        raise InvalidRequest(f"there is no reminder {id}", where="reminder_id")
    return found[0]


def _alike(connection: "Connection", reminder: Reminder) -> Reminder | None:
    """The same one that waits already; two timers are two. Raises `InvalidRequest` where far too many wait."""
    waiting = (table.c.person == reminder.person, table.c.state == State.WAITING.value)
    count = sa.select(sa.func.count()).select_from(table).where(*waiting)
    # Alarms that a calendar brought are nobody's mistake; who has so many is looked at twice.
    if (connection.scalar(count) or 0) >= MOST_WAITING and (connection.scalar(count.where(~_of_a_calendar())) or 0) >= MOST_WAITING:
        raise InvalidRequest(f"{MOST_WAITING} reminders wait already; cancel some first", where="text")
    if reminder.timer:
        return None
    wanted = {"text": reminder.text, "moment": reminder.moment, "task_id": reminder.task_id, "routine_id": reminder.routine_id}
    same = [table.c[name].is_(None) if value is None else table.c[name] == value for name, value in wanted.items()]
    lead = table.c.lead == int(reminder.lead.total_seconds())
    found = select_reminders(connection, *waiting, *same, lead, table.c.timer.is_(False), limit=1)
    return found[0] if found else None


def _of_a_calendar() -> sa.ColumnElement[bool]:
    """What it reminds of stands in a calendar too, and may have got it from there."""
    c = calendar_links.c
    task = sa.and_(c.kind == RowKind.TASK.value, c.row == table.c.task_id)
    routine = sa.and_(c.kind == RowKind.ROUTINE.value, c.row == table.c.routine_id)
    return sa.exists().where(c.person == table.c.person, sa.or_(task, routine))


def zone_name(clock: Clock) -> str:
    return str(clock.now().tzinfo)[:100]


def read_reminder(row: Mapping[Any, Any]) -> Reminder:  # Any: a database row's columns
    return Reminder(
        id=row["id"],
        person=row["person"],
        text=row["text"],
        moment=row["moment"],
        task_id=row["task_id"],
        routine_id=row["routine_id"],
        lead=timedelta(seconds=row["lead"]),
        timer=row["timer"],
        language=Language(row["language"]) if row["language"] else None,
        cancelled=row["cancelled"],
        snoozed=row["snoozed"],
        through=row["through"],
        due=row["due"],
        state=State(row["state"]),
        fired=row["fired"],
        version=row["version"],
        created=datetime.fromisoformat(row["created"]),
        updated=datetime.fromisoformat(row["updated"]),
    )
