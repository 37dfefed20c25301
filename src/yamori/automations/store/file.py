"""The SQLite file on one thread of its own: each piece of work is one transaction, on disk before its result is seen."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from yamori.domain.database_file import unusable, unwritable
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


class StoreFile:
    """Opened by `open_file`."""

    def __init__(self, connection: sqlite3.Connection, thread: ThreadPoolExecutor) -> None:
        self._connection = connection
        self._thread = thread
        self._closed = False

    async def run(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Do the work in one transaction. Raises `Misconfigured` where the file cannot be written any more."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transaction, work)

    def _transaction(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                result = work(self._connection)
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise unwritable("what automations do", error) from error
        return result

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            await asyncio.get_running_loop().run_in_executor(self._thread, self._connection.close)
            self._thread.shutdown(wait=False)


async def open_file(path: Path | None) -> StoreFile:
    """Open or make the file; None keeps everything in memory. Raises `Misconfigured` where it cannot be used."""
    thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="automations")
    try:
        connection = await asyncio.get_running_loop().run_in_executor(thread, _connect, path)
    except (sqlite3.Error, OSError) as error:
        thread.shutdown(wait=False)
        raise unusable(str(path), error) from error
    except Misconfigured:
        thread.shutdown(wait=False)
        raise
    return StoreFile(connection, thread)


def _connect(path: Path | None) -> sqlite3.Connection:
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path or ":memory:", isolation_level=None, timeout=1.0)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            mend = "use that Yamori again, or move the file away"
            raise Misconfigured("it was written by a newer Yamori", where=str(path), mend=mend)
        if version < 1:
            connection.executescript(f"BEGIN IMMEDIATE;{_SCHEMA}PRAGMA user_version = 1;COMMIT;")
    except BaseException:
        connection.close()
        raise
    return connection
