"""An agent as an MCP server: its tools under their own names, over streamable HTTP (`/mcp`) or stdio (`yamori mcp NAME`)."""

import json
import uuid

import mcp_types as types
from mcp.server import Server, ServerRequestContext
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from pydantic import TypeAdapter

from yamori.agentkit.access import check_allowed
from yamori.agentkit.agent import Agent
from yamori.agentkit.task import Task
from yamori.agentkit.tool import Call, Effect, ToolResult
from yamori.domain.access import turned_away
from yamori.domain.caller import HOUSE, Caller
from yamori.domain.clock import Clock
from yamori.domain.errors import YamoriError
from yamori.domain.language import DEFAULT_LANGUAGE

__all__ = ["StreamableHTTPASGIApp", "mcp_server", "session_manager"]

_RESULT = TypeAdapter(ToolResult)


def mcp_server(agent: Agent, *, clock: Clock, person: str) -> Server[object]:
    """The protocol's server for this agent; every call acts for whoever makes it, or for `person` while nobody has an account, under a
    key of its own. Which tools it names, and which it runs, is what the caller may use."""

    async def list_tools(context: ServerRequestContext[object], _: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(
            tools=[
                types.Tool(
                    name=tool.name,
                    description=tool.says,
                    input_schema=dict(tool.schema()),
                    annotations=types.ToolAnnotations(
                        read_only_hint=tool.effect is Effect.READ,
                        # The protocol's word for whatever is more than an addition, also where it can be put back.
                        destructive_hint=tool.effect in (Effect.CHANGE, Effect.IRREVERSIBLE),
                        idempotent_hint=tool.idempotent,
                    ),
                )
                for tool in agent.tools
                if turned_away(tool.access, _caller(context)) is None
            ]
        )

    async def call_tool(context: ServerRequestContext[object], params: types.CallToolRequestParams) -> types.CallToolResult:
        key = f"mcp-{uuid.uuid4().hex}"
        caller = _caller(context)
        task = Task(
            key=key,
            request=params.name,
            said=params.name,
            person=caller.subject or person,
            by=caller.by,
            now=clock.now(),
            language=DEFAULT_LANGUAGE,
        )
        try:
            check_allowed(agent.tools.get(params.name).access, caller)
            result = await agent.tools.run(params.name, params.arguments or {}, call=Call(key=key, task=task))
        except YamoriError as error:
            return types.CallToolResult(content=[types.TextContent(text=str(error))], is_error=True)
        data = _RESULT.dump_python(result, mode="json")
        return types.CallToolResult(content=[types.TextContent(text=json.dumps(data, ensure_ascii=False))], structured_content=data)

    return Server(
        f"yamori-{agent.card.name}",
        version=agent.card.version,
        title=agent.card.title,
        instructions=agent.card.does,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def session_manager(server: Server[object]) -> StreamableHTTPSessionManager:
    """Streamable HTTP, stateless. Which hosts and origins are let in is decided for all endpoints in one place, `apps/guard.py`: the
    protocol's own list would shut out whoever calls this machine by its address."""
    open_to_all = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    return StreamableHTTPSessionManager(app=server, json_response=True, stateless=True, security_settings=open_to_all)


def _caller(context: ServerRequestContext[object]) -> Caller:
    """Who made the request that brought this message; the sessions run in a task of their own, where no `CALLER` is set."""
    state = getattr(context.request, "scope", {}).get("state", {})
    found = state.get("caller")
    return found if isinstance(found, Caller) else HOUSE
