"""What the Scheduler agent keeps: people's tasks, and a journal of every change, in one database.

SQLite by default (WAL, `synchronous=FULL`), any SQLAlchemy URL instead. The work runs on one thread of its own, which is both the
fastest way (no thread is started per call) and the simplest (SQLite has one writer). A change and its journal row are one
transaction, committed before the caller hears of it; the same key always gives the same change and does nothing twice.
"""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from yamori.agents.scheduler.rules.entry import CustomTask, checked, viewed
from yamori.agents.scheduler.rules.titles import Match, match_title
from yamori.domain.clock import Clock as NowClock
from yamori.domain.errors import InvalidRequest, Misconfigured

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine, Table

T = TypeVar("T")

LONGEST_KEY = 300


class Did(StrEnum):
    """What a change did to its task."""

    ADDED = "added"
    RENAMED = "renamed"
    MOVED = "moved"
    NOTED = "noted"
    DONE = "done"
    REOPENED = "reopened"
    DELETED = "deleted"
    UNCHANGED = "unchanged"
    """It was so already."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """The proof of one change: the row read before it and after it."""

    key: str
    did: Did
    before: CustomTask | None
    after: CustomTask | None
    at: datetime

    @property
    def task(self) -> CustomTask:
        """The task as it is now; for a deleted one, as it was."""
        task = self.after or self.before
        assert task is not None  # a change is about a task
        return task


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


async def open_schedule(where: str | Path | None, clock: NowClock) -> "Schedule":
    """A schedule in a file, behind a database URL, or in memory (None), with its tables brought up to date.

    Raises `Misconfigured` when the place cannot be written or holds something else.
    """
    thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="schedule")
    try:
        engine = await asyncio.get_running_loop().run_in_executor(thread, _opened, where)
    except BaseException:
        thread.shutdown(wait=False)
        raise
    return Schedule(engine, clock, thread)


class Schedule:
    """Everyone's tasks. Each call sees one person's; a task of somebody else does not exist for it."""

    def __init__(self, engine: "Engine", clock: NowClock, thread: ThreadPoolExecutor) -> None:
        self._engine = engine
        self._clock = clock
        self._thread = thread
        self._tasks, self._changes = _tables()

    async def close(self) -> None:
        await self._on_thread(lambda: self._engine.dispose())
        self._thread.shutdown()

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
            for other in self._select(connection, person=person, first=task.date, last=task.date, done=False):
                same = (other.title.casefold(), other.date, other.time) == (task.title.casefold(), task.date, task.time)
                if same and not task.done and task.memo in (None, other.memo):
                    return Change(key=key, did=Did.UNCHANGED, before=other, after=other, at=at)
            row = _row(task)
            del row["id"]
            number = connection.execute(self._tasks.insert().values(**row)).inserted_primary_key
            assert number is not None  # the table has one
            return Change(key=key, did=Did.ADDED, before=None, after=replace(task, id=number[0]), at=at)

        return await self._once(insert, person=person, key=key)

    async def rename(self, id: int, title: str, *, person: str, key: str) -> Change:
        return await self._edit(id, Did.RENAMED, lambda t: replace(t, title=title), person=person, key=key)

    async def reschedule(
        self, id: int, *, date: Day | None, time: Clock | None = None, duration: timedelta | None = None, person: str, key: str
    ) -> Change:
        """Move to a day and a time. A new day alone keeps the time, a duration that is not given stays."""
        return await self._edit(
            id,
            Did.MOVED,
            lambda t: replace(t, date=date or t.date, time=time or t.time, duration=duration or t.duration),
            person=person,
            key=key,
        )

    async def set_memo(self, id: int, memo: str, *, person: str, key: str) -> Change:
        """An empty memo takes the old one away."""
        return await self._edit(id, Did.NOTED, lambda t: replace(t, memo=memo or None), person=person, key=key)

    async def set_done(self, id: int, done: bool, *, person: str, key: str) -> Change:
        return await self._edit(id, Did.DONE if done else Did.REOPENED, lambda t: replace(t, done=done), person=person, key=key)

    async def delete(self, id: int, *, person: str, key: str) -> Change:
        def drop(connection: "Connection") -> Change:
            before = self._one(connection, id, person)
            connection.execute(self._tasks.delete().where(self._tasks.c.id == id))
            return Change(key=key, did=Did.DELETED, before=before, after=None, at=self._clock.now())

        return await self._once(drop, person=person, key=key)

    async def get(self, id: int, *, person: str) -> CustomTask:
        """Raises `InvalidRequest` when the person has no such task."""
        return await self._reading(lambda c: self._one(c, id, person))

    async def open_tasks(self, *, person: str) -> tuple[CustomTask, ...]:
        """What is still to be done: by day and time, what has no day last."""
        return await self._reading(lambda c: self._select(c, person=person, done=False))

    async def tasks(self, *, person: str) -> tuple[CustomTask, ...]:
        """All of a person's, done ones too."""
        return await self._reading(lambda c: self._select(c, person=person))

    async def between(self, first: Day, last: Day, *, person: str, done: bool | None = None) -> tuple[CustomTask, ...]:
        """Of a period, both days included; `done` narrows it to finished or open ones."""
        return await self._reading(lambda c: self._select(c, person=person, first=first, last=last, done=done))

    async def find(self, title: str, *, person: str) -> Match:
        """The open task that a loosely spoken title means, or those between which it hesitates."""
        return match_title(title, await self.open_tasks(person=person))

    async def everything(self) -> tuple[CustomTask, ...]:
        """Everyone's tasks, for an evaluation or a backup."""
        return await self._reading(lambda c: self._select(c))

    async def changes(self, *, person: str, limit: int = 100) -> tuple[Change, ...]:
        """The journal, newest first."""

        def read(connection: "Connection") -> tuple[Change, ...]:
            table = self._changes
            query = table.select().where(table.c.person == person).order_by(table.c.at.desc()).limit(limit)
            return tuple(_change(row._mapping) for row in connection.execute(query))

        return await self._reading(read)

    async def _edit(self, id: int, did: Did, edit: Callable[[CustomTask], CustomTask], *, person: str, key: str) -> Change:
        def update(connection: "Connection") -> Change:
            at = self._clock.now()
            before = self._one(connection, id, person)
            after = checked(edit(before))
            if after == before:
                return Change(key=key, did=Did.UNCHANGED, before=before, after=before, at=at)
            after = replace(after, updated=at)
            connection.execute(self._tasks.update().where(self._tasks.c.id == id).values(**_row(after)))
            return Change(key=key, did=did, before=before, after=self._one(connection, id, person), at=at)

        return await self._once(update, person=person, key=key)

    async def _once(self, change: Callable[["Connection"], Change], *, person: str, key: str) -> Change:
        """Do the change and write it into the journal, or give back what the key did before."""
        if not key or len(key) > LONGEST_KEY:
            raise InvalidRequest(f"an idempotency key has 1 to {LONGEST_KEY} characters", where="key")

        def work() -> Change:
            with self._engine.begin() as connection:
                known = connection.execute(self._changes.select().where(self._changes.c.key == key)).first()
                if known is not None:
                    return _change(known._mapping)
                made = change(connection)
                connection.execute(
                    self._changes.insert().values(
                        key=key,
                        person=person,
                        did=made.did.value,
                        task_id=made.task.id,
                        before=_kept(made.before),
                        after=_kept(made.after),
                        at=made.at.isoformat(),
                    )
                )
                return made

        return await self._on_thread(work)

    async def _reading(self, read: Callable[["Connection"], T]) -> T:
        def work() -> T:
            with self._engine.begin() as connection:
                return read(connection)

        return await self._on_thread(work)

    async def _on_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _one(self, connection: "Connection", id: int, person: str) -> CustomTask:
        found = self._select(connection, person=person, id=id)
        if not found:
            raise InvalidRequest(f"there is no task {id}", where="task_id")
        return found[0]

    def _select(
        self,
        connection: "Connection",
        *,
        person: str | None = None,
        id: int | None = None,
        first: Day | None = None,
        last: Day | None = None,
        done: bool | None = None,
    ) -> tuple[CustomTask, ...]:
        table = self._tasks
        query = table.select().order_by(table.c.date.is_(None), table.c.date, table.c.time.is_not(None), table.c.time, table.c.id)
        for column, value in ((table.c.person, person), (table.c.id, id), (table.c.done, done)):
            if value is not None:
                query = query.where(column == value)
        if first is not None:
            query = query.where(table.c.date >= first)
        if last is not None:
            query = query.where(table.c.date <= last)
        return tuple(_task(row._mapping) for row in connection.execute(query))


