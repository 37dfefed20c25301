"""The policy over httpx2, which the CalDAV library speaks."""

from functools import cache
from ssl import SSLContext

import httpcore2
import httpx2

from yamori.agentkit.outbound.policy import CheckedDialing, Lookup, looked_up


class CheckedHosts(CheckedDialing, httpcore2.AsyncNetworkBackend):
    core = httpcore2


@cache
def trusted() -> SSLContext:
    """Reading all certificates takes long: once for all connections."""
    return httpx2.create_ssl_context()


class CheckedTransport(httpx2.AsyncHTTPTransport):
    """To no host but allowed ones. It goes through no proxy, which would look hosts up itself."""

    def __init__(self, lookup: Lookup = looked_up) -> None:
        super().__init__(verify=trusted(), trust_env=False)
        # httpx2 hands no backend through: its pool is the same but for that.
        self._pool = httpcore2.AsyncConnectionPool(ssl_context=trusted(), network_backend=CheckedHosts(lookup))
