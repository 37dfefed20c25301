"""A stream of events for as long as whoever follows it may: it ends when their session or token does, and not when they next ask.

`access_control` puts it around requests that a session or token was shown with. Whether that is still good is looked up before anything is
sent, and when anything of sessions has changed in this process; what another process ends, ends with the next event or sign of life.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_EVENTS = "text/event-stream"
_DISCONNECTED: Message = {"type": "http.disconnect"}


class StandingStream:
    """One request. Any other answer than a stream of events passes as it is."""

    def __init__(self, app: ASGIApp, *, is_good: Callable[[], Awaitable[bool]], changed: Callable[[], Awaitable[None]]) -> None:
        """`is_good`: whether the caller may still follow it. `changed` returns when that may have become otherwise."""
        self._app, self._is_good, self._changed = app, is_good, changed
        self._streams = self._is_over = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        follows = _EVENTS in Headers(scope=scope).get("accept", "")

        async def heard() -> Message:
            return await self._heard(receive) if follows else await receive()

        async def said(message: Message) -> None:
            await self._said(message, send)

        await self._app(scope, heard, said)
        if self._streams and not self._is_over:  # it was left when it was told that nobody listens any more
            with suppress(OSError):
                await self._end(send)

    async def _said(self, message: Message, send: Send) -> None:
        if message["type"] == "http.response.start":
            self._streams = Headers(raw=message["headers"]).get("content-type", "").startswith(_EVENTS)
        elif self._streams and self._is_over:
            return
        elif self._streams and message.get("body") and not await self._is_good():
            await self._end(send)
            return
        elif self._streams:
            self._is_over = not message.get("more_body", False)
        await send(message)

    async def _end(self, send: Send) -> None:
        self._is_over = True
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _heard(self, receive: Receive) -> Message:
        """What comes from the client; that it is gone, once it may not follow any more."""
        coming, changed = asyncio.ensure_future(receive()), asyncio.ensure_future(self._changed())
        try:
            while True:
                await asyncio.wait((coming, changed), return_when=asyncio.FIRST_COMPLETED)
                if coming.done():
                    return coming.result()
                changed = asyncio.ensure_future(self._changed())
                await asyncio.sleep(0)  # it waits for the next change before it is looked what this one was
                if self._streams and not await self._is_good():
                    return _DISCONNECTED
        finally:
            coming.cancel()
            changed.cancel()
