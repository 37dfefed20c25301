"""Chromium's only way out: a proxy on this machine that looks every host up itself, asks the rule, and connects to what it looked at.

So addresses of the home's network stay out of reach whatever leads there: a redirect, a picture, a script, a name that is looked up twice.
"""

import asyncio
import contextlib
from collections.abc import Sequence
from urllib.parse import urlsplit

import structlog

from yamori.agentkit.outbound.policy import AddressForbidden, Lookup, Rule, looked_up

_HEAD = 64 * 1024
"""Bytes of a request's head."""
_CONNECTS_WITHIN = 10.0
_CHUNK = 64 * 1024
_TLS = b"\x16"
"""How a handshake of TLS begins."""
_REFUSED = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_UNREACHED = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_HOP_BY_HOP = (b"proxy-", b"connection:", b"keep-alive:")
_LOG = structlog.get_logger()


class CheckedProxy:
    """Serves one browser. `port` is known once it is started."""

    def __init__(self, rule: Rule, lookup: Lookup = looked_up, host: str = "127.0.0.1") -> None:
        """`host`: where it listens; another address of this machine for a browser that runs elsewhere."""
        self._host = host
        self._rule, self._lookup = rule, lookup
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.Task[None]] = set()
        self.port = 0

    @property
    def address(self) -> str:
        return f"http://{self._host}:{self.port}"

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._accept, self._host, 0, limit=_HEAD)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        if self._server is None:
            return
        self._server.close()
        for task in list(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)
        self._server = None

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            await self._serve(reader, writer)
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
            pass  # the browser or the server hung up, or spoke no HTTP
        finally:
            self._open.discard(task)
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        method, target, version = head.split(b"\r\n", 1)[0].split(b" ", 2)
        is_tunnel = method == b"CONNECT"
        parts = urlsplit((b"//" + target if is_tunnel else target).decode("ascii"))
        host, port = parts.hostname or "", parts.port or 80
        try:
            upstream = await self._connected(host, port)
        except AddressForbidden:
            _LOG.info("browser_address_refused", host=host)
            writer.write(_REFUSED if is_tunnel else b"")  # no answer is no page; an empty one would be
            return
        except (OSError, TimeoutError, UnicodeError):
            writer.write(_UNREACHED if is_tunnel else b"")
            return
        theirs, to_them = upstream
        try:
            if is_tunnel:
                writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
                first = await reader.readexactly(1)
                if first != _TLS:  # a web socket in clear; pages in clear come without a tunnel
                    return
                to_them.write(first)
            else:
                path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
                kept = [line for line in head.split(b"\r\n")[1:-2] if not line.lower().startswith(_HOP_BY_HOP)]
                to_them.write(b"\r\n".join((b" ".join((method, path.encode("ascii"), version)), *kept, b"Connection: close", b"", b"")))
            await _piped(((reader, to_them), (theirs, writer)))
        finally:
            to_them.close()

    async def _connected(self, host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        async with asyncio.timeout(_CONNECTS_WITHIN):
            addresses = self._rule(["127.0.0.1"] if _is_local(host) else await self._lookup(host, port))
            problem: OSError = OSError(f"{host} has no address")
            for address in addresses:
                try:
                    return await asyncio.open_connection(address, port)
                except OSError as failed:
                    problem = failed
            raise problem


def _is_local(host: str) -> bool:
    return host == "localhost" or host.endswith(".localhost")


async def _piped(ways: Sequence[tuple[asyncio.StreamReader, asyncio.StreamWriter]]) -> None:
    """Both ways until the answer's end; the browser may wait for more after it has said its own."""
    sending, answering = (asyncio.create_task(_copied(*way)) for way in ways)
    try:
        await answering
    finally:
        for task in (sending, answering):
            task.cancel()
        await asyncio.gather(sending, answering, return_exceptions=True)


async def _copied(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while part := await reader.read(_CHUNK):
            writer.write(part)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
