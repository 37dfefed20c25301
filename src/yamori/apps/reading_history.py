"""Opens the history of readings over the house: its file, who writes down what the gate reports, and the clock of that.

A reading's path to devices and people never waits for it: the gate's changes come through a queue of their own, and the disk is written on
another thread.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path

import structlog

from yamori.automations.history import FLUSH_EVERY, History, HistoryLimits, Interval, Recorder, Timeline, open_history
from yamori.domain.clock import Clock
from yamori.domain.errors import HouseSilent, InvalidRequest, Misconfigured
from yamori.domain.gate import Gate
from yamori.domain.receipt import Reading

THIN_EVERY = timedelta(hours=1)
AGAIN_AFTER = 5.0
"""Seconds until a house that was lost is asked again, and until a file that could not be written is tried again."""
IN_MEMORY = HistoryLimits(size_mb=20)
"""Of a household that keeps nothing."""
FILE = "history.sqlite3"
_log = structlog.get_logger()


class ReadingHistory:
    """The house's history; `start` it once the house is open. Without a `history` none is kept, and nothing is known of the past."""

    def __init__(self, history: History | None, gate: Gate, clock: Clock) -> None:
        self._history = history
        self._recorder = Recorder(history) if history is not None else None
        self._gate, self._clock = gate, clock
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def is_kept(self) -> bool:
        return self._history is not None

    async def start(self) -> None:
        """Listen first, read then: no change falls between. Raises `Misconfigured` where the file cannot be written."""
        if self._recorder is None:
            return
        self._tasks.append(asyncio.create_task(self._listen(self._recorder)))
        await asyncio.sleep(0)  # it subscribes with its first step
        with suppress(HouseSilent):  # what is silent now is heard of when it speaks
            await self._recorder.resume(await self._gate.snapshot(), now=self._clock.now())
        self._tasks.append(asyncio.create_task(self._keep(self._recorder)))

    async def asked(self) -> History | None:
        """The history with everything in it that was heard so far; None where none is kept."""
        if self._recorder is not None:
            await self._recorder.flush(self._clock.now())
        return self._history

    async def timelines(self, paths: Sequence[str], interval: Interval, *, now: datetime) -> Mapping[str, Timeline] | None:
        """Fulfils `automations.ports.KeptReadings`."""
        history = await self.asked()
        return await history.timelines(paths, interval, now=now) if history is not None else None

    async def close(self) -> None:
        """What was heard is on disk when this returns."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._history is None or self._recorder is None:
            return
        try:
            await self._recorder.flush(self._clock.now())
        except Misconfigured as error:
            _log.error("the last changes are not in the history", why=str(error))
        await self._history.close()

    async def _listen(self, recorder: Recorder) -> None:
        while True:
            try:
                async for reading in self._gate.changes():
                    _heard(recorder, reading)
            except HouseSilent as error:
                _log.warning("the history hears nothing of the house", why=str(error))
            await asyncio.sleep(AGAIN_AFTER)
            with suppress(HouseSilent):
                for reading in await self._gate.snapshot():
                    _heard(recorder, reading)

    async def _keep(self, recorder: Recorder) -> None:
        """Write every two seconds, and once an hour take out what is old."""
        thinned: datetime | None = None
        while True:
            await asyncio.sleep(FLUSH_EVERY.total_seconds())
            now = self._clock.now()
            try:
                await recorder.flush(now)
                if self._history is not None and (thinned is None or not timedelta(0) <= now - thinned < THIN_EVERY):
                    await self._history.thin(now)
                    thinned = now
            except Misconfigured as error:
                _log.error("the history stands still", why=str(error))
                await asyncio.sleep(AGAIN_AFTER)


def _heard(recorder: Recorder, reading: Reading) -> None:
    """One reading that cannot be kept does not end the history of the others."""
    try:
        recorder.hear(reading)
    except InvalidRequest as error:
        _log.warning("not in the history", path=reading.path, why=str(error))


@asynccontextmanager
async def open_reading_history(data: Path | None, limits: HistoryLimits | None, gate: Gate, clock: Clock) -> AsyncIterator[ReadingHistory]:
    """The history in the data folder, or in memory; without limits none. Raises `Misconfigured` where the file cannot be used."""
    history = await open_history(data / FILE if data else None, limits=limits if data else IN_MEMORY) if limits is not None else None
    kept = ReadingHistory(history, gate, clock)
    try:
        yield kept
    finally:
        await kept.close()
