"""What is wrong with a SQLite file, in one way for every store: what, where, and how to mend it."""

import errno
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from yamori.domain.errors import Misconfigured

_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_FULL = 13
_NOT_WRITTEN = frozenset({10 | (3 << 8), 10 | (19 << 8)})
"""SQLITE_IOERR_WRITE and SQLITE_IOERR_SHMSIZE: what SQLite says where a quota or a limit, rather than the disk, is at its end."""


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
