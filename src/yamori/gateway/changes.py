"""Hands each change of an attribute to everyone who listens, without waiting for the slow or keeping those who went away."""

import asyncio
from collections import deque
from collections.abc import Iterable
from weakref import WeakSet

from yamori.domain.receipt import Reading

_KEPT = 10_000
"""Changes kept for one listener; a slower one loses the oldest, and can read the home again."""


class Listener:
    """An async iterator over the changes since it was made; forgotten as soon as nobody holds it."""

    def __init__(self) -> None:
        self._waiting: deque[Reading] = deque(maxlen=_KEPT)
        self._news = asyncio.Event()
        self._closed = False

    def notify(self, readings: Iterable[Reading]) -> None:
        self._waiting.extend(readings)
        self._news.set()

    def close(self) -> None:
        self._closed = True
        self._news.set()

    def __aiter__(self) -> "Listener":
        return self

    async def __anext__(self) -> Reading:
        while not self._waiting:
            if self._closed:
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        return self._waiting.popleft()


class Listeners:
    """Those who listen to one backend."""

    def __init__(self) -> None:
        self._all: WeakSet[Listener] = WeakSet()

    def add(self) -> Listener:
        listener = Listener()
        self._all.add(listener)
        return listener

    def notify(self, readings: Iterable[Reading]) -> None:
        changed = tuple(readings)
        if changed:
            for listener in tuple(self._all):
                listener.notify(changed)

    def close(self) -> None:
        for listener in tuple(self._all):
            listener.close()
