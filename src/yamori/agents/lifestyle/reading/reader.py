"""The door to reading: a file goes in, its parts come out, and nothing that a file does reaches the household.

Files are opened in a process of their own, one for all files, one file at a time; it is started with the first file and again when a file
has ended it.
"""

import asyncio
import json
import signal
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path

from yamori.agents.lifestyle.reading.apart import Apart, Died, Silent, Worker
from yamori.agents.lifestyle.reading.events import Ended, Event, Opened, Skipped, Turned
from yamori.agents.lifestyle.reading.kinds import ENDINGS, Kind
from yamori.agents.lifestyle.reading.unreadable import Reason, Unreadable, explained
from yamori.agents.lifestyle.reading.wire import Garbled, unpacked
from yamori.agents.lifestyle.rules.passages import Part

__all__ = ["ENDINGS", "Ended", "Kind", "Opened", "Part", "Reader", "Reason", "Skipped", "Unreadable", "explained"]

_OUT_OF_TIME = {getattr(signal, name, None) for name in ("SIGXCPU", "SIGALRM")}


class Reader:
    """Reads papers. Use it as an async context manager, or call `close`."""

    def __init__(self, start: Callable[[], Awaitable[Apart]] = Worker.start) -> None:
        self._start = start
        self._apart: Apart | None = None
        self._turn = asyncio.Lock()

    async def __aenter__(self) -> "Reader":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End the process; the next `read` would start another."""
        apart, self._apart = self._apart, None
        if apart is not None:
            await apart.end()

    async def read(self, path: Path, *, name: str | None = None) -> AsyncGenerator[Opened | Part | Skipped | Ended]:
        """One `Opened`, the parts with what was skipped between them, one `Ended`. `name` is what the file is called where `path` is not.

        Raises `Unreadable`, at the beginning or in the middle, and `HouseSilent` where no process can be started. It reads ahead by no more
        than a pipe holds; when the caller stops in the middle the process is ended.
        """
        name = name or path.name
        order = json.dumps({"path": str(path), "name": name}).encode() + b"\n"
        async with self._turn:
            over = False
            try:
                apart, event = await self._begun(order)
                while not isinstance(event, Ended):
                    match event:
                        case Unreadable():
                            over = True
                            raise event
                        case Turned():
                            pass
                        case _:
                            yield event
                    event = unpacked(await apart.line())
                over = True
                yield event
            except Died as death:
                raise _ended_by(death, name) from death
            except Silent as error:
                raise Unreadable(f"{name} took too long to read and was given up", reason=Reason.TIMED_OUT) from error
            except Garbled as error:
                raise Unreadable(f"{name} is damaged: reading it gave no sense", reason=Reason.DAMAGED) from error
            finally:
                if not over:
                    await self.close()

    async def _begun(self, order: bytes) -> tuple[Apart, Event | Unreadable]:
        """The process at work, and its first word. One that served before and ends now may owe that to an earlier file."""
        fresh = self._apart is None or not self._apart.alive
        apart = await self._running()
        try:
            await apart.ask(order)
            return apart, unpacked(await apart.line())
        except Died:
            if fresh:
                raise
        self._apart = None
        return await self._begun(order)

    async def _running(self) -> Apart:
        if self._apart is None or not self._apart.alive:
            self._apart = await self._start()
        return self._apart


def _ended_by(death: Died, name: str) -> Unreadable:
    if death.signal in _OUT_OF_TIME:
        return Unreadable(f"{name} took too much computing time and was given up", reason=Reason.TIMED_OUT)
    return Unreadable(f"{name} is damaged, or too large to be read: the process that read it was ended by it", reason=Reason.DAMAGED)
