"""Hears changes and has them written in batches. Made by `apps`, which calls `flush` every two seconds and once before it closes.

Hearing never waits: between it and the disk is a queue of limited length. What does not fit any more is not lost without a trace: of each
attribute the newest value is kept, and the time before it counts as not known.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

from yamori.automations.history.entry import Entry, entry_of
from yamori.automations.history.history import History
from yamori.domain.receipt import Reading

FLUSH_EVERY = timedelta(seconds=2)
"""How often `flush` is to be called."""
PATIENCE = timedelta(minutes=2)
"""Nobody recording for longer than this is a gap: what changed meanwhile and changed back is not known."""
_ROOM = 10_000
_BATCH = 1000
_SIGN_OF_LIFE = timedelta(minutes=1)


@dataclass(frozen=True, kw_only=True)
class _Missed:
    """Of an attribute whose changes did not fit."""

    since: int
    newest: Entry
    is_only: bool = True
    """No other was missed before it."""


class Recorder:
    """Of one history."""

    def __init__(self, history: History, *, room: int = _ROOM) -> None:
        self._history = history
        self._room = room
        self._waiting: deque[Entry] = deque()
        self._missed: dict[str, _Missed] = {}
        self._writing = asyncio.Lock()
        self._recorded: datetime | None = None

    @property
    def waiting(self) -> int:
        """Changes that were heard and are not on disk yet."""
        return len(self._waiting) + len(self._missed)

    def hear(self, reading: Reading) -> None:
        """Take in a change. Raises `InvalidRequest` for a reading whose moment has no time zone."""
        entry = entry_of(reading)
        if len(self._waiting) < self._room:
            self._waiting.append(entry)
        elif (missed := self._missed.get(entry.path)) is None:
            self._missed[entry.path] = _Missed(since=entry.at, newest=entry)
        else:
            self._missed[entry.path] = _Missed(since=missed.since, newest=entry, is_only=False)

    async def follow(self, changes: AsyncIterator[Reading]) -> None:
        """Hear everything that comes, for as long as it comes."""
        async for reading in changes:
            self.hear(reading)

    async def resume(self, snapshot: Sequence[Reading], *, now: datetime) -> int:
        """Begin, with everything that is known now (`Gate.snapshot`). To be called once after opening, before the first `flush`.

        Where nobody recorded for more than two minutes: a reading that has been so since before then has been so all the time; of one that
        is newer, or of a device that is not there any more, nothing is known of the time between.
        """
        async with self._writing:
            entries = [entry_of(reading) for reading in snapshot]
            count = await self._history.resume(entries, now=now, patience=PATIENCE)
            self._recorded = now
            return count

    async def flush(self, now: datetime) -> int:
        """Write what was heard; it is on disk when this returns how many of them were changes.

        Raises `Misconfigured` where it cannot be written; it is kept then, and the next `flush` tries again.
        """
        async with self._writing:
            count, left = 0, len(self._waiting)
            while left:
                batch = list(islice(self._waiting, min(_BATCH, left)))
                count += await self._write(batch, now)
                left -= len(batch)
                for _ in batch:  # what came meanwhile stands behind them
                    self._waiting.popleft()
            if missed := dict(self._missed):
                count += await self._write(_remains(missed), now)
                for path, one in missed.items():
                    if self._missed[path] is one:
                        del self._missed[path]
            if self._recorded is None or abs(now - self._recorded) >= _SIGN_OF_LIFE:
                await self._write([], now)
            return count

    async def _write(self, entries: Sequence[Entry], now: datetime) -> int:
        count = await self._history.write(entries, now=now)
        self._recorded = now
        return count


def _remains(missed: dict[str, _Missed]) -> list[Entry]:
    entries: list[Entry] = []
    for one in missed.values():
        if not one.is_only:
            entries.append(one.newest.unknown(one.since))
        entries.append(one.newest)
    return entries
