"""Everyone's diary: one text a day."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date as Day
from datetime import datetime
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from yamori.agents.scheduler.rules.rows.log import DayLog, checked_log
from yamori.agents.scheduler.store.changes import Change, Changes, Did, Row, RowKind, expected_version
from yamori.agents.scheduler.store.database import Database
from yamori.agents.scheduler.store.tables import day_logs as table
from yamori.domain.clock import Clock as NowClock
from yamori.domain.errors import InvalidRequest

if TYPE_CHECKING:
    from sqlalchemy import Connection


class DayLogs:
    """The diary (paper, 3.5.3 (3)). Fulfils `changes.Restorer`."""

    def __init__(self, database: Database, changes: Changes, clock: NowClock) -> None:
        self._database = database
        self._changes = changes
        self._clock = clock

    async def append(self, day: Day, text: str, *, person: str, key: str) -> Change:
        """Words on a line of their own after what the day holds; unchanged where it ends with them already."""

        def grown(before: DayLog | None) -> str:
            if before is None:
                return text
            new = text.strip()
            return before.text if before.text.split("\n")[-1] == new else f"{before.text}\n{new}"

        return await self._write(day, Did.APPENDED, grown, person=person, key=key)

    async def overwrite(self, day: Day, text: str, *, person: str, key: str, version: int | None = None) -> Change:
        """These words in place of what the day held."""
        return await self._write(day, Did.WRITTEN, lambda _: text, person=person, key=key, version=version)

    async def delete(self, day: Day, *, person: str, key: str) -> Change:
        """Raises `InvalidRequest` where the day holds nothing."""

        def drop(connection: "Connection") -> Change:
            before = _one(connection, person, day)
            if before is None:
                raise InvalidRequest(f"the diary holds nothing on {day}", where="date")
            connection.execute(table.delete().where(table.c.person == person, table.c.date == day))
            return Change(key=key, kind=RowKind.LOG, did=Did.DELETED, before=before, after=None, at=self._clock.now())

        return await self._changes.once(drop, person=person, key=key)

    async def of(self, day: Day, *, person: str) -> DayLog | None:
        return await self._database.transact(lambda c: _one(c, person, day))

    async def between(self, first: Day, last: Day, *, person: str) -> tuple[DayLog, ...]:
        """Of a period, both days included, in order."""
        return await self._database.transact(lambda c: _select(c, table.c.person == person, table.c.date >= first, table.c.date <= last))

    async def search(self, words: str, *, person: str, limit: int = 50) -> tuple[DayLog, ...]:
        """The days whose text holds all of the words, newest first."""
        wanted = [table.c.text.icontains(word, autoescape=True) for word in dict.fromkeys(words.split())]

        def read(connection: "Connection") -> tuple[DayLog, ...]:
            query = table.select().where(table.c.person == person, *wanted).order_by(table.c.date.desc()).limit(limit)
            return tuple(_log(row._mapping) for row in connection.execute(query))

        return await self._database.transact(read) if wanted else ()

    async def everything(self) -> tuple[DayLog, ...]:
        """Everyone's, for an evaluation or a backup."""
        return await self._database.transact(_select)

    async def _write(
        self, day: Day, did: Did, text: Callable[[DayLog | None], str], *, person: str, key: str, version: int | None = None
    ) -> Change:
        def write(connection: "Connection") -> Change:
            at = self._clock.now()
            before = _one(connection, person, day)
            if before is not None:
                expected_version(before, version)
            number = before.version + 1 if before else 1
            after = checked_log(DayLog(person=person, date=day, text=text(before), version=number, updated=at))
            if before is not None and before.text == after.text:
                return Change(key=key, kind=RowKind.LOG, did=Did.UNCHANGED, before=before, after=before, at=at)
            self.put(connection, after)
            return Change(key=key, kind=RowKind.LOG, did=did, before=before, after=_one(connection, person, day), at=at)

        return await self._changes.once(write, person=person, key=key)

    def present(self, connection: "Connection", row: Row) -> Row | None:
        assert isinstance(row, DayLog)
        return _one(connection, row.person, row.date)

    def put(self, connection: "Connection", row: Row) -> Row:
        assert isinstance(row, DayLog)
        present = _one(connection, row.person, row.date)
        row = replace(row, version=present.version + 1 if present else row.version, updated=self._clock.now())
        values = {"text": row.text, "version": row.version, "updated": row.updated.isoformat()}
        if present is None:
            connection.execute(table.insert().values(person=row.person, date=row.date, **values))
        else:
            connection.execute(table.update().where(table.c.person == row.person, table.c.date == row.date).values(**values))
        return row

    def remove(self, connection: "Connection", row: Row) -> None:
        assert isinstance(row, DayLog)
        connection.execute(table.delete().where(table.c.person == row.person, table.c.date == row.date))


def _one(connection: "Connection", person: str, day: Day) -> DayLog | None:
    found = _select(connection, table.c.person == person, table.c.date == day)
    return found[0] if found else None


def _select(connection: "Connection", *conditions: sa.ColumnElement[bool]) -> tuple[DayLog, ...]:
    found = connection.execute(table.select().where(*conditions).order_by(table.c.person, table.c.date))
    return tuple(_log(row._mapping) for row in found)


def _log(row: Mapping[Any, Any]) -> DayLog:  # Any: a database row's columns
    return DayLog(
        person=row["person"], date=row["date"], text=row["text"], version=row["version"], updated=datetime.fromisoformat(row["updated"])
    )
