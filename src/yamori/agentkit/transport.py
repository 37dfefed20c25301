"""HTTP to an ASGI application in the same process, streamed: what lets one process and six containers run the same code.

Our own, because `httpx.ASGITransport` (0.28) waits for the whole response before it returns, so that no event would
reach the page before a task had ended.
"""

import asyncio
from collections.abc import AsyncIterator, MutableMapping
from typing import Any

import httpx
from starlette.types import ASGIApp

Message = MutableMapping[str, Any]  # ASGI's own message type: an open dictionary by its specification


class StreamingTransport(httpx.AsyncBaseTransport):
    """Each request runs the application in a task of its own; closing the response cancels it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        body = await request.aread()
        sent: asyncio.Queue[Message | None] = asyncio.Queue(maxsize=64)
        given = False
        gone = asyncio.Event()

        async def receive() -> Message:
            nonlocal given
            if not given:
                given = True
                return {"type": "http.request", "body": body, "more_body": False}
            await gone.wait()
            return {"type": "http.disconnect"}

        async def run() -> None:
            try:
                await self._app(_scope(request), receive, sent.put)
            finally:
                await sent.put(None)

        running = asyncio.create_task(run())
        start = await sent.get()
        if start is None:
            await running
            raise httpx.RemoteProtocolError("the application ended without a response", request=request)
        return httpx.Response(start["status"], headers=start.get("headers", []), stream=_Body(sent, running, gone), request=request)


class _Body(httpx.AsyncByteStream):
    def __init__(self, sent: "asyncio.Queue[Message | None]", running: "asyncio.Task[None]", gone: asyncio.Event) -> None:
        self._sent, self._running, self._gone = sent, running, gone

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while (message := await self._sent.get()) is not None:
            if message.get("body"):
                yield message["body"]
            if not message.get("more_body", False):
                break
        await asyncio.wait([self._running])
        if (broken := self._running.exception()) is not None:
            raise httpx.RemoteProtocolError(f"the application broke off: {type(broken).__name__}") from broken

    async def aclose(self) -> None:
        self._gone.set()
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
