"""Which hosts a webhook may reach: every one but those at link-local addresses, where clouds hand out their keys.

`rules.preferences` refuses such an address as it is set; a name may lead to one only later. So each connection looks up its host itself,
refuses it where one of its addresses is not allowed, and connects to the addresses that were looked at: the answer of a second lookup
could be another one. A home's own machines, this one included, stay allowed.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from ssl import SSLContext

import httpcore
import httpx

from yamori.agents.scheduler.notices import Undeliverable

Lookup = Callable[[str, int], Awaitable[Sequence[str]]]
"""The addresses of a host; `OSError` where it has none."""
_METADATA = (ipaddress.ip_network("fd00:ec2::254/128"), ipaddress.ip_network("fd20:ce::254/128"))
"""Where clouds hand out their keys over IPv6 (Amazon's, Google's): addresses that are no link-local ones."""


def refused(address: str) -> bool:
    """Whether a webhook may not go to an IP address."""
    host = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(host, ipaddress.IPv6Address):
        inner = host.ipv4_mapped or host.sixtofour or _translated(host)
        if inner is not None and refused(str(inner)):
            return True
        if any(host in network for network in _METADATA):
            return True
    return host.is_link_local or host.is_multicast or host.is_unspecified


def _translated(host: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The address behind a translator's (RFC 6052)."""
    return ipaddress.IPv4Address(int(host) & 0xFFFFFFFF) if host in ipaddress.ip_network("64:ff9b::/96") else None


async def looked_up(host: str, port: int) -> Sequence[str]:
    """By the system, in the order in which it would connect."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


class CheckedHosts(httpcore.AsyncNetworkBackend):
    """Connects to what was looked at. A certificate is still checked against the name."""

    def __init__(self, lookup: Lookup = looked_up, inner: httpcore.AsyncNetworkBackend | None = None) -> None:
        self._lookup = lookup
        self._inner = inner or httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  # as httpcore calls it
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Raises `Undeliverable` for a host that may not be reached."""
        try:
            async with asyncio.timeout(timeout):
                addresses = await self._lookup(host, port)
        except TimeoutError as slow:
            raise httpcore.ConnectTimeout(f"{host} was not found in time") from slow
        except (OSError, UnicodeError) as unknown:
            raise httpcore.ConnectError(f"{host} is not known") from unknown
        if any(refused(address) for address in addresses):
            raise Undeliverable("the address leads to a link-local, multicast or empty one, where no webhook goes")
        problem: Exception = httpcore.ConnectError(f"{host} has no address")
        for address in addresses:
            try:
                return await self._inner.connect_tcp(
                    address, port, timeout=timeout, local_address=local_address, socket_options=socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as failed:
                problem = failed
        raise problem

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ASYNC109  # as httpcore calls it
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        raise Undeliverable("a webhook goes to no socket of this machine")

    async def sleep(self, seconds: float) -> None:
        await self._inner.sleep(seconds)


class CheckedTransport(httpx.AsyncHTTPTransport):
    """One connection, to no host but those. It goes through no proxy, which would look hosts up itself."""

    def __init__(self, trust: SSLContext, lookup: Lookup = looked_up) -> None:
        super().__init__(verify=trust)
        # httpx hands no backend through: its pool is the same but for that.
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=trust, max_connections=1, max_keepalive_connections=1, network_backend=CheckedHosts(lookup)
        )
