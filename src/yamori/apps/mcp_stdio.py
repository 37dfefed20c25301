"""`yamori mcp NAME`: an agent as an MCP server on stdio, for programs that start their servers themselves.

It passes everything on to the agent's own `/mcp` endpoint: of the household that is running, so that there stays one gate to
the house, or of one opened in this process. Nothing but the protocol may go to stdout.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TypeVar

import httpx2  # what the MCP SDK speaks HTTP with
import mcp_types as types
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from yamori import __version__
from yamori.apps.connection import find_house, token_header
from yamori.apps.conversation import NO_TOKEN, UNAUTHORIZED
from yamori.apps.logging import start_logging
from yamori.apps.settings import Settings
from yamori.domain.errors import HouseSilent, InvalidRequest, Misconfigured

R = TypeVar("R")

Connect = Callable[[], AbstractAsyncContextManager[Client]]
"""Opens a connection to the agent. Each request has one of its own, so that a house that was started again is found again."""

_LOCAL = "http://127.0.0.1"
_LOST = "the house stopped answering; look at what was done before you ask again"


async def speak_mcp(settings: Settings, agent: str) -> int:
    """Serve until the program that started us closes our input."""
    start_logging(level=settings.log, form=settings.log_format)
    async with _connections(settings, agent) as connect, stdio_server() as (read, write):
        async with connect() as inner:
            instructions = inner.instructions
        server = forwarding_server(connect, agent, instructions=instructions)
        await server.run(read, write, server.create_initialization_options())
    return 0


def forwarding_server(connect: Connect, agent: str, *, instructions: str | None) -> Server[object]:
    """A server whose tools are those of the server that `connect` leads to."""

    async def list_tools(_: ServerRequestContext[object], params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        try:
            return await _asked(connect, lambda inner: inner.list_tools(cursor=params.cursor if params else None))
        except HouseSilent as silent:
            raise MCPError(code=types.INTERNAL_ERROR, message=str(silent)) from silent

    async def call_tool(_: ServerRequestContext[object], params: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            return await _asked(connect, lambda inner: inner.call_tool(params.name, params.arguments))
        except HouseSilent as silent:  # as a result, which a model may read
            return types.CallToolResult(content=[types.TextContent(text=str(silent))], is_error=True)

    return Server(f"yamori-{agent}", version=__version__, instructions=instructions, on_list_tools=list_tools, on_call_tool=call_tool)


async def _asked(connect: Connect, ask: Callable[[Client], Awaitable[R]]) -> R:
    """One request and its answer. Raises `HouseSilent` where the connection fails, `MCPError` where the request was refused."""
    refused: MCPError | None = None
    try:
        async with connect() as inner:
            try:
                return await ask(inner)
            except MCPError as error:
                if error.code == types.CONNECTION_CLOSED:
                    raise
                refused = error  # raised outside, where the connection's tasks do not wrap it
    except (MCPError, httpx2.HTTPError, ExceptionGroup) as failed:
        raise HouseSilent(_LOST) from failed
    assert refused is not None  # or it has returned
    raise refused


@asynccontextmanager
async def _connections(settings: Settings, agent: str) -> AsyncIterator[Connect]:
    """To the house that is running, or else to one opened in this process."""
    if (found := await find_house(settings)) is not None:
        async with httpx2.AsyncClient(timeout=120.0, trust_env=False, headers=dict(token_header(settings))) as http:
            await _check_token(http, found, agent)

            @asynccontextmanager
            async def running() -> AsyncIterator[Client]:
                try:
                    url = await find_house(settings)
                except Misconfigured as unreachable:
                    raise HouseSilent(str(unreachable)) from unreachable
                if url is None:
                    raise HouseSilent("the house is not running any more, so nothing was done; start it with `yamori serve`")
                async with _client(http, url, agent) as inner:
                    yield inner

            yield running
        return
    from yamori.apps.household import open_household

    async with (
        open_household(settings) as household,
        httpx2.AsyncClient(transport=httpx2.ASGITransport(app=household.app), timeout=120.0, headers=dict(token_header(settings))) as http,
    ):
        await _check_token(http, _LOCAL, agent)
        yield lambda: _client(http, _LOCAL, agent)


async def _check_token(http: httpx2.AsyncClient, url: str, agent: str) -> None:
    """Asked once, before the protocol begins, in which it could only be told as an error of the server. Raises `InvalidRequest`."""
    try:
        reply = await http.get(f"{url}/agents/{agent}/card")
    except httpx2.HTTPError as lost:
        raise HouseSilent(_LOST) from lost
    if reply.status_code == UNAUTHORIZED:
        raise InvalidRequest(NO_TOKEN, where="YAMORI_TOKEN")


def _client(http: httpx2.AsyncClient, url: str, agent: str) -> Client:
    return Client(streamable_http_client(f"{url}/agents/{agent}/mcp", http_client=http, terminate_on_close=False))
