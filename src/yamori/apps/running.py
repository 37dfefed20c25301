"""One process at a time has a household open, and the others find it: a file in the data folder that says which process and where.

The file is locked for as long as that process lives, so that one which a kill left behind is known to be stale.
"""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TextIO

from yamori.domain.errors import Misconfigured

FILE = "running.json"


@dataclass(frozen=True, kw_only=True)
class Running:
    """The process that has the household open."""

    pid: int
    url: str | None
    """Where it listens; None for a conversation that opened the household for itself."""


@contextmanager
def alone(data: Path, *, url: str | None) -> Iterator[None]:
    """Held while the household is open. Raises `Misconfigured` where another process has it open."""
    file = data / FILE
    with _locked(file) as held:
        if held is None:
            raise Misconfigured(_said(_read(file)), where=str(data), mend="end that one, or give this one a data folder of its own: --data")
        held.seek(0)
        held.truncate()
        json.dump(asdict(Running(pid=os.getpid(), url=url)), held)
        held.flush()
        try:
            yield
        finally:
            file.unlink(missing_ok=True)


def running_house(data: Path) -> Running | None:
    """Who has the household of this data folder open; None where nobody has, whatever a kill left behind."""
    file = data / FILE
    try:
        with file.open(encoding="utf-8") as found:
            try:
                fcntl.flock(found, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except OSError:
                return _read(file)
    except OSError:
        pass  # there is none
    return None


@contextmanager
def _locked(file: Path) -> Iterator[TextIO | None]:
    """The file, locked; None where another process holds it."""
    while True:
        with file.open("a+", encoding="utf-8") as held:
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                yield None
                return
            try:
                if os.fstat(held.fileno()).st_ino != file.stat().st_ino:
                    continue  # whoever held it has just ended, and taken the file away
            except FileNotFoundError:
                continue
            yield held
            return


def _read(file: Path) -> Running | None:
    try:
        return Running(**json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def _said(running: Running | None) -> str:
    if running is None:
        return "another Yamori has just opened this household"
    return f"another Yamori (process {running.pid}{f', {running.url}' if running.url else ''}) has this household open"
