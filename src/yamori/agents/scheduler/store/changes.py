"""The journal: every change with the row before and after it, once per key, and how it is taken back.

A change and its journal row are one transaction, committed before the caller hears of it; the same key always gives the same
change and does nothing twice.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

import sqlalchemy as sa
from pydantic import TypeAdapter

from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.rows.log import DailyLog, DayLog
from yamori.agents.scheduler.rules.rows.preferences import Preferences
from yamori.agents.scheduler.rules.rows.reminder import Reminder
from yamori.agents.scheduler.rules.rows.routine import Routine
from yamori.agents.scheduler.store.bell import Bell
from yamori.agents.scheduler.store.database import Database
from yamori.agents.scheduler.store.tables import changes
from yamori.domain.clock import Clock
from yamori.domain.errors import InvalidRequest

if TYPE_CHECKING:
    from sqlalchemy import Connection

LONGEST_KEY = 300
_REMINDER, _REPLACED, _TICKED = "/reminder", "/replaced", "/ticked"
"""What ends the keys of changes that are parts of another one's act: they are taken back with it, and are none of their own."""

Row = CustomTask | Routine | DailyLog | DayLog | Reminder | Preferences
"""What a change can be about."""


class RowKind(StrEnum):
    TASK = "task"
    ROUTINE = "routine"
    CHECK = "check"
    """A `DailyLog`."""
    LOG = "log"
    """A `DayLog`."""
    REMINDER = "reminder"
    PREFERENCES = "preferences"


class Did(StrEnum):
    """What a change did to its row."""

    ADDED = "added"
    RENAMED = "renamed"
    MOVED = "moved"
    NOTED = "noted"
    DONE = "done"
    REOPENED = "reopened"
    DELETED = "deleted"
    CHANGED = "changed"
    """Several of its fields at once, or one that has no word of its own."""
    STEPPED = "stepped"
    """A step was added to a routine, or changed."""
    UNSTEPPED = "unstepped"
    """A step was taken out of a routine."""
    APPENDED = "appended"
    """Words were added to a day of the diary."""
    WRITTEN = "written"
    """A day of the diary was overwritten."""
    SNOOZED = "snoozed"
    """A reminder comes once more."""
    CANCELLED = "cancelled"
    """A reminder does not come."""
    RESTORED = "restored"
    """It is again as it was before another change."""
    UNCHANGED = "unchanged"
    """It was so already."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """The proof of one change: the row read before it and after it."""

    key: str
    kind: RowKind = RowKind.TASK
    did: Did
    before: Row | None
    after: Row | None
    at: datetime
    undoes: str | None = None
    """The key of the change that this one took back."""

    @property
    def row(self) -> Row:
        """The row as it is now; for a deleted one, as it was."""
        row = self.after if self.after is not None else self.before
        assert row is not None  # a change is about a row
        return row

    @property
    def task(self) -> CustomTask:
        """The row of a change to a task."""
        assert isinstance(self.row, CustomTask)
        return self.row

    @property
    def routine(self) -> Routine:
        """The row of a change to a routine."""
        assert isinstance(self.row, Routine)
        return self.row

    @property
    def log(self) -> DayLog:
        """The row of a change to the diary."""
        assert isinstance(self.row, DayLog)
        return self.row

    @property
    def reminder(self) -> Reminder:
        """The row of a change to a reminder."""
        assert isinstance(self.row, Reminder)
        return self.row


class Restorer(Protocol):
    """Puts rows of one kind where they were: what an undo needs of each store."""

    def present(self, connection: "Connection", row: Row) -> Row | None:
        """The row with this one's identity as it is now; None where there is none."""
        ...

    def put(self, connection: "Connection", row: Row) -> Row:
        """Make the row exactly this, number included; returns it with its new version."""
        ...

    def remove(self, connection: "Connection", row: Row) -> None: ...


Follower = Callable[["Connection", Change], None]
"""Adjusts what hangs on the row of a change, within its transaction; an undo is a change too."""


