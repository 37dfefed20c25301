"""HTTP to the house and nothing else: JSON and pictures, over kept-alive connections, with a limit on every wait.

`http.client` in a few threads rather than httpx: with httpx, and the pydantic that its users here bring, the client alone would be over the
40 MB it may have; the standard library's is loaded in 2 MB. A thread that waits in a long poll is ended by shutting its socket.
"""

import asyncio
import http.client
import json
import socket
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from yamori.domain.errors import HouseSilent, InvalidRequest, Misconfigured

_AT_ONCE = 4
_LONGEST = 4 * 1024 * 1024
"""Bytes of an answer; nothing that the house says is near this."""


class Unreachable(HouseSilent):
    """Nobody answered, or not as a house does; worth trying again, after `after` seconds if the house said so."""

    def __init__(self, message: str, *, after: float | None = None) -> None:
        super().__init__(message)
        self.after = after


class Refused(InvalidRequest):
    """The house answered no, with this status; the same request would be refused again."""

    def __init__(self, status: int, message: str, *, where: str = "") -> None:
        super().__init__(message, where=where)
        self.status = status


@dataclass(frozen=True, kw_only=True)
class _Answer:
    status: int
    retry_after: str | None
    body: bytes


class Connection:
    """To one house. Close it at the end."""

    def __init__(self, server: str) -> None:
        parts = urlsplit(server)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Misconfigured(f"{server!r} is no address of a house", where="server", mend="Give it as http://HOST:PORT.")
        self._secure = parts.scheme == "https"
        self._host, self._port, self._prefix = parts.hostname, parts.port, parts.path.rstrip("/")
        self._threads = ThreadPoolExecutor(max_workers=_AT_ONCE, thread_name_prefix="house")
        self._idle: list[http.client.HTTPConnection] = []

    async def json(self, method: str, path: str, body: Mapping[str, Any], *, token: str | None, seconds: float) -> Any:  # Any: JSON
        return await self.send(method, path, json.dumps(body).encode(), type="application/json", token=token, seconds=seconds)

    async def send(self, method: str, path: str, body: bytes, *, type: str, token: str | None, seconds: float) -> Any:
        """The answer's JSON. Raises `Unreachable` (also for an answer of 429 or 5xx, or none within `seconds`) or `Refused`."""
        headers = {"Content-Type": type, "Accept": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        wire = _Wire()
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(seconds + 1):
                answer = await loop.run_in_executor(self._threads, self._exchange, method, path, body, headers, seconds, wire)
        except TimeoutError as error:
            raise Unreachable(f"the house did not answer within {seconds:g} s") from error
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable(f"the house cannot be reached: {type_name(error)}") from error
        finally:
            wire.cut()  # where it is still in use we were cancelled or too late, and the thread must not wait on
        return _read(answer)

    def _exchange(self, method: str, path: str, body: bytes, headers: Mapping[str, str], seconds: float, wire: "_Wire") -> _Answer:
        """In a thread."""
        while True:
            connection, kept = (self._idle.pop(), True) if self._idle else (self._open(), False)
            wire.use(connection)
            try:
                connection.timeout = seconds
                if connection.sock is None:
                    connection.connect()
                connection.sock.settimeout(seconds)
                if wire.is_cut:
                    raise ConnectionAbortedError
                connection.request(method, self._prefix + path, body=body, headers=dict(headers))
                response = connection.getresponse()
                answer = _Answer(status=response.status, retry_after=response.headers.get("Retry-After"), body=response.read(_LONGEST))
                closes = response.will_close
            except (http.client.RemoteDisconnected, ConnectionError):
                wire.use(None)
                connection.close()
                if kept and not wire.is_cut:
                    continue  # the house closed it while it was idle: every request of ours may be sent again
                raise
            except BaseException:
                wire.use(None)
                connection.close()
                raise
            wire.use(None)
            if closes:
                connection.close()
            else:
                self._idle.append(connection)
            return answer

    def _open(self) -> http.client.HTTPConnection:
        return (http.client.HTTPSConnection if self._secure else http.client.HTTPConnection)(self._host, self._port)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        for connection in self._idle:
            connection.close()


def type_name(error: Exception) -> str:
    return str(error) or type(error).__name__


class _Wire:
    """What a thread waits on, so that whoever stopped waiting for the thread can end it. Once cut it stays cut."""

    def __init__(self) -> None:
        self._connection: http.client.HTTPConnection | None = None
        self.is_cut = False

    def use(self, connection: http.client.HTTPConnection | None) -> None:
        self._connection = connection

    def cut(self) -> None:
        self.is_cut = True
        if self._connection is not None and self._connection.sock is not None:
            with suppress(OSError):  # it was closed in the same moment
                self._connection.sock.shutdown(socket.SHUT_RDWR)


def _read(answer: _Answer) -> Any:
    try:
        said = json.loads(answer.body) if answer.body else {}
    except ValueError:
        said = None
    if 200 <= answer.status < 300 and isinstance(said, dict):
        return said
    if answer.status in (408, 425, 429) or answer.status >= 500 or said is None or answer.status < 400:
        after = answer.retry_after
        raise Unreachable(f"the house answered {answer.status}", after=float(after) if after and after.isdigit() else None)
    error = said.get("error") if isinstance(said, dict) else None
    message = error.get("message") if isinstance(error, dict) else None
    where = error.get("where") if isinstance(error, dict) else None
    raise Refused(answer.status, str(message or f"the house answered {answer.status}"), where=str(where or ""))
