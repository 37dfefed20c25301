"""What a camera shows, fetched over REST: from servers that give too much, too late, something else, or nothing."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from yamori.domain.errors import HouseSilent, Misconfigured
from yamori.gateway.homeassistant.address import rest_url, socket_url
from yamori.gateway.homeassistant.stills import still
from yamori.gateway.sentences import Unanswered

Answer = Callable[[asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def server(answer: Answer) -> AsyncIterator[tuple[str, list[str]]]:
    """Its address, and the heads of the requests that came."""
    heads: list[str] = []

    async def play(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append((await reader.readuntil(b"\r\n\r\n")).decode())
        with contextlib.suppress(ConnectionError):  # the other side has heard enough
            await answer(writer)
        writer.close()

    listening = await asyncio.start_server(play, "127.0.0.1", 0)
    async with listening:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}", heads


def says(status: str, body: bytes = b"", *, length: int | None = None, extra: str = "") -> Answer:
    async def answer(writer: asyncio.StreamWriter) -> None:
        head = f"HTTP/1.1 {status}\r\ncontent-length: {len(body) if length is None else length}\r\n{extra}\r\n"
        writer.write(head.encode() + body)
        await writer.drain()

    return answer


async def shown(url: str, *, seconds: float = 10) -> bytes:
    return await still(url, "secret", endpoint="camera_proxy", entity="camera.porch", name="Porch", seconds=seconds, most=1000)


async def test_the_picture_of_the_entity_is_asked_for_with_the_token_in_its_header() -> None:
    async with server(says("200 OK", b"picture")) as (url, heads):
        assert await shown(url) == b"picture"
    assert heads[0].startswith("GET /api/camera_proxy/camera.porch HTTP/1.1\r\n")
    assert "authorization: bearer secret" in heads[0].lower() and "secret" not in heads[0].partition("\r\n")[0]


@pytest.mark.parametrize(
    ("answer", "error", "said"),
    [
        (says("503 Service Unavailable"), Unanswered, "Porch is off"),
        (says("500 Internal Server Error"), Unanswered, "no picture from Porch"),
        (says("404 Not Found"), Unanswered, "no picture from Porch"),
        (says("302 Found", extra="location: http://127.0.0.1:1/elsewhere\r\n"), Unanswered, "its answer: 302"),
        (says("401 Unauthorized"), Misconfigured, "is not allowed"),
        (says("200 OK", b"x" * 1001), Unanswered, "JPEG or PNG"),
        (says("200 OK", b"half", length=900), HouseSilent, "nothing was sent"),
        (says("nonsense"), HouseSilent, "nothing was sent"),
    ],
)
async def test_what_is_no_picture_has_a_reason(answer: Answer, error: type[Exception], said: str) -> None:
    async with server(answer) as (url, _):
        with pytest.raises(error, match=said):
            await shown(url)


async def test_a_camera_that_never_ends_is_not_waited_for() -> None:
    gone = asyncio.Event()

    async def drip(writer: asyncio.StreamWriter) -> None:
        await says("200 OK", b"half", length=900)(writer)
        await gone.wait()

    async with server(drip) as (url, _):
        with pytest.raises(Unanswered, match=r"within 0\.2 s"):
            await shown(url, seconds=0.2)
        gone.set()
    with pytest.raises(HouseSilent):
        await shown(url)  # and nobody is there any more


@pytest.mark.parametrize(
    ("written", "socket", "rest"),
    [
        ("house:8123", "ws://house:8123/api/websocket", "http://house:8123/api/camera_proxy/camera.a"),
        ("https://house/", "wss://house/api/websocket", "https://house/api/camera_proxy/camera.a"),
        ("ws://house/ha/api/websocket", "ws://house/ha/api/websocket", "http://house/ha/api/camera_proxy/camera.a"),
    ],
)
def test_the_page_of_home_assistant_has_two_doors(written: str, socket: str, rest: str) -> None:
    assert (socket_url(written), rest_url(written, "camera_proxy", "camera.a")) == (socket, rest)
    with pytest.raises(Misconfigured):
        socket_url("ftp://house")
