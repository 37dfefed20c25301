"""The file, open twice: one thread writes, each piece of work whole or not at all and on disk before its result is seen; another one reads
beside it, so that remembering never waits for recalling."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from yamori.domain.database_file import unusable, unwritable
from yamori.domain.errors import Misconfigured
from yamori.memory.store.schema import LATER, SCHEMA, VERSION

Result = TypeVar("Result")
Work = Callable[[sqlite3.Connection], Result]


class MemoryFile:
    """Opened by `open_file`."""

    def __init__(
        self, path: Path | None, writing: sqlite3.Connection, reading: sqlite3.Connection, threads: tuple[ThreadPoolExecutor, ...]
    ) -> None:
        self.path = path
        self._writing, self._reading = writing, reading
        self._threads = threads
        self._closed = False

    async def write(self, work: Work[Result]) -> Result:
        """In one transaction. Raises `Misconfigured` where the file cannot be written any more."""
        return await asyncio.get_running_loop().run_in_executor(self._threads[0], self._transaction, work)

    async def read(self, work: Work[Result]) -> Result:
        """On the reading thread; what was written before is seen."""
        return await asyncio.get_running_loop().run_in_executor(self._threads[-1], work, self._reading)

    async def scrub(self) -> None:
        """Leave no byte of what was deleted: pages are written anew, and the log beside the file is emptied."""
        await asyncio.get_running_loop().run_in_executor(self._threads[0], self._scrub)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        loop = asyncio.get_running_loop()
        if self._reading is not self._writing:
            await loop.run_in_executor(self._threads[-1], self._reading.close)
        await loop.run_in_executor(self._threads[0], self._writing.close)
        for thread in self._threads:
            thread.shutdown(wait=False)

    def _transaction(self, work: Work[Result]) -> Result:
        database = self._writing
        try:
            database.execute("BEGIN IMMEDIATE")
            result = work(database)
            database.execute("COMMIT")
        except BaseException as error:
            if database.in_transaction:
                with suppress(sqlite3.Error):
                    database.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error):
                raise unwritable("what was said", error) from error
            raise
        return result

    def _scrub(self) -> None:
        try:
            self._writing.execute("VACUUM")
            busy, _, _ = self._writing.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error as error:
            raise unwritable("what is to be forgotten", error) from error
        if busy:
            raise Misconfigured("another program reads it, and keeps what was forgotten in its log", where=str(self.path), mend="end it")


async def open_file(path: Path | None) -> MemoryFile:
    """Open or make it; None keeps everything in memory. Raises `Misconfigured` where it cannot be used."""
    threads = tuple(ThreadPoolExecutor(max_workers=1, thread_name_prefix="memory") for _ in range(1 if path is None else 2))
    loop = asyncio.get_running_loop()
    try:
        writing = await loop.run_in_executor(threads[0], _connect, path)
        reading = writing if path is None else await loop.run_in_executor(threads[1], _connect, path)
    except (sqlite3.Error, OSError, Misconfigured) as error:
        for thread in threads:
            thread.shutdown(wait=False)
        raise error if isinstance(error, Misconfigured) else unusable(str(path), error) from error
    return MemoryFile(path, writing, reading, threads)


def _connect(path: Path | None) -> sqlite3.Connection:
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path or ":memory:", isolation_level=None, timeout=5.0)
    try:
        connection.execute("PRAGMA secure_delete=ON")
        connection.execute("PRAGMA temp_store=MEMORY")  # what is forgotten stands in no temporary file either
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise Misconfigured("it was written by a newer Yamori", where=str(path), mend="use that Yamori again, or move the file away")
        if version < VERSION:
            connection.executescript(f"BEGIN IMMEDIATE;{SCHEMA}PRAGMA user_version = {VERSION};COMMIT;")
        connection.executescript(LATER)
    except BaseException:
        connection.close()
        raise
    return connection
