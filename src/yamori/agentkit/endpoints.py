"""An agent's endpoints: REST and MCP, made from its declaration. `apps` mounts them; the orchestrator and people's programs call them.

`GET /card`, `POST /chat`, `POST /tools/{name}`, `GET /healthz`, `/mcp` (with or without a slash behind it), and those for the house alone
(`house_endpoints`).
"""

import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from starlette.routing import Route

from yamori.agentkit.access import CALLER, allow_description, allowed, check_allowed
from yamori.agentkit.agent import Agent
from yamori.agentkit.card import Card, sent
from yamori.agentkit.house_endpoints import add_house_endpoints, streamed
from yamori.agentkit.journal import Journal
from yamori.agentkit.loop import carry_out
from yamori.agentkit.mcp_mount import McpMount
from yamori.agentkit.problems import add_problem_handlers
from yamori.agentkit.said import Constraints, checked_text
from yamori.agentkit.secret import is_ours
from yamori.agentkit.task import CHAT_KEY, AgentEvent, Finished, Task
from yamori.agentkit.tool import Call, Effect, ToolResult
from yamori.domain.access import Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.clock import Clock
from yamori.domain.errors import Forbidden, InvalidRequest
from yamori.domain.language import language_of
from yamori.domain.values import Value
from yamori.llm.port import Models

CONVERSATIONS = 500
"""Of how many it is remembered what was last spoken of; they are with this one agent alone and of one person, and kept in memory."""
_CARD = TypeAdapter(Card)
_RESULT = TypeAdapter(ToolResult)


class ChatRequest(BaseModel):
    """`POST /chat`: talk to this one agent, without the orchestrator."""

    model_config = ConfigDict(extra="forbid")

    text: str
    person: str | None = Field(default=None, max_length=100)
    """Who speaks, where the house itself asks; from outside it is whoever is signed in, or the household's first person."""
    conversation: str = Field(default="", max_length=100)
    room: str | None = None
    model: str | None = None
    constraints: Constraints = ()
    """What the person must not eat; refused where this agent cannot check an answer for it."""


@asynccontextmanager
async def add_endpoints(
    agent: Agent, *, models: Models, journal: Journal, clock: Clock, person: str = "someone", secret: str = ""
) -> AsyncIterator[FastAPI]:
    """The agent as an ASGI application, for as long as its MCP sessions run. Whoever calls from outside acts for themselves, or for
    `person` while nobody has an account; only requests with the house's `secret` may say for whom they are. Without one nobody may."""
    name = agent.card.name
    mcp = McpMount(agent, clock=clock, person=person)
    focuses: dict[tuple[str, str], Mapping[str, Value]] = {}
    # No pages of documentation: they would run scripts of other servers as the house's own.
    app = FastAPI(title=agent.card.title, description=agent.card.does, version=agent.card.version, docs_url=None, redoc_url=None)
    allow_description(app.routes)
    add_problem_handlers(app)

    @app.get("/card")
    @allowed(Who.GUEST, Scope.READ)
    async def card() -> Response:
        shown = replace(agent.card, irreversible=any(tool.effect is Effect.IRREVERSIBLE for tool in agent.tools))
        return JSONResponse(sent(_CARD.dump_python(shown, mode="json")))

    @app.get("/healthz")
    @allowed(Who.ANYBODY)
    async def healthz() -> dict[str, str]:
        return {"status": "ok", "agent": name}

    add_house_endpoints(app, agent, models=models, journal=journal, secret=secret)

    @app.post("/chat")
    @allowed(Who.GUEST, Scope.CHAT, owner=Owner.PERSON)
    async def chat(said: ChatRequest, request: Request) -> Response:
        text = checked_text(said.text)
        _check_constraints(agent, said.constraints)
        if said.person is not None and not is_ours(request.headers, secret):
            speaks = CALLER.get().subject or person
            raise Forbidden(
                f"who speaks cannot be chosen here: leave `person` out to speak as {speaks}, or talk to the house at POST /turns",
                where="person",
            )
        caller = CALLER.get()
        task = Task(
            key=f"{CHAT_KEY}{uuid.uuid4().hex}",
            request=text,
            said=text,
            person=said.person or caller.subject or person,
            by=caller.by,
            role=caller.standing,
            room=said.room or caller.room,
            now=clock.now(),
            language=language_of(text),
            focus=focuses.get((said.person or caller.subject or person, said.conversation), {}),
            model=said.model,
            constraints=said.constraints,
        )

        async def remembered() -> AsyncGenerator[AgentEvent, None]:
            async with aclosing(carry_out(agent, task, models=models, journal=journal)) as events:
                async for event in events:
                    if isinstance(event, Finished) and said.conversation:
                        focuses.pop((task.person, said.conversation), None)
                        focuses[task.person, said.conversation] = event.outcome.focus
                        if len(focuses) > CONVERSATIONS:
                            del focuses[next(iter(focuses))]
                    yield event

        return await streamed(remembered(), request)

    @app.post("/tools/{tool}")
    @allowed(Who.GUEST, owner=Owner.PERSON)
    async def run_tool(tool: str, arguments: dict[str, Value], request: Request) -> Response:
        key = request.headers.get("Idempotency-Key") or uuid.uuid4().hex
        check_allowed(agent.tools.get(tool).access)
        caller = CALLER.get()
        task = Task(
            key=f"rest-{key}",
            request=tool,
            said=tool,
            person=caller.subject or person,
            by=caller.by,
            now=clock.now(),
            language=language_of(""),
        )
        result = await agent.tools.run(tool, arguments, call=Call(key=f"rest-{key}", task=task))
        return JSONResponse(_RESULT.dump_python(result, mode="json"))

    app.router.routes += [Route("/mcp", endpoint=mcp), Route("/mcp/", endpoint=mcp)]  # a redirect would lose the body of many clients
    try:
        yield app
    finally:
        await mcp.close()


def _check_constraints(agent: Agent, constraints: Sequence[str]) -> None:
    """What nobody checks must not seem checked."""
    if not constraints:
        return
    if agent.check_constraints is None:
        raise InvalidRequest(f"the {agent.card.name} agent speaks of nothing to eat and checks no constraints", where="constraints")
    agent.check_constraints(constraints)
