"""Which addresses the house connects to: all but link-local ones, where clouds hand out their keys, multicast and empty ones.

An address may be refused as it is written; a name may lead to a forbidden one only later. So each connection looks up its host itself,
refuses it where one of its addresses is forbidden, and connects to the addresses that were looked at: the answer of a second lookup could
be another one. A home's own machines, this one included, stay allowed, but for addresses that come from the web (`public_only`). A redirect
is a connection like any other.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Sequence

from yamori.domain.errors import YamoriError

Lookup = Callable[[str, int], Awaitable[Sequence[str]]]
"""The addresses of a host; `OSError` where it has none."""
Rule = Callable[[Sequence[str]], Sequence[str]]
"""The addresses of a host that may be connected to. Raises `AddressForbidden`."""
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


def allowed(addresses: Sequence[str]) -> Sequence[str]:
    """Those that a host was found to have. Raises `AddressForbidden` where one of them is forbidden."""
    if any(is_forbidden(address) for address in addresses):
        raise AddressForbidden("the address leads to a link-local, multicast or empty one, where this house does not connect to")
    return addresses


def public_only(*, loopback: bool = False) -> Rule:
    """The rule for addresses that a search engine, a page or a model may have chosen: none of the home's own network. `loopback` lets this
    machine be connected to, for an evaluation that serves its pages there."""

    def rule(addresses: Sequence[str]) -> Sequence[str]:
        if not all(is_public(address) or (loopback and _is_loopback(address)) for address in addresses):
            raise AddressForbidden("the address leads to no public one")
        return addresses

    return rule


def is_public(address: str) -> bool:
    """Of an IP address, however it is written: whether it belongs to the Internet rather than to a home or a machine."""
    host = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(host, ipaddress.IPv6Address):
        inner = host.ipv4_mapped or host.sixtofour or _translated(host)
        if inner is not None:
            return is_public(str(inner))
        if host.is_site_local:
            return False
    return host.is_global and not host.is_reserved and not is_forbidden(address)


def _is_loopback(address: str) -> bool:
    return ipaddress.ip_address(address.partition("%")[0]).is_loopback
