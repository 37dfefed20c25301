"""The policy over httpx: for webhooks."""

from ssl import SSLContext

import httpcore
import httpx

from yamori.agentkit.outbound.policy import CheckedDialing, Lookup, looked_up


class CheckedHosts(CheckedDialing, httpcore.AsyncNetworkBackend):
    core = httpcore


class CheckedTransport(httpx.AsyncHTTPTransport):
    """One connection, to no host but allowed ones. It goes through no proxy, which would look hosts up itself."""

    def __init__(self, trust: SSLContext, lookup: Lookup = looked_up) -> None:
        super().__init__(verify=trust)
        # httpx hands no backend through: its pool is the same but for that.
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=trust, max_connections=1, max_keepalive_connections=1, network_backend=CheckedHosts(lookup)
        )
