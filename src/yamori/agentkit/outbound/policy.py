"""Which addresses the house connects to: all but link-local ones, where clouds hand out their keys, multicast and empty ones.

An address may be refused as it is written; a name may lead to a forbidden one only later. So each connection looks up its host itself,
refuses it where one of its addresses is forbidden, and connects to the addresses that were looked at: the answer of a second lookup could
be another one. A home's own machines, this one included, stay allowed. A redirect is a connection like any other.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

from yamori.domain.errors import YamoriError

Lookup = Callable[[str, int], Awaitable[Sequence[str]]]
"""The addresses of a host; `OSError` where it has none."""
_METADATA = (ipaddress.ip_network("fd00:ec2::254/128"), ipaddress.ip_network("fd20:ce::254/128"))
"""Where clouds hand out their keys over IPv6 (Amazon's, Google's): addresses that are no link-local ones."""


class AddressForbidden(YamoriError):
    """The house connects to no such address."""


def is_forbidden(address: str) -> bool:
    """Of an IP address, however it is written."""
    host = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(host, ipaddress.IPv6Address):
        inner = host.ipv4_mapped or host.sixtofour or _translated(host)
        if inner is not None and is_forbidden(str(inner)):
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


class CheckedDialing:
    """How `httpcore` and `httpcore2`, which have the same names, open connections: only to what was looked at. A certificate is still
    checked against the name."""

    core: Any
    """The library."""

    def __init__(self, lookup: Lookup = looked_up) -> None:
        self._lookup = lookup
        self._inner = self.core.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  # as the library calls it
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> Any:
        """Raises `AddressForbidden`."""
        try:
            async with asyncio.timeout(timeout):
                addresses = await self._lookup(host, port)
        except TimeoutError as slow:
            raise self.core.ConnectTimeout(f"{host} was not found in time") from slow
        except (OSError, UnicodeError) as unknown:
            raise self.core.ConnectError(f"{host} is not known") from unknown
        if any(is_forbidden(address) for address in addresses):
            raise AddressForbidden("the address leads to a link-local, multicast or empty one, where this house does not connect to")
        problem: Exception = self.core.ConnectError(f"{host} has no address")
        for address in addresses:
            try:
                return await self._inner.connect_tcp(
                    address, port, timeout=timeout, local_address=local_address, socket_options=socket_options
                )
            except (self.core.ConnectError, self.core.ConnectTimeout) as failed:
                problem = failed
        raise problem

    async def connect_unix_socket(self, *_: Any, **__: Any) -> Any:
        raise AddressForbidden("this house connects to no socket of this machine by name")

    async def sleep(self, seconds: float) -> None:
        await self._inner.sleep(seconds)
