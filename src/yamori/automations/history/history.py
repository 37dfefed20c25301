"""The history of readings: what changed when, and what people ask about it. Opened and closed by `apps`; `Recorder` writes it.

Everybody else only asks. A question that runs up to `now` is answered from what is written; what was heard in the last two seconds may not
be. The wording of answers is the caller's.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from yamori.automations.history.appending import Appending
from yamori.automations.history.charting import Chart, chart
from yamori.automations.history.entry import Entry
from yamori.automations.history.file import HistoryFile, open_file
from yamori.automations.history.limits import HistoryLimits
from yamori.automations.history.moments import Interval, to_millis
from yamori.automations.history.numbers import Numbers, numbers_in
from yamori.automations.history.selecting import ValueThen, select_kept, select_last, select_timeline, select_value
from yamori.automations.history.shrinking import shrink_step, used_bytes
from yamori.automations.history.states import Count, LastTime, TimeIn, count_into, time_in
from yamori.automations.history.timeline import Kept, Sought, Timeline
from yamori.domain.errors import InvalidRequest


@dataclass(frozen=True, kw_only=True)
class Thinned:
    """What thinning came to."""

    removed: int
    """Readings."""
    steps: int
    """Transactions."""
    is_done: bool
    """Nothing is left for this `now`."""
    used_bytes: int
    """Of the file, without what is free in it."""


class History:
    """Opened by `open_history`. Moments are aware; answers come in the time zone of the moments that were asked with.

    Every method raises `Misconfigured` where the file cannot be used any more. An attribute that was never heard of is no error: `kept` of
    its answer is empty.
    """

    def __init__(self, file: HistoryFile, limits: HistoryLimits) -> None:
        self._file = file
        self._limits = limits
        self._appending = Appending()

    async def write(self, entries: Sequence[Entry], *, now: datetime) -> int:
        """All of them on disk, or none; how many of them were changes. For `Recorder`."""
        moment = to_millis(now)
        return await self._file.write(lambda db: self._appending.write(db, entries, now=moment), undone=self._appending.forget)

    async def resume(self, entries: Sequence[Entry], *, now: datetime, patience: timedelta) -> int:
        """Likewise, of everything that is known now, after a time in which nobody wrote. For `Recorder`."""
        moment, waited = to_millis(now), patience // timedelta(milliseconds=1)
        work = self._appending.resume
        return await self._file.write(lambda db: work(db, entries, now=moment, patience=waited), undone=self._appending.forget)

    async def thin(self, now: datetime, *, most_steps: int = 100_000) -> Thinned:
        """Take out what is too old or too much, by short transactions between which changes are written. May be cancelled, and may be
        called as often as wanted; once an hour is enough. `most_steps` ends it earlier, and the next call goes on."""
        moment, removed, count, is_done = to_millis(now), 0, 0, False
        while not is_done and count < most_steps:
            step = await self._file.write(lambda db: shrink_step(db, now=moment, limits=self._limits))
            removed, count, is_done = removed + step.removed, count + 1, step.is_last
        return Thinned(removed=removed, steps=count, is_done=is_done, used_bytes=await self._file.read(used_bytes))

    async def kept(self, path: str, *, now: datetime) -> Kept:
        """From when on there is history of an attribute."""
        return await self._file.read(lambda db: select_kept(db, path, now.tzinfo))

    async def value(self, path: str, at: datetime, *, now: datetime) -> ValueThen:
        """What it was at a moment. Raises `InvalidRequest` for one that has not come yet."""
        if to_millis(at) > to_millis(now):
            raise InvalidRequest(f"{at.isoformat()} has not come yet", where="at")
        return await self._file.read(lambda db: select_value(db, path, at))

    async def timeline(self, path: str, interval: Interval, *, now: datetime) -> Timeline:
        """Every change in an interval; up to `now` where that ends later. Raises `InvalidRequest` for more than half a million."""
        return await self._file.read(lambda db: select_timeline(db, path, interval, now))

    async def timelines(self, paths: Sequence[str], interval: Interval, *, now: datetime) -> Mapping[str, Timeline]:
        """Likewise of several attributes, all as they stood at the same moment."""

        def work(db: sqlite3.Connection) -> Mapping[str, Timeline]:
            return {path: select_timeline(db, path, interval, now) for path in paths}

        return await self._file.read(work)

    async def last(self, path: str, sought: Sought, *, before: datetime) -> LastTime:
        """When a state was there last and when it began: "when was the door last opened". A moment after now is as good as now."""
        return await self._file.read(lambda db: select_last(db, path, sought, before))

    async def time_in(self, path: str, sought: Sought, interval: Interval, *, now: datetime) -> TimeIn:
        """How long a state lasted in an interval: "how long was the heater on yesterday"."""
        return await self._file.read(lambda db: time_in(select_timeline(db, path, interval, now), sought))

    async def count(self, path: str, sought: Sought, interval: Interval, *, now: datetime) -> Count:
        """How often a state began in an interval: "how often was the door opened this week"."""
        return await self._file.read(lambda db: count_into(select_timeline(db, path, interval, now), sought))

    async def numbers(self, path: str, interval: Interval, *, now: datetime) -> Numbers:
        """Smallest, largest and mean in an interval: "how cold did it get in the night"."""
        return await self._file.read(lambda db: numbers_in(select_timeline(db, path, interval, now)))

    async def chart(self, path: str, interval: Interval, *, points: int, now: datetime) -> Chart:
        """A line of at most so many points. Raises `InvalidRequest` for fewer than 8."""
        return await self._file.read(lambda db: chart(select_timeline(db, path, interval, now), points=points))

    async def close(self) -> None:
        """What was acknowledged is on disk already."""
        await self._file.close()


async def open_history(path: Path | None, *, limits: HistoryLimits | None = None) -> History:
    """Open or make the file; None keeps everything in memory, within the same limits. Raises `Misconfigured` where it cannot be used."""
    return History(await open_file(path), limits or HistoryLimits())
