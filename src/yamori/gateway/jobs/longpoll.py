"""Waiting for a change of the queue: a wake-up at once where this process hears of the change, and a look from time to time in any case."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from yamori.domain.errors import YamoriError
from yamori.gateway.jobs.port import Job

LOOK_EVERY_S = 1.0
"""The longest that anybody waits without looking: hints may be lost and clocks may jump."""
_LOOK_NO_SOONER_S = 0.005


@dataclass(kw_only=True)
class Bell:
    """Who waits for what, in this process; a topic is a device's name or a job's ID with its kind in front."""

    closed: bool = False
    _waiting: dict[str, set[asyncio.Event]] = field(default_factory=lambda: defaultdict(set))

    def ring(self, topic: str) -> None:
        for event in self._waiting.get(topic, ()):
            event.set()

    def ring_all(self) -> None:
        for topic in list(self._waiting):
            self.ring(topic)

    def close(self) -> None:
        """Nobody waits any longer, from now on."""
        self.closed = True
        self.ring_all()

    def listen(self, topic: str) -> asyncio.Event:
        event = asyncio.Event()
        self._waiting[topic].add(event)
        return event

    def leave(self, topic: str, event: asyncio.Event) -> None:
        self._waiting[topic].discard(event)
        if not self._waiting[topic]:
            del self._waiting[topic]


def due(device: str) -> str:
    """The topic of a device that may have something to do."""
    return f"due:{device}"


def ended(id: str) -> str:
    """The topic of a job that has ended."""
    return f"ended:{id}"


@dataclass(frozen=True, kw_only=True)
class Look:
    """What a look at the queue found."""

    jobs: Sequence[Job]
    next_s: float | None = None
    """In how many seconds something will change by time alone; None for nothing known."""


async def until_found(bell: Bell, topic: str, look: Callable[[], Awaitable[Look]], *, seconds: float, every: float) -> Look:
    """Looks now, whenever the topic rings, when time changes something and every `every` seconds, until there are jobs or time is over."""
    deadline = time.monotonic() + seconds
    event = bell.listen(topic)  # before the first look, so that nothing falls between a look and the wait
    try:
        while True:
            event.clear()
            found = await look()
            left = deadline - time.monotonic()
            if found.jobs or left <= 0 or bell.closed:
                return found
            pause = min(left, every, every if found.next_s is None else max(found.next_s, _LOOK_NO_SOONER_S))
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):  # not `wait_for`, which may swallow a cancellation before Python 3.12
                    await event.wait()
            if bell.closed:
                return found
    finally:
        bell.leave(topic, event)


async def not_lost(look: Awaitable[Look], give_back: Callable[[Sequence[Job]], Awaitable[None]]) -> Look:
    """The look, and if its asker goes away in the middle of it, what it leased is given back instead of being lost for the lease's time."""
    task = asyncio.ensure_future(look)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        with suppress(YamoriError):
            found = await task
            if found.jobs:
                await give_back(found.jobs)
        raise
