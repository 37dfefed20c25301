"""The policy over httpx2, which the CalDAV library speaks."""

import asyncio
from collections.abc import Sequence
from functools import cache
from ssl import SSLContext

import httpx2

from yamori.agentkit.outbound.policy import Lookup, allowed, looked_up

_PORTS = {"https": 443, "http": 80}


@cache
def trusted() -> SSLContext:
    """Reading all certificates takes long: once for all connections."""
    return httpx2.create_ssl_context()


class CheckedTransport(httpx2.AsyncBaseTransport):
    """To one server, where its addresses are allowed: each request goes to an address that was looked at, under the server's name; a
    certificate is checked against that, too. It goes through no proxy, which would look hosts up itself.

    For one server only: connections are kept by address, and two names of one address would share them.
    """

    def __init__(self, lookup: Lookup = looked_up) -> None:
        self._lookup = lookup
        self._inner = httpx2.AsyncHTTPTransport(verify=trusted(), trust_env=False)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Raises `AddressForbidden`."""
        name = request.url.host
        problem: Exception = httpx2.ConnectError(f"{name} has no address", request=request)
        for address in await self._addresses(request):
            there = httpx2.Request(
                request.method,
                request.url.copy_with(host=address),
                headers=request.headers,  # with the `Host` that was asked for
                stream=request.stream,
                extensions={**request.extensions, "sni_hostname": name},
            )
            try:
                return await self._inner.handle_async_request(there)
            except (httpx2.ConnectError, httpx2.ConnectTimeout) as failed:
                problem = failed
        raise problem

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def _addresses(self, request: httpx2.Request) -> Sequence[str]:
        host, port = request.url.host, request.url.port or _PORTS.get(request.url.scheme, 0)
        try:
            async with asyncio.timeout(request.extensions.get("timeout", {}).get("connect")):
                return allowed(await self._lookup(host, port))
        except TimeoutError as slow:
            raise httpx2.ConnectTimeout(f"{host} was not found in time", request=request) from slow
        except (OSError, UnicodeError) as unknown:
            raise httpx2.ConnectError(f"{host} is not known", request=request) from unknown
