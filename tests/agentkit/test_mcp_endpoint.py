"""The same tools for programs that speak MCP, through the SDK's own client, in memory."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx2
from fastapi import FastAPI
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from tests.agentkit.fakes import Yard, client_of, endpoints, yard_agent


@asynccontextmanager
async def mcp_client(app: FastAPI) -> AsyncIterator[Client]:
    async with (
        httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://127.0.0.1") as http,
        Client(streamable_http_client("http://127.0.0.1/mcp", http_client=http)) as client,
    ):
        yield client


async def test_the_tools_are_listed_with_their_schemas_and_what_they_may_do() -> None:
    async with endpoints(yard_agent()) as app, mcp_client(app) as client:
        listed = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert sorted(listed) == ["look", "open_gate", "wait", "water"]
        assert listed["water"].description == "Water one bed."
        assert listed["water"].input_schema["properties"]["litres"]["maximum"] == 20
        hints = {name: tool.annotations for name, tool in listed.items()}
        assert (hints["look"] and hints["look"].read_only_hint, hints["wait"] and hints["wait"].destructive_hint) == (True, True)


async def test_a_call_does_it_and_gives_the_result_as_data() -> None:
    yard = Yard()
    async with endpoints(yard_agent(yard=yard)) as app, mcp_client(app) as client:
        said = await client.call_tool("water", {"bed": "herbs", "litres": 2})
        assert not said.is_error
        assert said.structured_content is not None and said.structured_content["value"] == {"bed": "herbs", "litres": 2}
        assert list(yard.done.values()) == ["herbs 2"]


async def test_a_wrong_call_is_an_error_that_says_what_would_be_right() -> None:
    yard = Yard()
    async with endpoints(yard_agent(yard=yard)) as app, mcp_client(app) as client:
        for tool, arguments, says in (
            ("water", {"bed": "herbs", "litres": 0}, "greater than or equal to 1"),
            ("water", {"bed": "moon"}, "there are roses, herbs"),
            ("flood", {}, "there is no tool 'flood'; there are look"),
        ):
            said = await client.call_tool(tool, arguments)
            assert said.is_error and says in said.content[0].model_dump()["text"]
        assert yard.done == {}


async def test_a_program_that_calls_this_machine_by_its_address_is_answered() -> None:
    async with endpoints(yard_agent()) as app, client_of(app) as client:
        asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        reply = await client.post("/mcp", json=asked, headers={"Host": "192.168.1.5:8765", "Accept": "application/json, text/event-stream"})
        assert reply.status_code == 200, reply.text