class Changes:
    """Writes changes down, and takes them back."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._restorers: dict[RowKind, Restorer] = {}
        self._followers: list[Follower] = []
        self.bell = Bell()
        """Rings after every change."""

    def restore_with(self, kind: RowKind, restorer: Restorer) -> None:
        """Name who puts back rows of this kind."""
        self._restorers[kind] = restorer

    def follow_with(self, follower: Follower) -> None:
        self._followers.append(follower)

    async def once(self, change: Callable[["Connection"], Change], *, person: str, key: str) -> Change:
        """Do the change and write it down, or give back what the key did before."""
        _checked_key(key)

        def work(connection: "Connection") -> Change:
            known = connection.execute(changes.select().where(changes.c.key == key)).first()
            if known is not None:
                return _change(known._mapping)
            made = change(connection)
            _write(connection, made, person)
            for follow in self._followers:
                follow(connection, made)
            return made

        change_made = await self._database.transact(work)
        self.bell.ring()
        return change_made

    async def of(self, person: str, *, limit: int = 100, row: Row | None = None) -> tuple[Change, ...]:
        """A person's changes, newest first; with `row`, only the changes to that one."""

        def read(connection: "Connection") -> tuple[Change, ...]:
            query = changes.select().where(changes.c.person == person)
            if row is not None:
                query = query.where(changes.c.kind == kind_of(row).value, changes.c.row == identity(row))
            found = connection.execute(query.order_by(changes.c.number.desc()).limit(limit))
            return tuple(_change(r._mapping) for r in found)

        return await self._database.transact(read)

    async def undo(self, undone: str, *, person: str, key: str) -> Change:
        """Take back the change of this key. Raises `InvalidRequest` where there is none, or the row was changed since."""

        def work(connection: "Connection") -> Change:
            found = connection.execute(changes.select().where(changes.c.key == undone, changes.c.person == person)).first()
            if found is None:
                raise InvalidRequest(f"there is no change {undone!r} to take back", where="key")
            for part in (_REMINDER, _TICKED, _REPLACED):
                self._take_part_back(connection, undone, part, person, key)
            return self._taken_back(connection, _change(found._mapping), key)

        return await self.once(work, person=person, key=key)

    def _take_part_back(self, connection: "Connection", undone: str, part: str, person: str, key: str) -> None:
        """What was done in the same act; a reminder that was changed since stays as it is, and a row that was replaced has to come back."""
        mine = (changes.c.key == f"{undone}{part}", changes.c.person == person)
        found = connection.execute(changes.select().where(*mine)).first()
        if found is None:
            return
        _checked_key(f"{key}{part}")
        done_with = _change(found._mapping)
        if part == _REPLACED or _same(self._restorers[done_with.kind].present(connection, done_with.row), done_with.after):
            taken_back = self._taken_back(connection, done_with, f"{key}{part}")
            _write(connection, taken_back, person)
            for follow in self._followers:
                follow(connection, taken_back)

    async def made(self, key: str) -> Change | None:
        """What the key did; None where it did nothing yet."""

        def read(connection: "Connection") -> Change | None:
            known = connection.execute(changes.select().where(changes.c.key == key)).first()
            return _change(known._mapping) if known is not None else None

        return await self._database.transact(read)

    def _taken_back(self, connection: "Connection", change: Change, key: str) -> Change:
        restorer, at = self._restorers[change.kind], self._clock.now()
        present = restorer.present(connection, change.row)
        if change.did is Did.UNCHANGED or _same(present, change.before):
            return Change(key=key, kind=change.kind, did=Did.UNCHANGED, before=change.row, after=change.row, at=at, undoes=change.key)
        if not _same(present, change.after):
            raise InvalidRequest("it was changed again since, so that this change cannot be taken back alone", where="key")
        if change.before is None:
            assert present is not None  # `before` and `after` are not both None
            restorer.remove(connection, present)
            return Change(key=key, kind=change.kind, did=Did.DELETED, before=present, after=None, at=at, undoes=change.key)
        put = restorer.put(connection, change.before)
        return Change(key=key, kind=change.kind, did=Did.RESTORED, before=present, after=put, at=at, undoes=change.key)

    async def last(self, *, person: str, since: datetime | None = None, turn: str | None = None, limit: int = 1000) -> tuple[Change, ...]:
        """What can be taken back, newest first: changes that changed something, are no undo, and were not taken back yet; the last one,
        or with `since` all from then on, or with `turn` all of that turn, at most `limit`. A reminder that was set with a task, or a task
        that a routine replaced, is no change of its own."""

        def read(connection: "Connection") -> tuple[Change, ...]:
            taken, whole = changes.alias(), changes.alias()
            changed = (whole.c.person == person, whole.c.did != Did.UNCHANGED.value)
            alone = [
                sa.or_(
                    changes.c.key.not_like(f"%{part}"),
                    ~sa.exists().where(
                        whole.c.key == sa.func.substr(changes.c.key, 1, sa.func.length(changes.c.key) - len(part)), *changed
                    ),
                )
                for part in (_REMINDER, _REPLACED, _TICKED)
            ]
            newest = (
                sa.select(changes.c.number, changes.c.at)
                .where(changes.c.person == person, changes.c.did != Did.UNCHANGED.value, changes.c.undoes.is_(None))
                .where(~changes.select().with_only_columns(taken.c.key).where(taken.c.undoes == changes.c.key).exists())
                .where(*alone)
                .order_by(changes.c.number.desc())
                .limit(1 if since is None and turn is None else limit)
            )
            if turn is not None:  # their keys begin with it, and `0` comes after `/`
                newest = newest.where(changes.c.key >= f"{turn}/", changes.c.key < f"{turn}0")
            # Their moments first: what is older need not be read with its rows.
            numbers = [number for number, at in connection.execute(newest) if since is None or datetime.fromisoformat(at) >= since]
            query = changes.select().where(changes.c.number.in_(numbers)).order_by(changes.c.number.desc())
            return tuple(_change(row._mapping) for row in connection.execute(query))

        return await self._database.transact(read)


