"""What people were told: listed, followed as it happens, marked as seen, dismissed."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from yamori.agents.scheduler.notices import Notice, NoticeKind
from yamori.agents.scheduler.store.bell import Bell, heard
from yamori.agents.scheduler.store.database import Database
from yamori.agents.scheduler.store.tables import deliveries
from yamori.agents.scheduler.store.tables import notices as table
from yamori.domain.clock import Clock
from yamori.domain.errors import InvalidRequest

if TYPE_CHECKING:
    from sqlalchemy import Connection

LOOK = 5.0
"""Seconds after which a follower looks by itself: another process may have told something."""


class Notices:
    """Each call sees one person's."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self.bell = Bell()
        """Rings when somebody was told something, or put it away."""
        self._closed = False

    async def get(self, id: int, *, person: str) -> Notice:
        """Raises `InvalidRequest`."""
        return await self._database.transact(lambda c: _one(c, id, person))

    async def after(self, after: int = 0, *, person: str, limit: int = 100) -> tuple[Notice, ...]:
        """What came after the notice of this number, in order."""
        mine = (table.c.person == person, table.c.id > after)
        return await self._database.transact(lambda c: _select(c, *mine, order=table.c.id.asc(), limit=limit))

    async def open(self, *, person: str, limit: int = 50) -> tuple[Notice, ...]:
        """What nobody has put away yet, newest first."""
        mine = (table.c.person == person, table.c.dismissed.is_(None))
        return await self._database.transact(lambda c: _select(c, *mine, order=table.c.id.desc(), limit=limit))

    async def latest(self, *, person: str) -> int:
        """The number of the newest one; 0 for none. A page that wants only what comes from now on follows from there."""
        return await self._database.transact(lambda c: c.scalar(sa.select(sa.func.max(table.c.id)).where(table.c.person == person)) or 0)

    async def follow(self, person: str, after: int = 0) -> AsyncIterator[Notice]:
        """Everything that comes after the notice of this number, as it comes; it ends when the schedule is closed."""
        while not self._closed:
            rung = self.bell.next()
            while not self._closed and (notices := await self.after(after, person=person)):
                for notice in notices:
                    yield notice
                    after = notice.id
            await heard(rung, seconds=LOOK)

    async def see(self, id: int, *, person: str) -> Notice:
        """The person has it on their screen. Only the first time counts."""
        return await self._mark(id, "seen", person)

    async def dismiss(self, id: int, *, person: str) -> Notice:
        """The person put it away. Only the first time counts."""
        return await self._mark(id, "dismissed", person)

    async def unseen(self, keys: Sequence[str]) -> tuple[Notice, ...]:
        """Those under these keys that nobody has seen or put away yet, and that were sent nowhere else."""
        return await self._database.transact(lambda c: _unseen(c, keys))

    async def withdraw(self, keys: Sequence[str]) -> tuple[Notice, ...]:
        """Put these away unseen, and send them nowhere any more; those that it came in time for."""

        def work(connection: "Connection") -> tuple[Notice, ...]:
            found = _unseen(connection, keys)
            ids = [notice.id for notice in found]
            connection.execute(table.update().where(table.c.id.in_(ids)).values(dismissed=self._clock.now()))
            waits = (deliveries.c.notice_id.in_(ids), deliveries.c.state == "waiting")
            connection.execute(deliveries.update().where(*waits).values(state="dead", next=None, why="withdrawn"))
            return found

        withdrawn = await self._database.transact(work)
        self.bell.ring()
        return withdrawn

    def close(self) -> None:
        """Whoever follows is told no more."""
        self._closed = True
        self.bell.ring()

    async def _mark(self, id: int, column: str, person: str) -> Notice:
        def mark(connection: "Connection") -> Notice:
            fresh = (table.c.id == id, table.c.person == person, table.c[column].is_(None))
            connection.execute(table.update().where(*fresh).values({column: self._clock.now()}))
            return _one(connection, id, person)

        marked = await self._database.transact(mark)
        self.bell.ring()
        return marked


def _one(connection: "Connection", id: int, person: str) -> Notice:
    found = _select(connection, table.c.id == id, table.c.person == person, order=table.c.id.asc(), limit=1)
    if not found:
        raise InvalidRequest(f"there is no notice {id}", where="notice_id")
    return found[0]


def _unseen(connection: "Connection", keys: Sequence[str]) -> tuple[Notice, ...]:
    sent = sa.select(deliveries.c.notice_id).where(deliveries.c.state == "done")
    fresh = (table.c.key.in_(keys), table.c.seen.is_(None), table.c.dismissed.is_(None), table.c.id.not_in(sent))
    return _select(connection, *fresh, order=table.c.id.asc(), limit=len(keys) or 1)


def _select(connection: "Connection", *conditions: sa.ColumnElement[bool], order: sa.ColumnElement[int], limit: int) -> tuple[Notice, ...]:
    return tuple(read_notice(row._mapping) for row in connection.execute(table.select().where(*conditions).order_by(order).limit(limit)))


def read_notice(row: Mapping[Any, Any]) -> Notice:  # Any: a database row's columns
    return Notice(
        id=row["id"],
        key=row["key"],
        person=row["person"],
        kind=NoticeKind(row["kind"]),
        text=row["text"],
        reminder_id=row["reminder_id"],
        task_id=row["task_id"],
        routine_id=row["routine_id"],
        due=row["due"],
        at=row["at"],
        late=row["late"],
        missed=row["missed"],
        seen=row["seen"],
        dismissed=row["dismissed"],
    )
