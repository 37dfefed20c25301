"""The policy over httpx: for webhooks and pages of the web."""

import asyncio
from collections.abc import Iterable
from ssl import SSLContext

import httpcore
import httpx

from yamori.agentkit.outbound.policy import AddressForbidden, Lookup, Rule, allowed, looked_up


class CheckedHosts(httpcore.AsyncNetworkBackend):
    """Connects to what was looked at. A certificate is still checked against the name."""

    def __init__(self, lookup: Lookup = looked_up, inner: httpcore.AsyncNetworkBackend | None = None, *, rule: Rule = allowed) -> None:
        self._lookup, self._rule = lookup, rule
        self._inner = inner or httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  # as httpcore calls it
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Raises `AddressForbidden`."""
        try:
            async with asyncio.timeout(timeout):
                addresses = self._rule(await self._lookup(host, port))
        except TimeoutError as slow:
            raise httpcore.ConnectTimeout(f"{host} was not found in time") from slow
        except (OSError, UnicodeError) as unknown:
            raise httpcore.ConnectError(f"{host} is not known") from unknown
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
        raise AddressForbidden("this house connects to no socket of this machine by name")

    async def sleep(self, seconds: float) -> None:
        await self._inner.sleep(seconds)


class CheckedTransport(httpx.AsyncHTTPTransport):
    """One connection, to no host but allowed ones. It goes through no proxy, which would look hosts up itself."""

    def __init__(self, trust: SSLContext, lookup: Lookup = looked_up, *, rule: Rule = allowed) -> None:
        super().__init__(verify=trust)
        # httpx hands no backend through: its pool is the same but for that.
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=trust, max_connections=1, max_keepalive_connections=1, network_backend=CheckedHosts(lookup, rule=rule)
        )
