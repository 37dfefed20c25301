"""Where a request comes from, as its connection says: what PIN tries are counted by, beside the person. Nothing in a request chooses it.

The guard at the front sets it for as long as a request is handled; the orchestrator takes it down with an answer and hands it on.
"""

import ipaddress
from contextvars import ContextVar

CLIENT: ContextVar[str] = ContextVar("yamori_client", default="")


def client_named(address: str) -> str:
    """An address as one client: all of this machine's own are one, and so are those of one IPv6 network, which a single machine may
    choose from."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:100]
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif not found.is_loopback:
            return str(ipaddress.ip_network((found, 64), strict=False))
    return "loopback" if found.is_loopback else str(found)
