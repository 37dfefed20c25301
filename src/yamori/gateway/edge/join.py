"""The household's join codes: what a new device must know, once, to be given a token. In a file that only its owner can read.

A code is good for one device and for `VALID`. Whoever shows one (`yamori edge-code`) makes a new one, so that several devices can join
at a time; the house, which may be another process, finds them in the file.
"""

import hmac
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Protocol

from yamori.domain.clock import Clock, SystemClock
from yamori.domain.errors import Misconfigured

VALID = timedelta(minutes=15)
_FILE = "join"
_MOST = 20
"""Codes at a time; the oldest goes first."""


class JoinCodes(Protocol):
    """Fulfilled by `KeptCodes`, and by `FixedCode` where nothing is kept."""

    def holds(self, given: str) -> bool:
        """Whether a device may join with this."""
        ...

    def spend(self, given: str) -> None:
        """It has joined."""
        ...


@dataclass(frozen=True)
class FixedCode:
    """One code for any number of devices: a household in memory, for tests and evaluations."""

    code: Callable[[], str]

    def holds(self, given: str) -> bool:
        return joins(self.code(), given)

    def spend(self, given: str) -> None:
        """It stays good."""


class KeptCodes:
    """Those of a data folder. Every method raises `Misconfigured` where the file cannot be used."""

    def __init__(self, data: Path, clock: Clock | None = None) -> None:
        self._file = data / "gate" / _FILE
        self._clock = clock or SystemClock("UTC")

    def make(self) -> str:
        """A new one."""
        with self._held() as codes:
            return self._made(codes)

    def newest(self) -> str:
        """The one that will be good for longest, made where there is none."""
        with self._held() as codes:
            return codes[-1][0] if codes else self._made(codes)

    def holds(self, given: str) -> bool:
        with self._held() as codes:
            return sum(joins(code, given) for code, _ in codes) > 0  # all are compared, however soon one fits

    def spend(self, given: str) -> None:
        with self._held() as codes:
            self._write([(code, until) for code, until in codes if not joins(code, given)])

    def _made(self, codes: Sequence[tuple[str, datetime]]) -> str:
        code = secrets.token_urlsafe(12)
        self._write([*codes[1 - _MOST :], (code, self._clock.now() + VALID)])
        return code

    @contextmanager
    def _held(self) -> Iterator[list[tuple[str, datetime]]]:
        """The codes that are good now, while no other process changes them."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with _alone(self._file.with_suffix(".lock")):
                yield [(code, until) for code, until in self._read() if until > self._clock.now()]
        except (OSError, UnicodeDecodeError) as error:
            mend = "give a data folder that can be written"
            raise Misconfigured(f"the join code cannot be kept: {error}", where=str(self._file), mend=mend) from error

    def _read(self) -> Iterator[tuple[str, datetime]]:
        """A line that does not say how long its code is good is none: earlier versions made codes that never ended."""
        for line in self._file.read_text(encoding="ascii").splitlines() if self._file.exists() else ():
            code, _, until = line.partition(" ")
            try:
                yield code, datetime.fromisoformat(until)
            except ValueError:
                continue

    def _write(self, codes: Sequence[tuple[str, datetime]]) -> None:
        """Whole or not at all, whenever the power goes: half a code, or none, would be easy to guess."""
        whole = self._file.with_suffix(".new")
        descriptor = os.open(whole, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as new:
            new.writelines(f"{code} {until.isoformat()}\n" for code, until in codes)
            new.flush()
            os.fsync(new.fileno())
        whole.replace(self._file)


def join_code(data: Path) -> str:
    """A code of this data folder that is good now. Raises `Misconfigured`."""
    return KeptCodes(data).newest()


def joins(code: str, given: str) -> bool:
    """Whatever the code is, none lets nobody in."""
    return bool(code) and hmac.compare_digest(code.encode(), given.encode("utf-8", "replace"))


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
