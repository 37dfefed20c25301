"""Commands that a backend keeps for a device that is away: waited for in the background until the ledger has their end.

Made and asked by the gate, which has told the person by then that they are on their way. Knows no backend: it is given what sends.
"""

import asyncio
from collections.abc import Awaitable, Callable

from yamori.gateway.backends.port import OnItsWay
from yamori.gateway.ledger import Entry, Ledger, Line


class Following:
    """Of one gate. `outcome` sends a command once more, or waits for one that was sent, and raises `OnItsWay` as long as it has no end."""

    def __init__(self, ledger: Ledger, outcome: Callable[[Entry], Awaitable[Line]]) -> None:
        self._ledger = ledger
        self._outcome = outcome
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def __contains__(self, entry: Entry) -> bool:
        return entry.id in self._tasks

    def add(self, entry: Entry) -> None:
        """From now on; one that is followed already is not followed twice."""
        if entry.id not in self._tasks:
            task = asyncio.ensure_future(self._followed(entry))
            self._tasks[entry.id] = task
            task.add_done_callback(lambda _: self._tasks.pop(entry.id, None))

    async def close(self) -> None:
        """Whatever has no end yet is followed again when the gate is opened again."""
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _followed(self, entry: Entry) -> None:
        while entry.end is None:
            try:
                line = await self._outcome(entry)
            except OnItsWay:
                continue
            entry = await self._ledger.add(entry, line)
