"""The household's join code: what a new device must know, once, to be given a token. In a file that only its owner can read."""

import hmac
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from yamori.domain.errors import Misconfigured

_FILE = "join"


def join_code(data: Path) -> str:
    """The code of this data folder, made when there is none. Raises `Misconfigured`."""
    file = data / "gate" / _FILE
    try:
        if code := _read(file):
            return code
        file.parent.mkdir(parents=True, exist_ok=True)
        with _alone(file.with_suffix(".lock")):
            return _read(file) or _made(file)
    except (OSError, UnicodeDecodeError) as error:
        raise Misconfigured(
            f"the join code cannot be kept: {error}", where=str(file), mend="give a data folder that can be written"
        ) from error


def joins(code: str, given: str) -> bool:
    """Whatever the code is, none lets nobody in."""
    return bool(code) and hmac.compare_digest(code.encode(), given.encode("utf-8", "replace"))


def _read(file: Path) -> str:
    """Empty where there is none."""
    return file.read_text(encoding="ascii").strip() if file.exists() else ""


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Another process may make one in the same moment: the first one holds."""
    with file.open("w") as lock:
        try:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        except ImportError:
            pass  # no such locks on this system
        yield


def _made(file: Path) -> str:
    """Whole or not at all, whenever the power goes: half a code, or none, would be easy to guess."""
    code, whole = secrets.token_urlsafe(12), file.with_suffix(".new")
    descriptor = os.open(whole, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as new:
        new.write(code)
        new.flush()
        os.fsync(new.fileno())
    whole.replace(file)
    return code
