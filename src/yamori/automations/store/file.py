"""The SQLite file on one thread of its own: each piece of work is done whole or not at all, and on disk before its result is seen."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from yamori.domain.database_file import opened, unwritable
from yamori.domain.errors import Misconfigured

VERSION = 1
_SCHEMA = """
CREATE TABLE automations (id TEXT PRIMARY KEY, place INTEGER NOT NULL, document TEXT NOT NULL);
CREATE TABLE states (id TEXT PRIMARY KEY, state TEXT NOT NULL);
CREATE TABLE firings (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, automation TEXT NOT NULL, firing TEXT NOT NULL, status TEXT NOT NULL,
    claimed TEXT NOT NULL
);
CREATE INDEX firings_automation ON firings (automation, seq);
CREATE INDEX firings_claimed ON firings (seq) WHERE status = 'claimed';
CREATE TABLE seen (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), at TEXT NOT NULL);
"""
Result = TypeVar("Result")
_Asked = tuple[Callable[[sqlite3.Connection], Any], "asyncio.Future[Any]"]


class StoreFile:
    """Opened by `open_file`. What is asked for while the disk is busy is written together: hundreds of automations that are due in the
    same minute cost a few waits for the disk and not hundreds."""

    def __init__(self, connection: sqlite3.Connection, thread: ThreadPoolExecutor) -> None:
        self._connection = connection
        self._thread = thread
        self._waiting: list[_Asked] = []
        self._writing: asyncio.Task[None] | None = None
        self._closed = False

    async def run(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Do the work, all of it or nothing. Raises `Misconfigured` where the file cannot be written any more."""
        answer: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, answer))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        return await answer

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        if self._writing is not None:
            await self._writing
        await asyncio.get_running_loop().run_in_executor(self._thread, self._connection.close)
        self._thread.shutdown(wait=False)

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            asked, self._waiting = self._waiting, []
            written = loop.run_in_executor(self._thread, self._transaction, [work for work, _ in asked])
            await asyncio.wait([written])
            broken = written.exception()
            outcomes = written.result() if broken is None else [broken] * len(asked)
            for (_, answer), outcome in zip(asked, outcomes, strict=True):
                if answer.done():
                    continue  # whoever asked was cancelled
                if isinstance(outcome, BaseException):
                    answer.set_exception(outcome)
                else:
                    answer.set_result(outcome)
        self._writing = None

    def _transaction(self, works: Sequence[Callable[[sqlite3.Connection], Any]]) -> list[Any]:
        """The result of each, or why it failed: one that fails leaves the others as they are."""
        database = self._connection
        try:
            database.execute("BEGIN IMMEDIATE")
            try:
                outcomes = [self._alone(work) for work in works]
                database.execute("COMMIT")
            finally:
                if database.in_transaction:
                    database.execute("ROLLBACK")
        except sqlite3.Error as error:
            raise _unwritable(error) from error
        return outcomes

    def _alone(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        self._connection.execute("SAVEPOINT alone")
        try:
            result = work(self._connection)
        except sqlite3.Error as error:
            if not self._connection.in_transaction:
                raise  # a full disk ends the whole transaction
            self._connection.execute("ROLLBACK TO alone")
            result = _unwritable(error)
        self._connection.execute("RELEASE alone")
        return result


async def open_file(path: Path | None) -> StoreFile:
    """Open or make the file; None keeps everything in memory. Raises `Misconfigured` where it cannot be used."""
    return StoreFile(*await opened(path, schema=_SCHEMA, version=VERSION, thread="automations"))


def _unwritable(error: sqlite3.Error) -> Misconfigured:
    return unwritable("what automations do", error)
