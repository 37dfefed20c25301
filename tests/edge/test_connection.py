import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from yamori.domain.errors import Misconfigured
from yamori.edge.connection import Connection, Refused, Unreachable

OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def wire(answer: Answer) -> AsyncIterator[Connection]:
    """A house of bare bytes."""
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    connection = Connection(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    try:
        yield connection
    finally:
        connection.close()
        server.close()


async def ask(connection: Connection, *, seconds: float = 2.0) -> object:
    return await connection.json("POST", "/edge/lease", {}, token="t", seconds=seconds)


async def test_a_house_that_never_answers_is_given_up() -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()

    async with wire(silent) as connection:
        with pytest.raises(Unreachable):
            await asyncio.wait_for(ask(connection, seconds=0.2), 3)


async def test_a_house_that_answers_a_byte_at_a_time_is_given_up() -> None:
    async def slow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            for byte in OK:
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(0.15)
        except ConnectionError:
            pass

    async with wire(slow) as connection:
        with pytest.raises(Unreachable, match=r"within 0\.2 s"):
            await asyncio.wait_for(ask(connection, seconds=0.2), 3)


async def test_a_wait_that_is_cancelled_leaves_no_thread_that_asks_again() -> None:
    asked = asyncio.Semaphore(0)
    ended = asyncio.Event()
    count = 0

    async def waits(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal count
        count += 1
        await reader.readuntil(b"{}")
        if count == 1:
            writer.write(OK)  # so that the next request goes over a kept connection
            await reader.readuntil(b"{}")
        asked.release()
        assert await reader.read() == b""
        ended.set()

    async with wire(waits) as connection:
        await ask(connection)
        waiting = asyncio.create_task(ask(connection, seconds=60))
        await asked.acquire()
        waiting.cancel()
        await asyncio.wait_for(ended.wait(), 3)
    assert count == 1


async def test_a_kept_connection_that_the_house_has_closed_is_opened_again() -> None:
    async def once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"{}")
        writer.write(OK)
        writer.close()

    async with wire(once) as connection:
        assert await ask(connection) == {}
        assert await ask(connection) == {}


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (b"SSH-2.0-OpenSSH\r\n", Unreachable),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>", Unreachable),
        (b"HTTP/1.1 302 Found\r\nLocation: /login\r\nContent-Length: 0\r\n\r\n", Unreachable),
        (b'HTTP/1.1 404 Not Found\r\nContent-Length: 35\r\n\r\n{"error": {"message": "no such x"}}', Refused),
        (b"HTTP/1.1 400 Bad\r\nContent-Length: 2\r\n\r\n{}", Refused),
        (b"HTTP/1.1 500 Oh\r\nContent-Length: 2\r\n\r\n{}", Unreachable),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", Unreachable),
    ],
)
async def test_what_is_no_answer_of_a_house_is_worth_another_try_and_a_refusal_is_not(answer: bytes, error: type[Exception]) -> None:
    async def says(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"{}")
        writer.write(answer)
        writer.close()

    async with wire(says) as connection:
        with pytest.raises(error):
            await ask(connection)


@pytest.mark.parametrize("server", ["house:8765", "ftp://house", ""])
def test_an_address_that_is_none_is_told(server: str) -> None:
    with pytest.raises(Misconfigured, match="no address"):
        Connection(server)
