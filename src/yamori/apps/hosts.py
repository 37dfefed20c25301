"""Under which names and addresses the house may be called: what the `Host` of a request is compared with.

A page elsewhere can have its own name point to this machine (DNS rebinding); its requests then carry that name. So only names that the
operator listed, and the machine's own, are answered, wherever the server listens.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

_AUTHORITY = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)(?:%[^\]]+)?\]|(?P<name>[A-Za-z0-9._-]+))(?::(?P<port>[0-9]{0,5}))?", re.ASCII)
_WILDCARDS = frozenset({"", "0.0.0.0", "::"})
_LONGEST = 300


@dataclass(frozen=True, kw_only=True)
class Authority:
    """A host and a port as one end of a connection is called."""

    host: str
    """In lower case without a trailing dot; an IP address in its shortest form, without brackets and zone."""
    port: int | None = None
    """None where it is left out."""


def read_authority(text: str) -> Authority | None:
    """`NAME`, `NAME:80`, `[::1]:80`; None for anything else, such as one with a user's name in it."""
    found = _AUTHORITY.fullmatch(text) if len(text) <= _LONGEST else None
    if found is None:
        return None
    host = _canonical(found["six"] or found["name"])
    port = int(found["port"]) if found["port"] else None
    if not host or (port is not None and port > 65535) or (found["six"] and ":" not in host and "." not in host):
        return None
    return Authority(host=host, port=port)


def _canonical(host: str) -> str:
    name = host.lower().removesuffix(".")
    try:
        address = ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return name
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(address)


def listed_host(entry: str) -> str:
    """One entry of the setting `allowed_hosts` as it is compared. Raises `ValueError` that says what would be right."""
    wanted = entry.strip()
    if "*" in wanted or wanted in _WILDCARDS:
        raise ValueError(f"{wanted!r} would let every name in; list each name or address by which the house is called")
    try:
        if not wanted.isascii():
            wanted = wanted.encode("idna").decode()
    except UnicodeError as error:
        raise ValueError(f"{entry!r} is no host name") from error
    bare = wanted.strip("[]")
    authority = read_authority(f"[{bare}]" if bare.count(":") > 1 else wanted)
    if authority is None or authority.port is not None or authority.host in _WILDCARDS:
        raise ValueError(f"{entry!r} is no host name or address; write it without http://, port and path, such as yamori.lan")
    return authority.host


def is_reachable_by_others(listening: str, listed: Iterable[str] = ()) -> bool:
    """Whether other machines may come: by where it listens, or by a name that only a proxy in front of it answers to."""
    return any(not _is_this_machine(host) for host in (listening, *listed))


def _is_this_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(_canonical(host)).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True, kw_only=True)
class AllowedHosts:
    """The names and addresses of this house, besides loopback, which always is one."""

    names: frozenset[str] = frozenset()

    def admits(self, host: str, *, reached_at: str = "") -> bool:
        """Whether a request for `host` is meant for us. `reached_at` is the address at which its connection arrived: an address of this
        machine, even one that it was given since the start."""
        if host == "localhost" or host in self.names:
            return True
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return address.is_loopback or host == _canonical(reached_at)


def allowed_hosts(*, listening: str, listed: Iterable[str] = ()) -> AllowedHosts:
    """The machine's own names and addresses, the one where the server listens, and those that the operator listed.

    A wildcard (`0.0.0.0`, `::`) says where connections are taken and names nothing.
    """
    own = {_canonical(name) for name in (*machine_names(), *machine_addresses(), listening)}
    return AllowedHosts(names=frozenset((own | set(listed)) - _WILDCARDS))


def machine_names() -> frozenset[str]:
    """Its host name, whole and without its domain, and what multicast DNS calls it."""
    name = socket.gethostname().lower().removesuffix(".")
    if not name:
        return frozenset()
    first = name.partition(".")[0]
    return frozenset({name, first, f"{first}.local"})


def machine_addresses() -> frozenset[str]:
    """Those that its name leads to, and those from which it would speak to others. Nothing is sent."""
    found: set[str] = set()
    with suppress(OSError, UnicodeError):  # a machine whose name nobody knows
        found |= {str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)}
    for family, elsewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:  # no such network
            probe.connect((elsewhere, 9))
            found.add(str(probe.getsockname()[0]))
    return frozenset(found)
