"""A Chromium that runs elsewhere, in a container perhaps, reached by its DevTools address (`cdp_url`). Used by `supervisor`.

It is not ours to end: we make contexts of our own in it, and dispose of them. It connects by our proxy like our own, so the same rule says
what it reaches; where the proxy cannot be reached nothing can.
"""

import asyncio
import contextlib
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from yamori.agents.browser.chromium.protocol import LARGEST, Connection
from yamori.agents.browser.engine import BrowserAbsent
from yamori.domain.errors import HouseSilent

_CONNECTS_WITHIN = 10.0


@dataclass(frozen=True, kw_only=True)
class RemoteChromium:
    connection: Connection
    is_remote = True

    @property
    def downloads(self) -> Path | None:
        """None: its files would lie there."""
        return None

    async def end(self) -> None:
        await self.connection.close()


class _Socket:
    """Fulfils `protocol.Wire` over a web socket."""

    def __init__(self, socket: object) -> None:
        from websockets.asyncio.client import ClientConnection

        assert isinstance(socket, ClientConnection)
        self._socket = socket
        self._out: asyncio.Queue[bytes] = asyncio.Queue()
        self._sending = asyncio.create_task(self._send())

    def send(self, message: bytes) -> None:
        self._out.put_nowait(message)

    async def receive(self) -> bytes:
        from websockets.exceptions import ConnectionClosed

        try:
            held = await self._socket.recv()
        except ConnectionClosed as closed:
            raise EOFError("the browser has hung up") from closed
        return held.encode() if isinstance(held, str) else held

    async def close(self) -> None:
        self._sending.cancel()
        await asyncio.gather(self._sending, return_exceptions=True)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2.0):
                await self._socket.close()

    async def _send(self) -> None:
        from websockets.exceptions import ConnectionClosed

        with contextlib.suppress(ConnectionClosed):  # whoever waits for an answer is told by `receive`
            while True:
                await self._socket.send((await self._out.get()).decode())


async def connect_chromium(cdp_url: str) -> RemoteChromium:
    """`ws://…` as it is, or `http://host:9222`, which says where. Raises `BrowserAbsent`."""
    from websockets.asyncio.client import connect
    from websockets.exceptions import WebSocketException

    try:
        async with asyncio.timeout(_CONNECTS_WITHIN):
            address = cdp_url if cdp_url.startswith(("ws://", "wss://")) else await _socket_address(cdp_url)
            socket = await connect(address, max_size=LARGEST, ping_interval=None, compression=None, proxy=None)
        chromium = RemoteChromium(connection=Connection(_Socket(socket)))
        await chromium.connection.send("Browser.getVersion")
    except (OSError, TimeoutError, ValueError, WebSocketException, HouseSilent) as failed:
        raise BrowserAbsent(f"the browser at cdp_url does not answer: {type(failed).__name__}") from failed
    return chromium


async def _socket_address(url: str) -> str:
    """What a browser says at `/json/version`, at the address at which we reach it: its own idea of that is another one in a container."""
    import httpx

    parts = urlsplit(url)
    async with httpx.AsyncClient(trust_env=False, timeout=_CONNECTS_WITHIN) as client:
        # Chromium refuses names, for fear of rebinding; an address it answers.
        try:
            answer = await client.get(f"{url.rstrip('/')}/json/version", headers={"Host": "localhost"})
            path = urlsplit(str(answer.raise_for_status().json()["webSocketDebuggerUrl"])).path
        except (httpx.HTTPError, KeyError, ValueError, TypeError) as failed:
            raise ValueError("no browser there") from failed
    return urlunsplit(("wss" if parts.scheme == "https" else "ws", parts.netloc, path, "", ""))
