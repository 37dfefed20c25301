"""What the house reports, kept in order until the engine takes it in; a house that was lost is read again as a whole."""

import asyncio
import logging
from collections import deque
from contextlib import suppress
from dataclasses import dataclass

from yamori.automations.ports import Readings
from yamori.domain.errors import HouseSilent
from yamori.domain.receipt import Reading

AGAIN_AFTER = 5.0
"""Seconds until a house that was lost is asked again."""
_logger = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Heard:
    readings: tuple[Reading, ...]
    is_change: bool
    """One reading that changed; else all of them as they are, after a time in which nobody listened."""


class Hearing:
    """Between `start` and `close`."""

    def __init__(self, readings: Readings) -> None:
        self._readings = readings
        self._task: asyncio.Task[None] | None = None
        self.waiting: deque[Heard] = deque()
        self.news = asyncio.Event()

    async def start(self) -> None:
        """Listen first, read then: no change falls between. What was heard meanwhile and is older than what was read is dropped."""
        self._task = asyncio.create_task(self._listen())
        await asyncio.sleep(0)  # it subscribes with its first step
        snapshot = await self._snapshot()
        known = {reading.path: reading.at for reading in snapshot}
        newer = [heard for heard in self.waiting if any(r.path not in known or r.at > known[r.path] for r in heard.readings)]
        self.waiting.clear()
        self.waiting.extend([Heard(readings=snapshot, is_change=False), *newer] if snapshot else newer)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def _listen(self) -> None:
        while True:
            try:
                async for reading in self._readings.changes():
                    self._hear(Heard(readings=(reading,), is_change=True))
            except HouseSilent as error:
                _logger.warning("automations hear nothing of the house: %s", error)
            await asyncio.sleep(AGAIN_AFTER)
            if snapshot := await self._snapshot():
                self._hear(Heard(readings=snapshot, is_change=False))

    def _hear(self, heard: Heard) -> None:
        self.waiting.append(heard)
        self.news.set()

    async def _snapshot(self) -> tuple[Reading, ...]:
        try:
            return tuple(await self._readings.snapshot())
        except HouseSilent as error:
            _logger.warning("automations do not know how the house is: %s", error)
            return ()
