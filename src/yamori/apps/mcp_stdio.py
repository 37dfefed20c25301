"""`yamori mcp NAME`: an agent as an MCP server on stdio, for programs that start their servers themselves.

It passes everything on to the agent's own `/mcp` endpoint: of the household that is running, so that there stays one gate to
the house, or of one opened in this process. Nothing but the protocol may go to stdout.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx2  # what the MCP SDK speaks HTTP with
import mcp_types as types
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server

from yamori import __version__
from yamori.apps.connection import find_house
from yamori.apps.logging import start_logging
from yamori.apps.settings import Settings

_LOCAL = "http://127.0.0.1"


async def speak_mcp(settings: Settings, agent: str) -> int:
    """Serve until the program that started us closes our input."""
    start_logging(level=settings.log, form=settings.log_format)
    async with (
        _household(settings) as (http, url),
        Client(streamable_http_client(f"{url}/agents/{agent}/mcp", http_client=http, terminate_on_close=False)) as inner,
        stdio_server() as (read, write),
    ):
        server = forwarding_server(inner, agent)
        await server.run(read, write, server.create_initialization_options())
    return 0


def forwarding_server(inner: Client, agent: str) -> Server[object]:
    """A server whose tools are those of the server behind `inner`."""

    async def list_tools(_: ServerRequestContext[object], params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return await inner.list_tools(cursor=params.cursor if params else None)

    async def call_tool(_: ServerRequestContext[object], params: types.CallToolRequestParams) -> types.CallToolResult:
        return await inner.call_tool(params.name, params.arguments)

    return Server(f"yamori-{agent}", version=__version__, instructions=inner.instructions, on_list_tools=list_tools, on_call_tool=call_tool)


@asynccontextmanager
async def _household(settings: Settings) -> AsyncIterator[tuple[httpx2.AsyncClient, str]]:
    if (url := await find_house(settings)) is not None:
        async with httpx2.AsyncClient(timeout=120.0, trust_env=False) as http:
            yield http, url
        return
    from yamori.apps.household import open_household

    async with (
        open_household(settings) as household,
        httpx2.AsyncClient(transport=httpx2.ASGITransport(app=household.app), timeout=120.0) as http,
    ):
        yield http, _LOCAL
