"""Chromium's way out: what a name leads to is judged at each connection, and only TLS goes through a tunnel."""

import asyncio
from collections.abc import Sequence

import pytest
from tests.agents.browser.operating_web import Site, served

from yamori.agentkit.outbound.policy import public_only
from yamori.agents.browser.chromium.proxy import CheckedProxy


async def through(proxy: CheckedProxy, *sent: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
    for part in sent:
        writer.write(part)
    answer = await reader.read()
    writer.close()
    return answer


@pytest.mark.parametrize(
    "found", [["127.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["10.0.0.7"], ["::ffff:192.168.1.1"], ["169.254.169.254"]]
)
async def test_a_name_that_leads_into_the_home_is_not_connected_to_whatever_it_led_to_before(found: list[str]) -> None:
    async def lookup(host: str, port: int) -> Sequence[str]:
        return found

    site = Site(pages={"/": "<p>Inside</p>"})
    async with served(site) as own:
        port = own.rsplit(":", 1)[1]
        proxy = CheckedProxy(public_only(), lookup)
        await proxy.start()
        try:
            for host in (f"rebound.example:{port}", f"127.0.0.1:{port}", f"localhost:{port}"):
                assert await through(proxy, f"GET http://{host}/ HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()) == b""
                assert b"403" in await through(proxy, f"CONNECT {host} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        finally:
            await proxy.close()
    assert site.opened == []


async def test_a_tunnel_carries_tls_alone() -> None:
    site = Site(pages={"/": "<p>Inside</p>"})
    async with served(site) as own:
        host = own.removeprefix("http://")
        proxy = CheckedProxy(public_only(loopback=True))
        await proxy.start()
        try:
            answer = await through(proxy, f"CONNECT {host} HTTP/1.1\r\n\r\n".encode(), b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        finally:
            await proxy.close()
    assert answer == b"HTTP/1.1 200 OK\r\n\r\n" and site.opened == []
