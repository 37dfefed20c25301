"""Hands a home that changed while it runs to whoever waits for it: the newest one only, because the older ones are no longer true."""

import asyncio
from weakref import WeakSet

from yamori.gateway.homefile import LoadedHome


class HomeListener:
    """An async iterator over the homes from now on; one that is slow sees the newest only."""

    def __init__(self) -> None:
        self._newest: LoadedHome | None = None
        self._news = asyncio.Event()
        self._closed = False

    def notify(self, home: LoadedHome) -> None:
        self._newest = home
        self._news.set()

    def close(self) -> None:
        self._closed = True
        self._news.set()

    def __aiter__(self) -> "HomeListener":
        return self

    async def __anext__(self) -> LoadedHome:
        while self._newest is None:
            if self._closed:
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        home, self._newest = self._newest, None
        return home


class HomeListeners:
    """Those who want to know when devices come and go."""

    def __init__(self) -> None:
        self._all: WeakSet[HomeListener] = WeakSet()

    def add(self) -> HomeListener:
        listener = HomeListener()
        self._all.add(listener)
        return listener

    def notify(self, home: LoadedHome) -> None:
        for listener in tuple(self._all):
            listener.notify(home)

    def close(self) -> None:
        for listener in tuple(self._all):
            listener.close()
