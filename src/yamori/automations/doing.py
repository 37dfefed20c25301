"""What the engine does beside everything else: claimed firings and words to owners, as tasks that are waited for or cut off together."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from yamori.automations.firing import Firing

_logger = logging.getLogger(__name__)


class Doing:
    def __init__(self, ended: Callable[[], None]) -> None:
        """`ended` is called whenever something has ended."""
        self._ended = ended
        self._firings: dict[str, asyncio.Task[Firing]] = {}
        self._words: set[asyncio.Task[Any]] = set()
        self._broken: list[BaseException] = []

    def __bool__(self) -> bool:
        return bool(self._firings or self._words)

    def fire(self, key: str, work: Coroutine[Any, Any, Firing]) -> None:
        task = self._firings[key] = asyncio.create_task(work)
        task.add_done_callback(lambda done: self._is_done(key, done))

    def tell(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._words.add(task)
        task.add_done_callback(lambda done: self._is_done(None, done))

    def firing(self, key: str) -> asyncio.Task[Firing] | None:
        return self._firings.get(key)

    async def wait(self) -> None:
        """Until everything that is being done now has ended."""
        if self:
            await asyncio.wait({*self._firings.values(), *self._words})

    async def cut_off(self) -> None:
        for task in (*self._firings.values(), *self._words):
            task.cancel()
        await self.wait()

    def raise_broken(self) -> None:
        """Raise what something broke with since the last time, if anything did."""
        broken, self._broken = self._broken, []
        if broken:
            raise broken[0]

    def _is_done(self, key: str | None, task: asyncio.Task[Any]) -> None:
        if key is None:
            self._words.discard(task)
        else:
            self._firings.pop(key, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            _logger.error("what an automation does broke; it goes on at the next start: %s", key, exc_info=error)
            self._broken = [*self._broken[-9:], error]
        self._ended()
