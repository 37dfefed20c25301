"""HTTP to an ASGI application in the same process, streamed: what lets one process and six containers run the same code.

Our own, because `httpx.ASGITransport` (0.28) waits for the whole response before it returns, so that no event would
reach the page before a task had ended; and because it knows no time limits, so that a silent agent would be waited for for ever.
"""

import asyncio
from collections.abc import AsyncIterator, MutableMapping
from typing import Any

import httpx
import structlog
from starlette.types import ASGIApp

Message = MutableMapping[str, Any]  # ASGI's own message type: an open dictionary by its specification

_LOG = structlog.get_logger()


class StreamingTransport(httpx.AsyncBaseTransport):
    """Each request runs the application in a task of its own; closing the response cancels it. Keeps the client's read limit."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        exchange = _Exchange(request)
        exchange.begin(self._app, await request.aread())
        try:
            start = await exchange.next()
            if start is None:
                raise httpx.RemoteProtocolError("the application ended without a response", request=request)
        except BaseException:
            await exchange.aclose()
            raise
        return httpx.Response(start["status"], headers=start.get("headers", []), stream=exchange, request=request)


class _Exchange(httpx.AsyncByteStream):
    """One request and its response, which is also the response's body."""

    def __init__(self, request: httpx.Request) -> None:
        self._request = request
        self._limit: float | None = request.extensions.get("timeout", {}).get("read")
        self._sent: asyncio.Queue[Message | None] = asyncio.Queue(maxsize=64)
        self._gone = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    def begin(self, app: ASGIApp, body: bytes) -> None:
        given = False

        async def receive() -> Message:
            nonlocal given
            if not given:
                given = True
                return {"type": "http.request", "body": body, "more_body": False}
            await self._gone.wait()
            return {"type": "http.disconnect"}

        async def run() -> None:
            try:
                await app(_scope(self._request), receive, self._sent.put)
            except asyncio.CancelledError:
                while not self._sent.empty():  # nobody reads it any more, and the end must find room
                    self._sent.get_nowait()
                raise
            except Exception:  # a server's endpoint: the caller learns that the response broke off, the log why
                _LOG.exception("an application failed", path=self._request.url.path)
            finally:
                await self._sent.put(None)

        self._running = asyncio.create_task(run())

    async def next(self) -> Message | None:
        """The next message, None after the last. Raises `httpx.ReadTimeout` after the client's limit."""
        try:
            async with asyncio.timeout(self._limit):
                return await self._sent.get()
        except TimeoutError:
            raise httpx.ReadTimeout(f"nothing came within {self._limit:g} s", request=self._request) from None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while (message := await self.next()) is not None:
            if message.get("body"):
                yield message["body"]
            if not message.get("more_body", False):
                self._gone.set()
                if self._running is not None:
                    await asyncio.wait([self._running])  # what it still does after its answer
                return
        raise httpx.RemoteProtocolError("the application broke off in its answer", request=self._request)

    async def aclose(self) -> None:
        self._gone.set()
        if self._running is None:
            return
        if not self._running.done():
            self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)


def _scope(request: httpx.Request) -> Message:
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "headers": [(k.lower(), v) for k, v in request.headers.raw],
        "scheme": request.url.scheme,
        "path": request.url.path,
        "raw_path": request.url.raw_path.split(b"?")[0],
        "query_string": request.url.query,
        "server": (request.url.host, request.url.port),
        "client": ("127.0.0.1", 0),
        "root_path": "",
    }
