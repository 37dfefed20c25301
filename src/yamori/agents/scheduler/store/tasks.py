"""Everyone's tasks. Each call sees one person's; a task of somebody else does not exist for it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from yamori.agents.scheduler.rules.entities.titles import Match, match_title, plain
from yamori.agents.scheduler.rules.rows.entry import LONGEST_DURATION, CustomTask, checked
from yamori.agents.scheduler.store.changes import Change, Changes, Did, Row, expected_version
from yamori.agents.scheduler.store.database import Database
from yamori.agents.scheduler.store.tables import custom_tasks as table
from yamori.domain.clock import Clock as NowClock
from yamori.domain.errors import InvalidRequest

if TYPE_CHECKING:
    from sqlalchemy import Connection

_WITHIN_A_DAY = (table.c.time.is_not(None), table.c.time, table.c.id)
_ORDER = (table.c.date.is_(None), table.c.date, *_WITHIN_A_DAY)
_COLUMNS = [column for column in table.c if column is not table.c.plain]
"""What `_task` takes, in this order."""


@dataclass(frozen=True, kw_only=True)
class NewTask:
    """What a task is made of, before the schedule has given it a number."""

    title: str
    date: Day | None = None
    time: Clock | None = None
    duration: timedelta | None = None
    place: str | None = None
    memo: str | None = None
    done: bool = False


class Tasks:
    """Custom tasks (paper, 3.5.3 (1)). Fulfils `changes.Restorer`."""

    def __init__(self, database: Database, changes: Changes, clock: NowClock) -> None:
        self._database = database
        self._changes = changes
        self._clock = clock

    async def create(self, new: NewTask, *, person: str, key: str) -> Change:
        """A new task; unchanged where an open one of the same title, day and time is there already."""

        def insert(connection: "Connection") -> Change:
            at = self._clock.now()
            task = checked(
                CustomTask(
                    id=0,
                    person=person,
                    title=new.title,
                    date=new.date,
                    time=new.time,
                    duration=new.duration,
                    place=new.place,
                    memo=new.memo,
                    done=new.done,
                    created=at,
                    updated=at,
                )
            )
            alike = (
                table.c.plain == plain(task.title),
                table.c.done.is_(False),
                table.c.date.is_(None) if task.date is None else table.c.date == task.date,
            )
            for other in _select(connection, table.c.person == person, *alike):
                same = (other.title.casefold(), other.time) == (task.title.casefold(), task.time)
                if same and not task.done and task.memo in (None, other.memo):
                    return Change(key=key, did=Did.UNCHANGED, before=other, after=other, at=at)
            return Change(key=key, did=Did.ADDED, before=None, after=_inserted(connection, task), at=at)

        return await self._changes.once(insert, person=person, key=key)

    async def rename(self, id: int, title: str, *, person: str, key: str) -> Change:
        return await self.edit(id, Did.RENAMED, lambda t: replace(t, title=title), person=person, key=key)

    async def reschedule(
        self, id: int, *, date: Day | None, time: Clock | None = None, duration: timedelta | None = None, person: str, key: str
    ) -> Change:
        """Move to a day and a time. A new day alone keeps the time, a duration that is not given stays."""
        return await self.edit(
            id,
            Did.MOVED,
            lambda t: replace(t, date=date or t.date, time=time or t.time, duration=duration or t.duration),
            person=person,
            key=key,
        )

    async def set_memo(self, id: int, memo: str, *, person: str, key: str) -> Change:
        """An empty memo takes the old one away."""
        return await self.edit(id, Did.NOTED, lambda t: replace(t, memo=memo or None), person=person, key=key)

    async def set_done(self, id: int, done: bool, *, person: str, key: str) -> Change:
        return await self.edit(id, Did.DONE if done else Did.REOPENED, lambda t: replace(t, done=done), person=person, key=key)

    async def edit(
        self, id: int, did: Did, edit: Callable[[CustomTask], CustomTask], *, person: str, key: str, version: int | None = None
    ) -> Change:
        """Change a task; with `version` only where nobody has changed it since. Raises `InvalidRequest`."""

        def update(connection: "Connection") -> Change:
            at = self._clock.now()
            before = _one(connection, id, person)
            expected_version(before, version)
            after = checked(edit(before))
            if after == before:
                return Change(key=key, did=Did.UNCHANGED, before=before, after=before, at=at)
            after = replace(after, updated=at, version=before.version + 1)
            connection.execute(table.update().where(table.c.id == id).values(**_row(after)))
            return Change(key=key, did=did, before=before, after=_one(connection, id, person), at=at)

        return await self._changes.once(update, person=person, key=key)

    async def delete(self, id: int, *, person: str, key: str, version: int | None = None) -> Change:
        """The journal keeps what it was."""

        def drop(connection: "Connection") -> Change:
            before = _one(connection, id, person)
            expected_version(before, version)
            connection.execute(table.delete().where(table.c.id == id))
            return Change(key=key, did=Did.DELETED, before=before, after=None, at=self._clock.now())

        return await self._changes.once(drop, person=person, key=key)

    async def get(self, id: int, *, person: str) -> CustomTask:
        """Raises `InvalidRequest` when the person has no such task."""
        return await self._database.transact(lambda c: _one(c, id, person))

    async def open(self, *, person: str) -> tuple[CustomTask, ...]:
        """What is still to be done: by day and time, what has no day last."""
        return await self._database.transact(lambda c: _select(c, table.c.person == person, table.c.done.is_(False)))

    async def all(self, *, person: str) -> tuple[CustomTask, ...]:
        """All of a person's, done ones too."""
        return await self._database.transact(lambda c: _select(c, table.c.person == person))

    async def listed(
        self, *, person: str, first: Day | None = None, last: Day | None = None, done: bool | None = None, limit: int
    ) -> tuple[tuple[CustomTask, ...], int]:
        """The first `limit` tasks of a period, both its days included, by day and time, and how many more there are.

        Without a period what has no day comes last; `done` narrows it to finished or open ones.
        """
        mine = [table.c.person == person, *_within(first, last)]
        if done is not None:
            mine.append(table.c.done.is_(done))

        def read(connection: "Connection") -> tuple[tuple[CustomTask, ...], int]:
            # What has a day is read by itself: then the index holds it in order, and no more is read of it than is shown.
            found = _select(connection, *mine, table.c.date.is_not(None), order=(table.c.date, *_WITHIN_A_DAY), limit=limit)
            if first is None and last is None and len(found) < limit:
                found += _select(connection, *mine, table.c.date.is_(None), order=_WITHIN_A_DAY, limit=limit - len(found))
            if len(found) < limit:
                return found, 0
            count = connection.scalar(sa.select(sa.func.count()).select_from(table).where(*mine)) or 0
            return found, count - len(found)

        return await self._database.transact(read)

    async def near(self, day: Day, *, person: str, limit: int) -> tuple[CustomTask, ...]:
        """What a person is likely to speak of: what has no day, and what lies nearest to a day, before and after it; `limit` of each."""

        def read(connection: "Connection") -> tuple[CustomTask, ...]:
            mine = table.c.person == person
            found: dict[int, CustomTask] = {}
            for condition, order in (
                # Not by `done` itself, for whose index SQLite would walk through all that has a day too.
                (table.c.date.is_(None), (sa.cast(table.c.done, sa.Integer), table.c.id.desc())),
                (table.c.date >= day, (table.c.date, table.c.id)),
                (table.c.date < day, (table.c.date.desc(), table.c.id)),
            ):
                found |= {task.id: task for task in _select(connection, mine, condition, order=order, limit=limit)}
            return tuple(sorted(found.values(), key=_place))

        return await self._database.transact(read)

    async def between(self, first: Day, last: Day, *, person: str, done: bool | None = None, timed: bool = False) -> tuple[CustomTask, ...]:
        """Of a period, both days included; `done` narrows it to finished or open ones, `timed` to those that have a time."""
        narrowed = [] if done is None else [table.c.done.is_(done)]
        if timed:
            narrowed.append(table.c.time.is_not(None))
        return await self._database.transact(lambda c: _select(c, table.c.person == person, *_within(first, last), *narrowed))

    async def lasting(self, first: Day, *, person: str, done: bool | None = None) -> tuple[CustomTask, ...]:
        """What began before a day and lasts until then, such as a journey; `done` narrows it to what is finished or open."""
        return await self._database.transact(lambda c: lasting(c, first, person=person, done=done))

    async def overdue(self, before: Day, *, person: str, limit: int = 100) -> tuple[CustomTask, ...]:
        """Open tasks of earlier days that do not last until then, the latest ones if there are more than `limit`; in order."""

        def read(connection: "Connection") -> tuple[CustomTask, ...]:
            late = (table.c.person == person, table.c.done.is_(False), table.c.date < before)
            found = _select(connection, *late, order=(table.c.date.desc(), table.c.id), limit=limit)
            return tuple(sorted((task for task in found if (task.last_day or before) < before), key=_place))

        return await self._database.transact(read)

    async def search(
        self, words: str, *, person: str, first: Day | None = None, last: Day | None = None, limit: int = 200
    ) -> tuple[CustomTask, ...]:
        """Tasks, of a period if one is given, whose titles hold all of the words, whatever their spelling; the newest days first."""
        wanted = [table.c.plain.contains(word, autoescape=True) for word in dict.fromkeys(plain(words).split())]
        mine = (table.c.person == person, *_within(first, last), *wanted)

        def read(connection: "Connection") -> tuple[CustomTask, ...]:
            # The index of days holds all that the inner questions ask for, in order: they walk back from the newest day until there are
            # enough, and the rows themselves are read only of what they find.
            dated, undated = table.c.date.is_not(None), table.c.date.is_(None)
            newest = sa.select(table.c.id).where(*mine, dated).order_by(table.c.date.desc()).limit(limit)
            found = _select(connection, table.c.id.in_(newest), order=(table.c.date.desc(), table.c.id))
            if first is None and last is None and len(found) < limit:
                rest = sa.select(table.c.id).where(*mine, undated).limit(limit - len(found))
                found += _select(connection, table.c.id.in_(rest), order=(table.c.id,))
            return found

        return await self._database.transact(read) if wanted else ()

    async def find(self, title: str, *, person: str) -> Match[CustomTask]:
        """The open task that a loosely spoken title means, or the candidates where several could be meant."""
        return match_title(title, await self.open(person=person))

    async def everything(self) -> tuple[CustomTask, ...]:
        """Everyone's tasks, for an evaluation or a backup."""
        return await self._database.transact(_select)

    def present(self, connection: "Connection", row: Row) -> Row | None:
        assert isinstance(row, CustomTask)
        found = _select(connection, table.c.id == row.id)
        return found[0] if found else None

    def put(self, connection: "Connection", row: Row) -> Row:
        assert isinstance(row, CustomTask)
        present = self.present(connection, row)
        if isinstance(present, CustomTask):
            row = replace(row, version=present.version + 1, updated=self._clock.now())
            connection.execute(table.update().where(table.c.id == row.id).values(**_row(row)))
        else:
            row = replace(row, version=row.version + 1, updated=self._clock.now())
            connection.execute(table.insert().values(id=row.id, **_row(row)))
        return row

    def remove(self, connection: "Connection", row: Row) -> None:
        assert isinstance(row, CustomTask)
        connection.execute(table.delete().where(table.c.id == row.id))


