"""What a household reads in before it understands sentences: begun in the background, and asked for by `/readyz`. Used by `household`."""

import asyncio
from collections.abc import Awaitable, Callable

from yamori.domain.errors import HouseSilent


class Preparation:
    """Work that is done once; the house answers meanwhile, but does not call itself ready."""

    def __init__(self) -> None:
        self._running: asyncio.Task[None] | None = None

    def begin(self, work: Callable[[], Awaitable[None]]) -> None:
        async def run() -> None:
            await work()

        self._running = asyncio.create_task(run())

    def cancel(self) -> None:
        if self._running is not None:
            self._running.cancel()

    async def check(self) -> None:
        """Raises `HouseSilent` while it goes on, and what it failed with."""
        if self._running is None or not self._running.done():
            raise HouseSilent("what sentences are understood with is still being loaded")
        self._running.result()