def _tables() -> "tuple[Table, Table]":
    """The tables as the newest migration leaves them."""
    import sqlalchemy as sa

    meta = sa.MetaData()
    tasks = sa.Table(
        "custom_tasks",
        meta,
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(100)),
        sa.Column("title", sa.String(300)),
        sa.Column("date", sa.Date),
        sa.Column("time", sa.Time),
        sa.Column("seconds", sa.Integer),
        sa.Column("place", sa.String(300)),
        sa.Column("memo", sa.Text),
        sa.Column("done", sa.Boolean),
        sa.Column("created", sa.String(40)),
        sa.Column("updated", sa.String(40)),
    )
    changes = sa.Table(
        "task_changes",
        meta,
        sa.Column("key", sa.String(300), primary_key=True),
        sa.Column("person", sa.String(100)),
        sa.Column("did", sa.String(40)),
        sa.Column("task_id", sa.Integer),
        sa.Column("before", sa.JSON(none_as_null=True)),
        sa.Column("after", sa.JSON(none_as_null=True)),
        sa.Column("at", sa.String(40)),
    )
    return tasks, changes


def _opened(where: str | Path | None) -> "Engine":
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import Engine, create_engine, event
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.pool import StaticPool

    url = "sqlite://" if where is None else where if isinstance(where, str) and "://" in where else f"sqlite:///{where}"
    engine: Engine = create_engine(url, poolclass=StaticPool) if url == "sqlite://" else create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except DBAPIError as error:
        engine.dispose()
        raise Misconfigured(
            f"the schedule's database cannot be opened ({error.orig})",
            where=engine.url.render_as_string(hide_password=True),
            mend="give a directory that can be written, or a database of Yamori's",
        ) from error
    return engine