def _one(connection: "Connection", id: int, person: str) -> CustomTask:
    found = _select(connection, table.c.person == person, table.c.id == id)
    if not found:
        raise InvalidRequest(f"there is no task {id}", where="task_id")
    return found[0]


def lasting(connection: "Connection", first: Day, *, person: str, done: bool | None = None) -> tuple[CustomTask, ...]:
    """What began before a day and lasts until then, in order."""
    c, since = table.c, Day.fromordinal(max(first.toordinal() - 1 - LONGEST_DURATION.days, 1))
    narrowed = [c.person == person, c.date >= since, c.date < first] + ([] if done is None else [c.done.is_(done)])
    eve = Day.fromordinal(max(first.toordinal() - 1, 1))
    long = _select(connection, *narrowed, c.date < eve, c.seconds >= 24 * 60 * 60)
    found = (*long, *_select(connection, *narrowed, c.date == eve, c.seconds.is_not(None)))
    return tuple(task for task in found if task.last_day is not None and task.last_day >= first)


def _within(first: Day | None, last: Day | None) -> list[sa.ColumnElement[bool]]:
    after = [table.c.date >= first] if first is not None else []
    return [*after, table.c.date <= last] if last is not None else after


def _select(
    connection: "Connection",
    *conditions: sa.ColumnElement[bool],
    order: Sequence[sa.ColumnElement[Any]] = _ORDER,  # Any: columns of any type
    limit: int | None = None,
) -> tuple[CustomTask, ...]:
    query = sa.select(*_COLUMNS).where(*conditions).order_by(*order).limit(limit)
    return tuple(_task(*row) for row in connection.execute(query).all())


