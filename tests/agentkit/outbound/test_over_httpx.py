"""A host is looked at when it is connected to: its name may lead elsewhere than when the address was given."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import httpx
import httpx2
import pytest

from yamori.agentkit.outbound.over_httpx import CheckedTransport
from yamori.agentkit.outbound.over_httpx2 import CheckedTransport as CheckedTransport2
from yamori.agentkit.outbound.policy import AddressForbidden, is_forbidden, looked_up

TRUST = httpx.create_ssl_context()


@asynccontextmanager
async def server() -> AsyncIterator[tuple[int, list[bytes]]]:
    """The port of a server on this machine that answers everything with 204, and what it was asked."""
    asked: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
        await writer.drain()
        writer.close()

    listening = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with listening:
        yield listening.sockets[0].getsockname()[1], asked


class Names:
    """Answers one lookup after the other with what is given; the last one again and again."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


async def posted(names: Names, port: int) -> int:
    async with httpx.AsyncClient(transport=CheckedTransport(TRUST, names), timeout=5) as client:
        return (await client.post(f"http://hook.example:{port}/x", json={})).status_code


@pytest.mark.parametrize(
    "address",
    [
        "169.254.169.254",
        "169.254.0.1",
        "fe80::1",
        "fe80::1%eth0",
        "::ffff:169.254.169.254",
        "64:ff9b::a9fe:a9fe",
        "2002:a9fe:a9fe::1",
        "fd00:ec2::254",
        "224.0.0.1",
        "ff02::1",
        "0.0.0.0",
        "::",
    ],
)
def test_link_local_multicast_and_empty_addresses_are_refused_however_they_are_written(address: str) -> None:
    assert is_forbidden(address)


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "192.168.1.20", "10.0.0.3", "fd12:3456::1", "172.16.4.4", "93.184.215.14"])
def test_the_homes_own_machines_and_the_web_are_not(address: str) -> None:
    assert not is_forbidden(address)


async def test_a_name_that_leads_to_a_link_local_address_is_not_connected_to() -> None:
    async with server() as (port, asked):
        for addresses in (["169.254.169.254"], ["127.0.0.1", "169.254.169.254"], ["fe80::1%lo"]):
            with pytest.raises(AddressForbidden, match="link-local"):
                await posted(Names(addresses), port)
    assert asked == []


async def test_the_address_that_was_looked_at_is_connected_to_and_no_second_lookup_counts() -> None:
    async with server() as (port, asked):
        names = Names(["127.0.0.1"], ["169.254.169.254"])
        assert await posted(names, port) == 204
    assert names.asked == ["hook.example"]
    assert f"Host: hook.example:{port}".encode() in asked[0], "the server is still asked by its name"


async def test_the_next_address_is_tried_where_one_does_not_answer() -> None:
    async with server() as (port, _):
        assert await posted(Names(["127.0.0.2", "127.0.0.1"]), port) == 204


async def test_a_name_that_nobody_knows_is_tried_again_later() -> None:
    async def nobody(host: str, port: int) -> Sequence[str]:
        raise OSError("no such name")

    async with httpx.AsyncClient(transport=CheckedTransport(TRUST, nobody)) as client:
        with pytest.raises(httpx.ConnectError):
            await client.post("http://hook.example/", json={})


async def test_this_machine_is_found_by_its_name() -> None:
    assert set(await looked_up("localhost", 80)) & {"127.0.0.1", "::1"}


async def test_what_speaks_caldav_keeps_the_same_policy() -> None:
    async with server() as (port, asked):
        for addresses in (["169.254.169.254"], ["127.0.0.1", "fe80::1%lo"], ["::ffff:169.254.169.254"], ["0.0.0.0"]):
            async with httpx2.AsyncClient(transport=CheckedTransport2(Names(addresses)), timeout=5) as client:
                with pytest.raises(AddressForbidden):
                    await client.request("PROPFIND", f"http://calendar.example:{port}/")
        names = Names(["127.0.0.2", "127.0.0.1"], ["169.254.169.254"])
        async with httpx2.AsyncClient(transport=CheckedTransport2(names), timeout=5) as client:
            assert (await client.request("PROPFIND", f"http://calendar.example:{port}/")).status_code == 204
    assert len(asked) == 1 and names.asked == ["calendar.example"]
    assert f"Host: calendar.example:{port}".lower().encode() in asked[0].lower(), "the server is still asked by its name"
