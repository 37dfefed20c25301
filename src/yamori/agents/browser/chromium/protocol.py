"""Chromium's DevTools protocol: commands with answers, and events. Over two pipes to our own browser (messages end with a zero byte), over
a web socket to a remote one (`remote`).

A pipe rather than a port: nobody else on this machine can drive the browser, and it ends when this process does.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from yamori.domain.errors import HouseSilent

LIMIT = 10.0
"""Seconds for the answer to one command."""
LARGEST = 64 * 1024 * 1024
"""Bytes of one message."""
Listener = Callable[[str, Mapping[str, Any]], None]
"""Gets the name of an event and its parameters."""


class Disconnected(HouseSilent):
    """The browser has ended."""


class Unanswered(HouseSilent):
    """The browser, or the page, did not answer in time."""


class Refused(HouseSilent):
    """The browser answered with an error."""


class Wire(Protocol):
    """Carries whole messages."""

    def send(self, message: bytes) -> None: ...

    async def receive(self) -> bytes:
        """The next one. Raises `OSError`, `EOFError` or `ValueError` when there will be none."""
        ...

    async def close(self) -> None: ...


class Pipes:
    """To a process of ours."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    def send(self, message: bytes) -> None:
        self._writer.write(message + b"\0")

    async def receive(self) -> bytes:
        try:
            return (await self._reader.readuntil(b"\0"))[:-1]
        except asyncio.LimitOverrunError as large:
            raise ValueError("too large a message") from large

    async def close(self) -> None:
        self._writer.close()


class Connection:
    """Over a wire; `listen` gives each target's events to whoever owns it."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._number = 0
        self._waiting: dict[int, asyncio.Future[Mapping[str, Any]]] = {}
        self._listeners: dict[str, Listener] = {}
        self.lost = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    def listen(self, target: str, listener: Listener) -> None:
        """`target`: the id of an attached session; empty for the browser itself."""
        self._listeners[target] = listener

    def ignore(self, target: str) -> None:
        self._listeners.pop(target, None)

    async def send(self, method: str, *, target: str = "", limit: float = LIMIT, **parameters: Any) -> Mapping[str, Any]:
        """Raises `Disconnected`, `Unanswered`, `Refused`."""
        answer = self.begin(method, target=target, **parameters)
        try:
            async with asyncio.timeout(limit):
                return await answer
        except TimeoutError as late:
            raise Unanswered(f"{method} was not answered within {limit:g} s") from late

    def begin(self, method: str, *, target: str = "", **parameters: Any) -> "asyncio.Future[Mapping[str, Any]]":
        """Send a command without waiting for its answer; nobody has to look at the answer."""
        answer: asyncio.Future[Mapping[str, Any]] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())
        if self.lost.is_set():
            answer.set_exception(Disconnected("the browser has ended"))
            return answer
        self._number += 1
        number = self._number
        self._waiting[number] = answer
        answer.add_done_callback(lambda _: self._waiting.pop(number, None))
        message = {"id": number, "method": method, "params": parameters} | ({"sessionId": target} if target else {})
        self._wire.send(json.dumps(message).encode())
        return answer

    async def close(self) -> None:
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)
        self._end()
        await self._wire.close()

    async def _read(self) -> None:
        try:
            while True:
                self._heard(json.loads(await self._wire.receive()))
        except (EOFError, OSError, ValueError):
            self._end()

    def _heard(self, message: Mapping[str, Any]) -> None:
        if (number := message.get("id")) is not None:
            answer = self._waiting.get(number)
            if answer is None or answer.done():
                return
            if (error := message.get("error")) is not None:
                answer.set_exception(Refused(str(error.get("message", ""))[:300]))
            else:
                answer.set_result(message.get("result", {}))
            return
        listener = self._listeners.get(message.get("sessionId", ""))
        if listener is not None:
            listener(message["method"], message.get("params", {}))

    def _end(self) -> None:
        self.lost.set()
        for answer in list(self._waiting.values()):
            if not answer.done():
                answer.set_exception(Disconnected("the browser has ended"))
