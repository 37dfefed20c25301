"""Where an agent's MCP server is reached over HTTP. The protocol's library is only loaded for the first client that comes: that takes
longer than opening the house."""

import asyncio
import importlib

from starlette.types import ASGIApp, Receive, Scope, Send

from yamori.agentkit.access import allowed
from yamori.agentkit.agent import Agent
from yamori.domain.access import Owner, Who
from yamori.domain.clock import Clock
from yamori.domain.errors import HouseSilent


@allowed(Who.GUEST, owner=Owner.PERSON)
class McpMount:
    """An ASGI application; `close` ends its sessions."""

    def __init__(self, agent: Agent, *, clock: Clock, person: str) -> None:
        self._agent, self._clock, self._person = agent, clock, person
        self._app: ASGIApp | None = None
        self._running: asyncio.Task[None] | None = None
        self._opened = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._running is None:
            self._running = asyncio.create_task(self._run())
        await self._opened.wait()
        if self._app is None:
            raise HouseSilent("the MCP server could not be started; the log says why")
        await self._app(_accepting(scope), receive, send)

    async def close(self) -> None:
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    async def _run(self) -> None:
        """Hold the sessions open; their task group must be left by the task that entered it."""
        try:
            endpoint = await asyncio.to_thread(importlib.import_module, "yamori.agentkit.mcp_endpoint")
            sessions = endpoint.session_manager(endpoint.mcp_server(self._agent, clock=self._clock, person=self._person))
            async with sessions.run():
                self._app = endpoint.StreamableHTTPASGIApp(sessions)
                self._opened.set()
                await asyncio.get_running_loop().create_future()
        finally:
            self._opened.set()


def _accepting(scope: Scope) -> Scope:
    """A request that names no media type takes any (RFC 9110, section 12.5.1); the protocol's library takes it for one that takes none."""
    named = any(name == b"accept" and value.strip() for name, value in scope["headers"])
    if named:
        return scope
    return {**scope, "headers": [*((n, v) for n, v in scope["headers"] if n != b"accept"), (b"accept", b"*/*")]}
