"""One SQLite file on one thread of its own: each piece of work is one transaction, on disk before its result is seen.

The ledger and the virtual home keep their state through this. Plain `sqlite3`, because a command's three commits must cost no more
than the disk does: one thread hop each, and an evaluation opens hundreds of these in memory.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from yamori.domain.database_file import unusable

Result = TypeVar("Result")


class SqliteFile:
    """Opened by `open_sqlite`."""

    def __init__(self, connection: sqlite3.Connection, thread: ThreadPoolExecutor, name: str) -> None:
        self._connection = connection
        self._thread = thread
        self._name = name
        self._closed = False

    async def run(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Do the work in one transaction. Raises `Misconfigured` when the disk is full or cannot be written."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transaction, work)

    def _transaction(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                result = work(self._connection)
            except BaseException:
                self._connection.rollback()
                raise
            self._connection.commit()
        except sqlite3.DatabaseError as error:
            if self._connection.in_transaction:
                self._connection.rollback()
            if isinstance(error, sqlite3.IntegrityError):
                raise  # what was asked for, not the file, is wrong
            raise unusable(self._name, error) from error
        return result

    async def scrub(self) -> None:
        """Leave no byte of what was deleted or written over: pages are written anew, and the log beside the file is emptied. Raises
        `Misconfigured` when the disk is full or cannot be written."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._scrub)

    def _scrub(self) -> None:
        try:
            self._connection.execute("VACUUM")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.DatabaseError as error:
            raise unusable(self._name, error) from error

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await asyncio.get_running_loop().run_in_executor(self._thread, self._connection.close)
        self._thread.shutdown(wait=False)


async def open_sqlite(file: Path | None, *, schema: str, alone: bool = False) -> SqliteFile:
    """Open or make the file with `schema` (statements that may run again); None keeps everything in memory.

    `alone` keeps every other process out, for a store whose state is also held in memory. Raises `Misconfigured`.
    """
    name = str(file) if file is not None else "memory"
    thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sqlite")
    try:
        connection = await asyncio.get_running_loop().run_in_executor(thread, _connect, file, schema, alone)
    except (sqlite3.DatabaseError, OSError) as error:
        thread.shutdown(wait=False)
        raise unusable(name, error) from error
    return SqliteFile(connection, thread, name)


def _connect(file: Path | None, schema: str, alone: bool) -> sqlite3.Connection:
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(str(file) if file is not None else ":memory:", isolation_level=None, timeout=1.0)
    try:
        if alone:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA secure_delete=ON")
        connection.execute("PRAGMA temp_store=MEMORY")  # what is written over stands in no temporary file either
        connection.executescript(f"BEGIN IMMEDIATE;\n{schema}\nCOMMIT;")
    except BaseException:
        connection.close()
        raise
    return connection
