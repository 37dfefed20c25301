"""The SQLite file of the history: one thread that writes, one that reads beside it, so that no question waits for the thinning.

Used by `History` alone. Each piece of writing is one transaction, on disk before its result is seen.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from yamori.domain.database_file import connected, unusable, unwritable
from yamori.domain.errors import Misconfigured

VERSION = 1
_SCHEMA = """
CREATE TABLE series (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, unit TEXT,
    fine_until INTEGER NOT NULL DEFAULT 0, coarse_until INTEGER NOT NULL DEFAULT 0, dropped_until INTEGER NOT NULL DEFAULT 0,
    exact_since INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE readings (
    series INTEGER NOT NULL REFERENCES series (id), at INTEGER NOT NULL, value, PRIMARY KEY (series, at)
) WITHOUT ROWID;
CREATE TABLE history (
    only_one INTEGER PRIMARY KEY CHECK (only_one = 1), kept_since INTEGER NOT NULL, recorded_until INTEGER NOT NULL
);
INSERT INTO history VALUES (1, 0, 0);
"""
_LOG_BYTES = 8_000_000
"""What the write-ahead log is cut to once it is written back."""
Result = TypeVar("Result")


class HistoryFile:
    """Opened by `open_file`."""

    def __init__(
        self, name: str, writing: tuple[ThreadPoolExecutor, sqlite3.Connection], reading: tuple[ThreadPoolExecutor, sqlite3.Connection]
    ) -> None:
        self._name = name
        self._writing = writing
        self._reading = reading
        self._closed = False

    async def write(self, work: Callable[[sqlite3.Connection], Result], *, undone: Callable[[], None] | None = None) -> Result:
        """Do the work, all of it or nothing; `undone` is called, on the same thread, where it came to nothing.

        Raises `Misconfigured` where the file cannot be written any more.
        """
        thread, connection = self._writing
        return await asyncio.get_running_loop().run_in_executor(thread, _written, connection, work, undone)

    async def read(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Do the work on the history as it stands now, whatever is written meanwhile. Raises `Misconfigured` where the file is damaged."""
        thread, connection = self._reading
        return await asyncio.get_running_loop().run_in_executor(thread, _read, self._name, connection, work)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        for thread, connection in dict.fromkeys((self._reading, self._writing)):
            await asyncio.get_running_loop().run_in_executor(thread, connection.close)
            thread.shutdown(wait=False)


async def open_file(path: Path | None) -> HistoryFile:
    """Open or make the file; None keeps everything in memory, with one thread for both. Raises `Misconfigured` where it cannot be used."""
    name = str(path) if path is not None else "memory"
    loop = asyncio.get_running_loop()
    threads = [ThreadPoolExecutor(max_workers=1, thread_name_prefix="history") for _ in range(1 if path is None else 2)]
    opened: list[tuple[ThreadPoolExecutor, sqlite3.Connection]] = []
    try:
        for thread, connect in zip(threads, (_connect, _connect_reader), strict=False):
            opened.append((thread, await loop.run_in_executor(thread, connect, path)))
    except (sqlite3.Error, OSError, Misconfigured) as error:
        for thread, connection in opened:
            await loop.run_in_executor(thread, connection.close)
        for thread in threads:
            thread.shutdown(wait=False)
        raise error if isinstance(error, Misconfigured) else unusable(name, error) from error
    return HistoryFile(name, opened[0], opened[-1])


def _connect(path: Path | None) -> sqlite3.Connection:
    return connected(path, schema=_SCHEMA, version=VERSION, pragmas=("auto_vacuum=INCREMENTAL", f"journal_size_limit={_LOG_BYTES}"))


def _connect_reader(path: Path | None) -> sqlite3.Connection:
    connection = sqlite3.connect(path or ":memory:", isolation_level=None, timeout=1.0)
    connection.execute("PRAGMA query_only=ON")
    return connection


def _written(connection: sqlite3.Connection, work: Callable[[sqlite3.Connection], Result], undone: Callable[[], None] | None) -> Result:
    is_written = False
    try:
        connection.execute("BEGIN IMMEDIATE")
        try:
            result = work(connection)
            connection.execute("COMMIT")
            is_written = True
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if undone is not None and not is_written:
                undone()
    except sqlite3.Error as error:
        raise unwritable("the history of readings", error) from error
    return result


def _read(name: str, connection: sqlite3.Connection, work: Callable[[sqlite3.Connection], Result]) -> Result:
    try:
        connection.execute("BEGIN")
        try:
            return work(connection)
        finally:
            connection.execute("ROLLBACK")
    except sqlite3.Error as error:
        raise unusable(name, error) from error