def _place(task: CustomTask) -> tuple[object, ...]:
    """Where a task stands among others; as `_ORDER`."""
    return (task.date is None, task.date or Day.min, task.time is not None, task.time or Clock.min, task.id)


def _inserted(connection: "Connection", task: CustomTask) -> CustomTask:
    number = connection.execute(table.insert().values(**_row(task))).inserted_primary_key
    if number is None:
        raise InvalidRequest("the database gave the task no number")
    return replace(task, id=number[0])


def _row(task: CustomTask) -> dict[str, object]:
    """The columns but for the number."""
    return {
        "person": task.person,
        "title": task.title,
        "plain": plain(task.title)[:1000],
        "date": task.date,
        "time": task.time,
        "seconds": int(task.duration.total_seconds()) if task.duration else None,
        "place": task.place,
        "memo": task.memo,
        "done": task.done,
        "version": task.version,
        "created": task.created.isoformat(),
        "updated": task.updated.isoformat(),
    }


def _task(
    id: int,
    person: str,
    title: str,
    date: Day | None,
    time: Clock | None,
    seconds: int | None,
    place: str | None,
    memo: str | None,
    done: bool,
    version: int,
    created: str,
    updated: str,
) -> CustomTask:
    return CustomTask(
        id=id,
        person=person,
        title=title,
        date=date,
        time=time,
        duration=timedelta(seconds=seconds) if seconds else None,
        place=place,
        memo=memo,
        done=done,
        version=version,
        created=datetime.fromisoformat(created),
        updated=datetime.fromisoformat(updated),
    )
