"""The entrance to reading: a file goes in, its parts come out, and nothing that a file does reaches the household.

Files are opened in processes of their own, which are started with the first file and again when a file has ended one. There are two: files
take turns at the first, and one that is not done soon goes on in the second, so that it holds up none of those behind it.
"""

import asyncio
import json
import signal
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from pathlib import Path

from yamori.agents.lifestyle.reading.apart import Apart, Died, Silent, Worker
from yamori.agents.lifestyle.reading.events import Ended, Event, Opened, Skipped, Turned
from yamori.agents.lifestyle.reading.kinds import ENDINGS, Kind
from yamori.agents.lifestyle.reading.limits import MOST_SECONDS, QUICK_SECONDS, SILENCE_SECONDS
from yamori.agents.lifestyle.reading.unreadable import Reason, Unreadable, explained
from yamori.agents.lifestyle.reading.wire import Garbled, unpacked
from yamori.agents.lifestyle.rules.passages import Part

__all__ = ["ENDINGS", "Ended", "Kind", "Opened", "Part", "Reader", "Reason", "Skipped", "Unreadable", "explained"]

_OUT_OF_TIME = {getattr(signal, name, None) for name in ("SIGXCPU", "SIGALRM")}
_BREATH = 50
"""Events after which the rest of the household gets its turn, also where more are there already."""


class _Lane:
    """A process, and the files that take turns at it."""

    def __init__(self, start: Callable[[], Awaitable[Apart]]) -> None:
        self.apart: Apart | None = None
        self._start = start
        self._turn = asyncio.Lock()
        self._files = 0

    @property
    def is_free(self) -> bool:
        return not self._files

    async def enter(self) -> None:
        self._files += 1
        try:
            await self._turn.acquire()
        except BaseException:
            self._files -= 1
            raise

    def leave(self) -> None:
        self._turn.release()
        self._files -= 1

    async def begin(self, order: bytes) -> bytes:
        """Give the process its work; returns its first word. One that served before and ends now may owe that to an earlier file."""
        if self.apart is not None and self.apart.alive:
            try:
                await self.apart.ask(order)
                return await self.apart.line()
            except Died:
                self.apart = None
        self.apart = await self._start()
        await self.apart.ask(order)
        return await self.apart.line()

    async def line(self) -> bytes:
        assert self.apart is not None
        return await self.apart.line()

    async def end(self) -> None:
        apart, self.apart = self.apart, None
        if apart is not None:
            await apart.end()


class Reader:
    """Reads papers. Use it as an async context manager, or call `close`."""

    def __init__(self, start: Callable[[], Awaitable[Apart]] = Worker.start, *, quick: float = QUICK_SECONDS) -> None:
        """`quick`: seconds after which a file lets those behind it go first."""
        self._quick = quick
        self._front, self._side = _Lane(start), _Lane(start)

    async def __aenter__(self) -> "Reader":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End the processes; the next `read` would start another."""
        await self._front.end()
        await self._side.end()

    async def read(self, path: Path, *, name: str | None = None) -> AsyncGenerator[Opened | Part | Skipped | Ended]:
        """One `Opened`, the parts with what was skipped between them, one `Ended`. `name` is what the file is called where `path` is not.

        Raises `Unreadable`, at the beginning or in the middle, and `HouseSilent` where no process can be started. It reads ahead by no more
        than a pipe holds; when the caller stops in the middle the process is ended.
        """
        name = name or path.name
        order = json.dumps({"path": str(path), "name": name}).encode() + b"\n"
        try:
            async with aclosing(self._events(order)) as events:
                async for event in events:
                    match event:
                        case Unreadable():
                            raise event
                        case Turned():
                            pass
                        case _:
                            yield event
        except Died as death:
            raise _ended_by(death, name) from death
        except Silent as error:
            raise Unreadable(f"{name} took too long to read and was given up", reason=Reason.TIMED_OUT) from error
        except Garbled as error:
            raise Unreadable(f"{name} is damaged: reading it gave no sense", reason=Reason.DAMAGED) from error

    async def _events(self, order: bytes) -> AsyncGenerator[Event | Unreadable]:
        """Everything that is said of one file. Raises `Died`, `Silent`, `Garbled`."""
        clock = asyncio.get_running_loop().time
        lane: _Lane | None = None
        begun = over = False
        count = known = 0
        waited = 0.0
        try:
            await self._front.enter()
            lane, slow = self._front, clock() + self._quick
            while not over:
                asked = clock()
                try:
                    if lane is self._front and asked > slow:
                        raise TimeoutError
                    async with asyncio.timeout_at(slow if lane is self._front else None):
                        line = await (lane.line() if begun else lane.begin(order))
                except TimeoutError:
                    if begun and self._side.is_free:  # it goes on there
                        await self._side.enter()
                        self._side.apart, lane.apart = lane.apart, self._side.apart
                        lane.leave()
                    else:  # it begins anew there: one that waited for its turn would hold its memory all the while
                        await lane.end()
                        lane.leave()
                        lane = None
                        await self._side.enter()
                        begun, known, count = False, count, 0
                    lane = self._side
                    continue
                waited += clock() - asked
                if waited > MOST_SECONDS + SILENCE_SECONDS:  # it should have stopped by itself
                    raise Silent
                event = unpacked(line)
                begun, over, count = True, isinstance(event, Ended | Unreadable), count + 1
                if count % _BREATH == 0:
                    await asyncio.sleep(0)
                if count > known:
                    yield event
        finally:
            if lane is not None:
                if not over:
                    await lane.end()
                lane.leave()


def _ended_by(death: Died, name: str) -> Unreadable:
    if death.signal in _OUT_OF_TIME:
        return Unreadable(f"{name} took too much computing time and was given up", reason=Reason.TIMED_OUT)
    return Unreadable(f"{name} is damaged, or too large to be read: the process that read it was ended by it", reason=Reason.DAMAGED)
