import mcp_types as types
import pytest
from mcp import Client
from mcp.server import Server, ServerRequestContext
from mcp.shared.exceptions import MCPError

from yamori.apps.mcp_stdio import forwarding_server


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


async def test_a_program_on_stdio_sees_and_calls_the_agents_own_tools() -> None:
    async with Client(agent_behind()) as inner, Client(forwarding_server(inner, "iot")) as program:
        assert [tool.name for tool in (await program.list_tools()).tools] == ["dim"]
        called = await program.call_tool("dim", {"level": 30})
        assert called.structured_content == {"level": 30}
        assert program.instructions == "Dims lamps."


async def test_what_the_agent_refuses_reaches_the_program_as_it_was_said() -> None:
    async with Client(agent_behind()) as inner, Client(forwarding_server(inner, "iot")) as program:
        refused = await program.call_tool("dim", {"level": "low"})
        assert refused.is_error
        assert "an integer" in str(refused.content)


async def test_a_method_that_the_agent_does_not_have_is_an_error_and_not_the_end() -> None:
    async with Client(agent_behind()) as inner, Client(forwarding_server(inner, "iot")) as program:
        with pytest.raises(MCPError):
            await program.read_resource("yamori://nothing")
        assert (await program.list_tools()).tools
