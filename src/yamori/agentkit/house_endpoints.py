"""The endpoints of an agent that only the house's own processes call: they say for whom, and what was found in the sentence.

`POST /claim`, `POST /relay` (JSON, or Server-Sent Events when asked), `POST /propose`, `POST /describe` and `POST /perform` (`proposal`),
`POST /watch` (`watch`). `endpoints` adds them.
"""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import replace
from typing import Annotated

from fastapi import Depends, FastAPI, Request, Response
from fastapi.responses import JSONResponse
from pydantic import TypeAdapter
from sse_starlette import EventSourceResponse

from yamori.agentkit.access import CALLER, allowed, refusal
from yamori.agentkit.agent import Agent
from yamori.agentkit.journal import Journal
from yamori.agentkit.kept_schema import KEPT
from yamori.agentkit.legible import READING_LIMIT
from yamori.agentkit.loop import carry_out, claim_of
from yamori.agentkit.proposal import Performed, Proposal, ProposedCall, check_performed, described, performed, proposed
from yamori.agentkit.said import checked_text
from yamori.agentkit.secret import HEADER, is_ours
from yamori.agentkit.task import AgentEvent, Claim, Finished, Outcome, Task
from yamori.agentkit.watch import NotWatchable, Watched, watched
from yamori.domain.access import Who, Why
from yamori.domain.errors import Forbidden, InvalidRequest
from yamori.llm.port import Models

_EVENT: TypeAdapter[AgentEvent] = TypeAdapter(AgentEvent)
_OUTCOME = TypeAdapter(Outcome)


KeptTask = Annotated[Task, KEPT]
KeptPerformed = Annotated[Performed, KEPT]


def add_house_endpoints(app: FastAPI, agent: Agent, *, models: Models, journal: Journal, secret: str) -> None:
    """They refuse everybody who does not know the house's secret; without one everybody."""

    async def from_the_house(request: Request) -> None:
        if not is_ours(request.headers, secret):
            raise Forbidden(refusal(Why.HOUSE, None, CALLER.get()), where=HEADER)

    house = [Depends(from_the_house)]

    @app.post("/claim", dependencies=house)
    @allowed(Who.HOUSE)
    async def claim(task: KeptTask) -> Annotated[Claim, KEPT]:
        return await claim_of(agent, _checked(agent, task))

    @app.post("/relay", dependencies=house)
    @allowed(Who.HOUSE)
    async def relay(task: KeptTask, request: Request) -> Response:
        return await streamed(carry_out(agent, _checked(agent, task), models=models, journal=journal), request)

    @app.post("/propose", dependencies=house)
    @allowed(Who.HOUSE)
    async def propose(task: KeptTask) -> Annotated[Proposal, KEPT]:
        return await proposed(agent, _checked(agent, task), models=models, journal=journal)

    @app.post("/describe", dependencies=house)
    @allowed(Who.HOUSE)
    async def describe(asked: KeptPerformed) -> Annotated[tuple[ProposedCall, ...], KEPT]:
        check_performed(agent, asked)
        return await described(agent, asked)

    @app.post("/perform", dependencies=house)
    @allowed(Who.HOUSE)
    async def perform(asked: KeptPerformed, request: Request) -> Response:
        check_performed(agent, asked)
        return await streamed(performed(agent, asked, models=models, journal=journal), request)

    @app.post("/watch", dependencies=house)
    @allowed(Who.HOUSE)
    async def watch(task: KeptTask) -> Annotated[Watched | NotWatchable, KEPT]:
        return await watched(agent.watcher, agent.card.name, _checked(agent, task))


def _checked(agent: Agent, task: Task) -> Task:
    """The task in a language that the agent speaks. Raises `InvalidRequest` for words that nobody can have said."""
    if any(len(answer) > READING_LIMIT for answer in task.answers.values()):
        raise InvalidRequest(f"an answer has at most {READING_LIMIT} characters", where="answers")
    return replace(
        task, request=checked_text(task.request), said=task.said and checked_text(task.said), language=agent.card.speaks(task.language)
    )


async def streamed(events: AsyncGenerator[AgentEvent, None], request: Request) -> Response:
    """The events as they come for a client that accepts an event stream; for any other the outcome, once it is there."""
    if "text/event-stream" in request.headers.get("accept", ""):

        async def stream() -> AsyncIterator[dict[str, str]]:
            async with aclosing(events):
                async for event in events:
                    yield {"event": type(event).__name__, "data": _EVENT.dump_json(event).decode()}

        return EventSourceResponse(stream())
    finished = [event async for event in events if isinstance(event, Finished)]
    return JSONResponse(_OUTCOME.dump_python(finished[-1].outcome, mode="json"))
