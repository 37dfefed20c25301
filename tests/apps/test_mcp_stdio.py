import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import mcp_types as types
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.server import Server, ServerRequestContext
from mcp.shared.exceptions import MCPError
from tests.apps.test_serve import answer_of, free_port, serving

from yamori.apps.mcp_stdio import forwarding_server
from yamori.domain.errors import HouseSilent


def agent_behind() -> Server[object]:
    """What stands behind an agent's `/mcp` door: one tool, that fails on demand."""

    async def list_tools(_: ServerRequestContext[object], __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        schema = {"type": "object", "properties": {"level": {"type": "integer"}}}
        return types.ListToolsResult(tools=[types.Tool(name="dim", description="Dim a lamp.", input_schema=schema)])

    async def call_tool(_: ServerRequestContext[object], params: types.CallToolRequestParams) -> types.CallToolResult:
        level = (params.arguments or {}).get("level")
        if not isinstance(level, int):
            return types.CallToolResult(content=[types.TextContent(text="level: an integer, not text")], is_error=True)
        return types.CallToolResult(content=[types.TextContent(text=f"level {level}")], structured_content={"level": level})

    return Server("behind", instructions="Dims lamps.", on_list_tools=list_tools, on_call_tool=call_tool)


def to_agent() -> Client:
    return Client(agent_behind())


async def test_a_program_on_stdio_sees_and_calls_the_agents_own_tools() -> None:
    async with Client(forwarding_server(to_agent, "iot", instructions="Dims lamps.")) as program:
        assert [tool.name for tool in (await program.list_tools()).tools] == ["dim"]
        called = await program.call_tool("dim", {"level": 30})
        assert called.structured_content == {"level": 30}
        assert program.instructions == "Dims lamps."


async def test_what_the_agent_refuses_reaches_the_program_as_it_was_said() -> None:
    async with Client(forwarding_server(to_agent, "iot", instructions="Dims lamps.")) as program:
        refused = await program.call_tool("dim", {"level": "low"})
        assert refused.is_error
        assert "an integer" in str(refused.content)


async def test_a_method_that_the_agent_does_not_have_is_an_error_and_not_the_end() -> None:
    async with Client(forwarding_server(to_agent, "iot", instructions="Dims lamps.")) as program:
        with pytest.raises(MCPError):
            await program.read_resource("yamori://nothing")
        assert (await program.list_tools()).tools


async def test_a_house_that_stops_is_said_so_and_found_again_once_it_is_back() -> None:
    state = "gone"

    @asynccontextmanager
    async def connect() -> AsyncIterator[Client]:
        if state == "gone":
            raise HouseSilent("the house is not running any more, so nothing was done")
        async with to_agent() as inner:
            yield inner
            if state == "lost":
                raise httpx2.ReadError("connection reset")

    async with Client(forwarding_server(connect, "iot", instructions=None)) as program:
        away = await program.call_tool("dim", {"level": 30})
        assert away.is_error and "not running any more" in str(away.content)
        with pytest.raises(MCPError, match="not running any more"):
            await program.list_tools()
        state = "lost"
        lost = await program.call_tool("dim", {"level": 30})
        assert lost.is_error and "look at what was done" in str(lost.content)
        state = "back"
        assert (await program.call_tool("dim", {"level": 30})).structured_content == {"level": 30}
        assert [tool.name for tool in (await program.list_tools()).tools] == ["dim"]


async def test_over_a_house_that_runs_a_program_reads_and_switches_its_devices_until_it_stops(tmp_path: Path) -> None:
    port = free_port()
    command = ["-c", "from yamori.apps.cli import main; main()", "mcp", "iot", "--data", str(tmp_path)]
    env = {name: value for name, value in os.environ.items() if not name.startswith("YAMORI_")}
    with serving(tmp_path, port) as house:
        assert answer_of(f"http://127.0.0.1:{port}/healthz", house).status_code == 200
        parameters = StdioServerParameters(command=sys.executable, args=command, env=env)
        async with Client(stdio_client(parameters)) as program:
            assert {"read_devices", "control_devices"} <= {tool.name for tool in (await program.list_tools()).tools}
            lamp = {"devices": ["bedside-lamp"]}
            done = await program.call_tool("control_devices", {**lamp, "capability": "switch", "command": "on"})
            assert not done.is_error and done.structured_content is not None
            ledger = answer_of(f"http://127.0.0.1:{port}/gate/ledger", house).text
            assert done.structured_content["receipts"][0]["id"] in ledger  # the house's own gate did it
            house.terminate()
            house.wait()
            away = await program.call_tool("read_devices", lamp)
            assert away.is_error and "nothing was done" in str(away.content)