def reminder_key(key: str) -> str:
    """The key of the reminder that is set in the same act as the change of this key."""
    return f"{key}{_REMINDER}"


def replaced_key(key: str) -> str:
    """The key of the deletion of the row that the change of this key put another one in the place of."""
    return f"{key}{_REPLACED}"


def ticked_key(key: str) -> str:
    """The key of the tick that was made in the same act as the change of this key."""
    return f"{key}{_TICKED}"


def kind_of(row: Row) -> RowKind:
    match row:
        case CustomTask():
            return RowKind.TASK
        case Routine():
            return RowKind.ROUTINE
        case DailyLog():
            return RowKind.CHECK
        case DayLog():
            return RowKind.LOG
        case Reminder():
            return RowKind.REMINDER
        case Preferences():
            return RowKind.PREFERENCES


def identity(row: Row) -> str:
    """What stays the same of a row when it is changed; unique within its kind."""
    match row:
        case CustomTask(id=number) | Routine(id=number) | Reminder(id=number):
            return str(number)
        case DailyLog():
            return f"{row.routine_id}/{row.step_id or 0}/{row.date}"
        case DayLog():
            return f"{row.person}/{row.date}"
        case Preferences():
            return row.person


def _same(one: Row | None, other: Row | None) -> bool:
    """Equal in all but when and how often they were changed."""
    if one is None or other is None:
        return one is other
    return _plain(one) == _plain(other)


_UNCHOSEN = frozenset({"version", "updated", "created", "at", "through", "due", "state", "fired"})
"""What of a row comes by itself: how often and when it was changed, and how far a reminder got."""


def _plain(row: Row) -> Mapping[str, Any]:
    return {k: v for k, v in _adapter(kind_of(row)).dump_python(row, mode="json").items() if k not in _UNCHOSEN}


@cache
def _adapter(kind: RowKind) -> TypeAdapter[Any]:  # Any: one of `Row`, by its kind
    types: Mapping[RowKind, type[Row]] = {
        RowKind.TASK: CustomTask,
        RowKind.ROUTINE: Routine,
        RowKind.CHECK: DailyLog,
        RowKind.LOG: DayLog,
        RowKind.REMINDER: Reminder,
        RowKind.PREFERENCES: Preferences,
    }
    return TypeAdapter(types[kind])


def _write(connection: "Connection", change: Change, person: str) -> None:
    def kept(row: Row | None) -> object:
        return _adapter(change.kind).dump_python(row, mode="json") if row is not None else None

    connection.execute(
        changes.insert().values(
            key=change.key,
            person=person,
            kind=change.kind.value,
            did=change.did.value,
            row=identity(change.row),
            before=kept(change.before),
            after=kept(change.after),
            undoes=change.undoes,
            at=change.at.isoformat(),
        )
    )


def _change(row: Mapping[Any, Any]) -> Change:  # Any: a database row's columns
    kind = RowKind(row["kind"])

    def read(kept: Mapping[str, Any] | None) -> Row | None:
        found: Row | None = _adapter(kind).validate_python(kept) if kept is not None else None
        return found

    return Change(
        key=row["key"],
        kind=kind,
        did=Did(row["did"]),
        before=read(row["before"]),
        after=read(row["after"]),
        at=datetime.fromisoformat(row["at"]),
        undoes=row["undoes"],
    )


def _checked_key(key: str) -> None:
    if not key or len(key) > LONGEST_KEY:
        raise InvalidRequest(f"an idempotency key has 1 to {LONGEST_KEY} characters", where="key")


def expected_version(row: CustomTask | Routine | DayLog | Reminder, expected: int | None) -> None:
    """Raises `InvalidRequest` where somebody changed the row since the version that the caller saw."""
    if expected is not None and row.version != expected:
        raise InvalidRequest(f"it was changed by somebody else meanwhile (now version {row.version}); look at it again", where="version")


__all__: Sequence[str] = (
    "Change",
    "Changes",
    "Did",
    "Restorer",
    "Row",
    "RowKind",
    "expected_version",
    "identity",
    "kind_of",
    "reminder_key",
    "replaced_key",
    "ticked_key",
)
