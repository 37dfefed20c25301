"""One at a time, the urgent first: how answers and background work share the processor."""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class PriorityLock:
    """A lock whose urgent waiters go before the patient ones, each kind in order of arrival."""

    def __init__(self) -> None:
        self._busy = False
        self._arrivals = 0
        self._waiting: list[tuple[bool, int, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def one(self, *, urgent: bool) -> AsyncIterator[None]:
        await self._enter(urgent=urgent)
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, *, urgent: bool) -> None:
        if not self._busy:
            self._busy = True
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._arrivals += 1
        heapq.heappush(self._waiting, (not urgent, self._arrivals, turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # let in and called away at the same moment
                self._leave()
            raise

    def _leave(self) -> None:
        while self._waiting:
            _, _, turn = heapq.heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._busy = False
