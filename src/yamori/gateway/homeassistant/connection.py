"""One authenticated WebSocket to Home Assistant: questions with answers, and events. Reconnecting is its owner's business.

https://developers.home-assistant.io/docs/api/websocket
"""

import asyncio
import contextlib
import itertools
import json
from collections.abc import Callable, Mapping
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidURI, WebSocketException

from yamori.domain.errors import HouseSilent, Misconfigured
from yamori.gateway.homeassistant.address import socket_url
from yamori.gateway.sentences import Unanswered

_LARGEST = 64 * 1024 * 1024
"""Bytes of one message: the states of a large home come in one."""
_ANSWER_SECONDS = 30.0
Event = Mapping[str, Any]


class Rejected(Exception):
    """Home Assistant answered that it will not: `code` and message are its own."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class ConnectionLost(HouseSilent):
    """The connection ended before the answer came."""


class Connection:
    """Made by `open_connection`."""

    def __init__(self, socket: ClientConnection, receive: Callable[[Event], None]) -> None:
        self._socket = socket
        self._receive = receive
        self._ids = itertools.count(1)
        self._asked: dict[int, asyncio.Future[Any]] = {}
        self._reader = asyncio.create_task(self._read())

    async def ask(self, kind: str, *, seconds: float = _ANSWER_SECONDS, **fields: Any) -> Any:
        """The result of one command. Raises `Rejected`, `ConnectionLost`, or `HouseSilent` when no answer came in time."""
        id = next(self._ids)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._asked[id] = answer
        try:
            if self._reader.done():
                raise ConnectionLost("the connection to Home Assistant was lost")
            try:
                await self._socket.send(json.dumps({"id": id, "type": kind, **fields}))
            except WebSocketException as error:
                raise ConnectionLost("the connection to Home Assistant was lost") from error
            async with asyncio.timeout(seconds):
                return await answer
        except TimeoutError as error:
            raise Unanswered("no_answer", through="Home Assistant") from error
        finally:
            self._asked.pop(id, None)

    async def wait_closed(self) -> None:
        """Returns when the connection has ended, for whatever reason."""
        await asyncio.wait([self._reader])

    async def close(self) -> None:
        await self._socket.close()
        self._reader.cancel()
        await asyncio.wait([self._reader])

    async def _read(self) -> None:
        try:
            async for text in self._socket:
                for message in _messages(text):
                    self._take(message)
        except WebSocketException:
            pass  # a connection that ends with an error has ended
        finally:
            for answer in self._asked.values():
                if not answer.done():
                    answer.set_exception(ConnectionLost("the connection to Home Assistant was lost"))
                    with contextlib.suppress(BaseException):
                        answer.exception()  # nobody may be waiting any more

    def _take(self, message: Mapping[str, Any]) -> None:
        match message.get("type"):
            case "result":
                answer = self._asked.get(message.get("id", 0))
                if answer is None or answer.done():
                    return
                if message.get("success"):
                    answer.set_result(message.get("result"))
                else:
                    error = message.get("error") or {}
                    answer.set_exception(Rejected(str(error.get("code", "")), str(error.get("message", "no reason given"))))
            case "event":
                event = message.get("event")
                if isinstance(event, Mapping):
                    self._receive(event)


def _messages(text: str | bytes) -> list[Mapping[str, Any]]:
    """What is no JSON object is ignored."""
    try:
        data = json.loads(text)
    except ValueError:
        return []
    return [part for part in (data if isinstance(data, list) else [data]) if isinstance(part, Mapping)]


async def open_connection(url: str, token: str, receive: Callable[[Event], None]) -> Connection:
    """Connect and authenticate. Raises `HouseSilent` when nobody answers, `Misconfigured` for a wrong address or token."""
    try:
        socket = await connect(socket_url(url), max_size=_LARGEST, open_timeout=10, proxy=None)
    except (InvalidURI, InvalidHandshake) as error:
        raise Misconfigured(
            f"answers, but not as Home Assistant does: {error}",
            where=url,
            mend="give the address of its page, such as http://homeassistant.local:8123",
        ) from error
    except (OSError, TimeoutError, WebSocketException) as error:
        raise HouseSilent(f"Home Assistant does not answer at {url}") from error
    try:
        async with asyncio.timeout(10):
            await _authenticate(socket, url, token)
    except (TimeoutError, WebSocketException) as error:
        await socket.close()
        raise HouseSilent(f"Home Assistant at {url} does not answer") from error
    except BaseException:
        await socket.close()
        raise
    return Connection(socket, receive)


async def _authenticate(socket: ClientConnection, url: str, token: str) -> None:
    asked = _messages(await socket.recv())
    if not asked or asked[0].get("type") != "auth_required":
        raise Misconfigured("answers, but is no Home Assistant", where=url, mend="give the address of Home Assistant's page")
    await socket.send(json.dumps({"type": "auth", "access_token": token}))
    answered = _messages(await socket.recv())
    if not answered or answered[0].get("type") != "auth_ok":
        raise Misconfigured(
            "Home Assistant does not accept the access token",
            where=url,
            mend="make a long-lived access token on your profile page in Home Assistant, under Security, and set it again",
        )
