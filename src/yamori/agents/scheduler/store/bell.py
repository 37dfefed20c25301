"""A bell that wakes whoever waits for news, within one process; others look for themselves every now and then."""

import asyncio


class Bell:
    """Rung and heard on one event loop."""

    def __init__(self) -> None:
        self._next = asyncio.Event()

    def ring(self) -> None:
        self._next.set()
        self._next = asyncio.Event()

    def next(self) -> asyncio.Event:
        """Set when it rings next. To be asked for before looking, so that nothing is rung in between unheard."""
        return self._next


async def heard(rung: asyncio.Event, *, seconds: float) -> None:
    """Wait for the bell, but no longer than this."""
    try:
        async with asyncio.timeout(seconds):
            await rung.wait()
    except TimeoutError:
        pass
