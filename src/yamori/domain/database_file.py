"""Opening a SQLite file, and what is wrong with one, in one way for every store: what, where, and how to mend it."""

import asyncio
import errno
import sqlite3
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from yamori.domain.errors import Misconfigured

_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_FULL = 13
_NOT_WRITTEN = frozenset({10 | (3 << 8), 10 | (19 << 8)})
"""SQLITE_IOERR_WRITE and SQLITE_IOERR_SHMSIZE: what SQLite says where a quota or a limit, rather than the disk, is at its end."""


_BUSY = 1.0
"""Seconds that another process's writing is waited for."""


async def opened(
    path: Path | None, *, schema: str, version: int, thread: str, pragmas: Sequence[str] = ()
) -> tuple[sqlite3.Connection, ThreadPoolExecutor]:
    """The file, and the one thread, of that name, on which all work on it is done; see `connected`.

    Raises `Misconfigured` where it cannot be used; nothing is left open then.
    """
    running = ThreadPoolExecutor(max_workers=1, thread_name_prefix=thread)
    try:
        connection = await asyncio.get_running_loop().run_in_executor(
            running, lambda: connected(path, schema=schema, version=version, pragmas=pragmas)
        )
    except (sqlite3.Error, OSError) as error:
        running.shutdown(wait=False)
        raise unusable(str(path), error) from error
    except BaseException:
        running.shutdown(wait=False)
        raise
    return connection, running


def connected(path: Path | None, *, schema: str, version: int, pragmas: Sequence[str] = ()) -> sqlite3.Connection:
    """The file, made with its schema where it is new; None keeps everything in memory. What was committed is on disk. `pragmas` are set
    before anything is written.

    Raises `Misconfigured` where a newer Yamori wrote it, `sqlite3.Error` and `OSError` where it cannot be used.
    """
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path or ":memory:", isolation_level=None, timeout=_BUSY)
    try:
        for pragma in (*pragmas, "journal_mode=WAL", "synchronous=FULL"):
            connection.execute(f"PRAGMA {pragma}")
        (found,) = connection.execute("PRAGMA user_version").fetchone()
        if found > version:
            mend = "use that Yamori again, or move the file away"
            raise Misconfigured("it was written by a newer Yamori", where=str(path), mend=mend)
        if found < version:
            connection.executescript(f"BEGIN IMMEDIATE;{schema}PRAGMA user_version = {version};COMMIT;")
    except BaseException:
        connection.close()
        raise
    return connection


def is_disk_full(error: BaseException) -> bool:
    """Whether this, or what caused it, is a disk (or a quota) that takes no more."""
    for cause in _causes(error):
        if isinstance(cause, OSError) and cause.errno in _NO_ROOM:
            return True
        if isinstance(cause, sqlite3.Error):
            code = getattr(cause, "sqlite_errorcode", 0) or 0
            if code & 0xFF == _FULL or code in _NOT_WRITTEN or "disk is full" in str(cause):
                return True
    return False


def unusable(where: str, error: Exception) -> Misconfigured:
    """The error as the operator can act on it. Raise it `from` the error."""
    said = error.strerror or str(error) if isinstance(error, OSError) else str(error)
    if is_disk_full(error):
        return Misconfigured("the disk is full; nothing of it was written", where=where, mend="free some space")
    if "locked" in said:
        mend = "end the other Yamori, or give this one a data folder of its own"
        return Misconfigured("another process is using it", where=where, mend=mend)
    if "readonly" in said or "Permission" in said or "unable to open" in said:
        return Misconfigured(f"cannot be written: {said}", where=where, mend="give a data folder that this user may write to")
    return Misconfigured(f"cannot be used: {said}", where=where, mend="put a backup in its place, or move the file away")


def unwritable(what: str, error: Exception) -> Misconfigured:
    """For a write that failed while the file is open. Raise it `from` the error."""
    said = "the disk is full" if is_disk_full(error) else str(error)
    return Misconfigured(f"{what} cannot be written down ({said})", mend="free some space in the data folder")


def damage(file: Path) -> Misconfigured | None:
    """What makes an existing database unusable; None where nothing does, or another process holds it. Reads all of it."""
    try:
        connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=0.0)
        try:
            (said,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        return None if "locked" in str(error) else unusable(str(file), error)
    return None if said == "ok" else unusable(str(file), sqlite3.DatabaseError(f"it is damaged ({said.splitlines()[-1]})"))


def databases_below(folder: Path) -> Iterator[Path]:
    """Every SQLite file in the folder and below it, but for the logs beside them; links are not followed."""
    for path in sorted(folder.rglob("*.sqlite*")):
        if path.suffix in (".sqlite", ".sqlite3") and path.is_file() and not path.is_symlink() and path.stat().st_size:
            yield path


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    waiting: list[object] = [error]
    while waiting:
        cause = waiting.pop()
        if isinstance(cause, BaseException) and id(cause) not in seen:
            seen.add(id(cause))
            yield cause
            waiting += [cause.__cause__, cause.__context__, getattr(cause, "orig", None)]  # SQLAlchemy's own
