"""`people.sqlite3` on a thread of its own: each change is one transaction, on disk before its result is seen.

Several processes may have it open: the house that runs, and `yamori account` beside it. So nothing of it is held in memory.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from yamori.domain.database_file import unusable, unwritable
from yamori.domain.errors import Misconfigured

VERSION = 2
_SCHEMA = """
CREATE TABLE IF NOT EXISTS accounts (
    person TEXT PRIMARY KEY, name TEXT, password TEXT, made TEXT NOT NULL, ends TEXT, closed INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS sessions (
    id TEXT PRIMARY KEY, secret TEXT NOT NULL UNIQUE, person TEXT REFERENCES accounts (person) ON DELETE CASCADE, kind TEXT NOT NULL,
    made TEXT NOT NULL, used TEXT NOT NULL, name TEXT NOT NULL, room TEXT, made_by TEXT, ended TEXT
);
CREATE INDEX IF NOT EXISTS sessions_person ON sessions (person);
CREATE TABLE IF NOT EXISTS tokens (
    id TEXT PRIMARY KEY, secret TEXT NOT NULL UNIQUE, person TEXT NOT NULL REFERENCES accounts (person) ON DELETE CASCADE,
    name TEXT NOT NULL, scopes TEXT NOT NULL, made TEXT NOT NULL, used TEXT, ends TEXT, revoked INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS browsers (
    secret TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES accounts (person) ON DELETE CASCADE, made TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS attempts (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, origin TEXT NOT NULL, at TEXT NOT NULL, was_right INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS links (
    id TEXT PRIMARY KEY, secret TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, made_by TEXT NOT NULL, made TEXT NOT NULL, ends TEXT NOT NULL,
    person TEXT, name TEXT, room TEXT, account_ends TEXT, spent INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS passkeys (
    id TEXT PRIMARY KEY, credential TEXT NOT NULL UNIQUE, person TEXT NOT NULL REFERENCES accounts (person) ON DELETE CASCADE,
    public_key BLOB NOT NULL, uses INTEGER NOT NULL, name TEXT NOT NULL, made TEXT NOT NULL, used TEXT
);
"""
_FAVOURITES = """
CREATE TABLE IF NOT EXISTS favourites (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, person TEXT NOT NULL, device TEXT NOT NULL, UNIQUE (person, device)
);
"""
"""Since version 2. People have favourites without an account, too."""
Result = TypeVar("Result")
Work = Callable[[sqlite3.Connection], Result]


class PeopleFile:
    """Opened by `open_file`. Everything raises `Misconfigured` where the file cannot be used any more."""

    def __init__(self, connection: sqlite3.Connection, thread: ThreadPoolExecutor) -> None:
        self._connection = connection
        self._thread = thread
        self._closed = False
        self._changed = asyncio.Event()

    async def changed(self) -> None:
        """Returns when something was changed by this process."""
        await self._changed.wait()

    async def read(self, work: Work[Result]) -> Result:
        """Look something up; takes no lock that a change of another process would wait for."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._looked, work)

    async def change(self, work: Work[Result]) -> Result:
        """Do the work, all of it or nothing."""
        result = await asyncio.get_running_loop().run_in_executor(self._thread, self._transaction, work)
        self._changed.set()
        self._changed = asyncio.Event()
        return result

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        await asyncio.get_running_loop().run_in_executor(self._thread, self._connection.close)
        self._thread.shutdown(wait=False)

    def _looked(self, work: Work[Result]) -> Result:
        try:
            return work(self._connection)
        except sqlite3.Error as error:
            raise unusable("people.sqlite3", error) from error

    def _transaction(self, work: Work[Result]) -> Result:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                result = work(self._connection)
                self._connection.execute("COMMIT")
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
        except sqlite3.Error as error:
            raise unwritable("who may sign in", error) from error
        return result


async def open_file(path: Path | None) -> PeopleFile:
    """Open or make the file; None keeps everything in memory. Raises `Misconfigured` where it cannot be used."""
    thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="people")
    try:
        connection = await asyncio.get_running_loop().run_in_executor(thread, _connect, path)
    except (sqlite3.Error, OSError) as error:
        thread.shutdown(wait=False)
        raise unusable(str(path), error) from error
    except Misconfigured:
        thread.shutdown(wait=False)
        raise
    return PeopleFile(connection, thread)


def _connect(path: Path | None) -> sqlite3.Connection:
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path or ":memory:", isolation_level=None, timeout=5.0)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            mend = "use that Yamori again, or move the file away"
            raise Misconfigured("it was written by a newer Yamori", where=str(path), mend=mend)
        if version < 1:
            connection.executescript(f"BEGIN IMMEDIATE;{_SCHEMA}PRAGMA user_version = 1;COMMIT;")
        if version < 2:
            connection.executescript(f"BEGIN IMMEDIATE;{_FAVOURITES}PRAGMA user_version = 2;COMMIT;")
    except BaseException:
        connection.close()
        raise
    return connection


def written(at: datetime) -> str:
    """A moment as it is kept: in UTC, so that later ones sort later."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds")


def read_moment(kept: str | None) -> datetime | None:
    return datetime.fromisoformat(kept) if kept is not None else None


def moment(kept: str) -> datetime:
    """One that is always there."""
    return datetime.fromisoformat(kept)
