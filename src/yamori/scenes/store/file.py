"""The SQLite file on one thread of its own: each piece of work is done whole or not at all, and on disk before its result is seen."""

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
CREATE TABLE scenes (id TEXT PRIMARY KEY, place INTEGER NOT NULL, document TEXT NOT NULL);
CREATE TABLE pending (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, document TEXT NOT NULL);
CREATE TABLE declined (id TEXT PRIMARY KEY, times INTEGER NOT NULL);
"""
Result = TypeVar("Result")


class SceneFile:
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
            raise unwritable("the scenes of the household", error) from error
        return result


async def open_file(path: Path | None) -> SceneFile:
    """Open or make the file; None keeps everything in memory. Raises `Misconfigured` where it cannot be used."""
    thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="scenes")
    try:
        connection = await asyncio.get_running_loop().run_in_executor(thread, _connected, path)
    except (sqlite3.Error, OSError) as error:
        thread.shutdown(wait=False)
        raise unusable(str(path), error) from error
    except Misconfigured:
        thread.shutdown(wait=False)
        raise
    return SceneFile(connection, thread)


def _connected(path: Path | None) -> sqlite3.Connection:
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
        if version < VERSION:
            connection.executescript(f"BEGIN IMMEDIATE;{_SCHEMA}PRAGMA user_version = {VERSION};COMMIT;")
    except BaseException:
        connection.close()
        raise
    return connection