def _prepare_sqlite(connection: Any, _: object) -> None:  # Any: sqlite3's connection, typed by SQLAlchemy as anything
    connection.isolation_level = None  # SQLAlchemy's "begin" event above begins every transaction, also around DDL
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")


def _row(task: CustomTask) -> dict[str, object]:
    return {
        "id": task.id,
        "person": task.person,
        "title": task.title,
        "date": task.date,
        "time": task.time,
        "seconds": int(task.duration.total_seconds()) if task.duration else None,
        "place": task.place,
        "memo": task.memo,
        "done": task.done,
        "created": task.created.isoformat(),
        "updated": task.updated.isoformat(),
    }


def _task(row: Mapping[Any, Any]) -> CustomTask:  # Any: a database row's columns
    return CustomTask(
        id=row["id"],
        person=row["person"],
        title=row["title"],
        date=row["date"],
        time=row["time"],
        duration=timedelta(seconds=row["seconds"]) if row["seconds"] else None,
        place=row["place"],
        memo=row["memo"],
        done=row["done"],
        created=datetime.fromisoformat(row["created"]),
        updated=datetime.fromisoformat(row["updated"]),
    )


def _kept(task: CustomTask | None) -> Mapping[str, object] | None:
    return {**task.view(), "person": task.person, "updated": task.updated.isoformat()} if task else None


def _change(row: Mapping[Any, Any]) -> Change:  # Any: a database row's columns
    def task(kept: Mapping[str, Any] | None) -> CustomTask | None:
        return viewed(kept, person=kept["person"], at=datetime.fromisoformat(kept["updated"])) if kept else None

    return Change(
        key=row["key"], did=Did(row["did"]), before=task(row["before"]), after=task(row["after"]), at=datetime.fromisoformat(row["at"])
    )
