"""The SQLite file on one thread of its own: each piece of work is done whole or not at all, and on disk before its result is seen."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from yamori.domain.database_file import opened, unwritable

VERSION = 1
_SCHEMA = """
CREATE TABLE lists (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, owner TEXT NOT NULL, by_section INTEGER NOT NULL, place INTEGER NOT NULL
);
CREATE TABLE items (
    id INTEGER PRIMARY KEY AUTOINCREMENT, list TEXT NOT NULL, name TEXT NOT NULL, quantity TEXT NOT NULL, note TEXT NOT NULL,
    done INTEGER NOT NULL, place INTEGER NOT NULL, added_by TEXT NOT NULL, added_at TEXT NOT NULL, done_by TEXT NOT NULL
);
CREATE INDEX items_of_list ON items (list, place);
CREATE TABLE changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, at TEXT NOT NULL, person TEXT NOT NULL, words TEXT NOT NULL,
    turn TEXT NOT NULL, did TEXT NOT NULL, rows TEXT NOT NULL, result TEXT NOT NULL
);
"""
Result = TypeVar("Result")


class ListFile:
    """Opened by `open_file`."""

    def __init__(self, connection: sqlite3.Connection, thread: ThreadPoolExecutor) -> None:
        self._connection, self._thread = connection, thread
        self._closed = False

    async def run(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Do the work, all of it or nothing. Raises `Misconfigured` where the file cannot be written any more."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transaction, work)

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            await asyncio.get_running_loop().run_in_executor(self._thread, self._connection.close)
            self._thread.shutdown(wait=False)

    def _transaction(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        database = self._connection
        try:
            database.execute("BEGIN IMMEDIATE")
            try:
                result = work(database)
                database.execute("COMMIT")
            finally:
                if database.in_transaction:
                    database.execute("ROLLBACK")
        except sqlite3.Error as error:
            raise unwritable("the lists of the household", error) from error
        return result


async def open_file(path: Path | None) -> ListFile:
    """Open or make the file; None keeps everything in memory. Raises `Misconfigured` where it cannot be used."""
    return ListFile(*await opened(path, schema=_SCHEMA, version=VERSION, thread="lists"))
