"""What a calendar's server may do to us: answer, from its own address, in time, with so many bytes, in plain XML.

It stands below the CalDAV client as the transport of its HTTP library, so that no request can go round it.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import httpx2

from yamori.agentkit.outbound.over_httpx2 import CheckedTransport

LARGEST_ANSWER = 16 * 1024 * 1024
"""Bytes of one answer: a list of fifty thousand events."""
LONGEST_ANSWER = 60.0
"""Seconds for one answer with all of its bytes."""
_REDIRECTS = 3
_FOLLOWED = frozenset({"GET", "PROPFIND", "REPORT", "OPTIONS"})
_MOVED = frozenset({301, 302, 307, 308})
_PROLOG = re.compile(rb"(?:\s+|<\?[^>]*>|<!--(?:[^-]|-(?!->))*-->)*")


class Hostile(httpx2.TransportError):
    """The server did what none should; the message says what, for a person."""


def origin_of(address: str) -> str:
    """The scheme, host and port of an address."""
    parts = urlsplit(address)
    port = parts.port or {"https": 443, "http": 80}.get(parts.scheme, 0)
    return f"{parts.scheme}://{(parts.hostname or '').lower()}:{port}"


class Guard(httpx2.AsyncBaseTransport):
    """Passes requests on to one origin only, and answers back that are fit to be read."""

    def __init__(self, address: str, inner: httpx2.AsyncBaseTransport | None = None, *, seconds: float = LONGEST_ANSWER) -> None:
        self._origin = origin_of(address)
        self._inner = inner or CheckedTransport()
        self._seconds = seconds

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        try:
            async with asyncio.timeout(self._seconds):
                for _ in range(_REDIRECTS + 1):
                    answer = await self._asked(request)
                    if answer.status_code not in _MOVED or request.method not in _FOLLOWED or "location" not in answer.headers:
                        return answer
                    request = await self._followed(request, answer.headers["location"])
        except TimeoutError as late:
            raise Hostile(f"the server did not finish its answer within {self._seconds:.0f} s") from late
        raise Hostile("the server sends us round in circles")

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def _asked(self, request: httpx2.Request) -> httpx2.Response:
        if origin_of(str(request.url)) != self._origin:
            raise Hostile(
                f"the server points to another one, {origin_of(str(request.url))}, which is not given the password; "
                f"if it is to be trusted, add the account with the address {str(request.url)[:300]}"
            )
        answer = await self._inner.handle_async_request(request)
        try:
            if answer.headers.get("content-encoding", "identity").lower() not in ("", "identity"):
                raise Hostile("the server packs its answers although it was asked not to")
            body = await _read(answer)
        finally:
            await answer.aclose()
        if _declares(body):
            if "html" not in answer.headers.get("content-type", "").lower():
                raise Hostile("the server's answer defines entities, which no calendar needs")
            body = b""  # a web page: a login or an error, of which we need the status alone
        headers = [(k, v) for k, v in answer.headers.multi_items() if k.lower() not in ("content-length", "transfer-encoding")]
        return httpx2.Response(answer.status_code, headers=headers, content=body, request=request, extensions={})

    async def _followed(self, request: httpx2.Request, location: str) -> httpx2.Request:
        content = await request.aread()
        headers = [(k, v) for k, v in request.headers.multi_items() if k.lower() not in ("host", "content-length")]
        return httpx2.Request(
            request.method, request.url.join(location), headers=headers, content=content or None, extensions=request.extensions
        )


async def _read(answer: httpx2.Response) -> bytes:
    pieces: list[bytes] = []
    size = 0
    stream = answer.stream
    assert isinstance(stream, httpx2.AsyncByteStream)
    raw: AsyncIterator[bytes] = stream.__aiter__()
    async for piece in raw:
        size += len(piece)
        if size > LARGEST_ANSWER:
            raise Hostile(f"the server's answer is larger than {LARGEST_ANSWER // (1024 * 1024)} MB")
        pieces.append(piece)
    return b"".join(pieces)


def _declares(body: bytes) -> bool:
    """Whether it may define entities, which happens before the first element or in an encoding that hides it; text within is no matter."""
    if body.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\x00" in body[:64]:
        return True
    prolog = _PROLOG.match(body.removeprefix(b"\xef\xbb\xbf"))
    assert prolog is not None  # it may be empty
    return body.removeprefix(b"\xef\xbb\xbf")[prolog.end() : prolog.end() + 2] == b"<!"
