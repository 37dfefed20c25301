"""The agents, as the orchestrator sees them: a name, a card, and HTTP endpoints. One more or one less needs no change here."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field

import httpx
from httpx_sse import ServerSentEvent, aconnect_sse
from pydantic import TypeAdapter, ValidationError

from yamori.agentkit.card import Card, received
from yamori.agentkit.task import AgentEvent, Claim, Finished, Strength, Task, ToolCalled, ToolReturned
from yamori.domain.errors import HouseSilent

_CARD = TypeAdapter(Card)
_CLAIM = TypeAdapter(Claim)
_TASK = TypeAdapter(Task)
_EVENTS: Mapping[str, TypeAdapter[AgentEvent]] = {
    "ToolCalled": TypeAdapter(ToolCalled),
    "ToolReturned": TypeAdapter(ToolReturned),
    "Finished": TypeAdapter(Finished),
}

CLAIM_LIMIT = 5.0
"""Seconds within which an agent must say whether a sentence is its own; one that does not is silent."""

FIRST = 4
"""How many times as long an agent has when it is asked for the first time: it may still be loading what it reads with."""

NO_SUCH_ENDPOINT = 404

TASK_LIMIT = 180.0
"""Seconds without an event after which a task is given up; the pings that keep a connection open do not count."""


@dataclass(frozen=True)
class AgentDirectory:
    """`clients` by agent name; each client's base URL is that agent's own."""

    clients: Mapping[str, httpx.AsyncClient]
    asked: set[str] = field(default_factory=set)
    """The agents that were asked for a claim, whether they answered or not."""

    async def cards(self) -> tuple[Card, ...]:
        """The cards of the agents that answer; within `asking_for_cards_once` those of the first time."""
        known = _KNOWN.get()
        if known is None:
            return await self._asked_cards()
        if not known:
            known.append(await self._asked_cards())
        return known[0]

    async def _asked_cards(self) -> tuple[Card, ...]:
        answers = await asyncio.gather(*(c.get("/card", timeout=CLAIM_LIMIT) for c in self.clients.values()), return_exceptions=True)
        cards: list[Card] = []
        for answer in answers:
            if isinstance(answer, httpx.Response) and answer.is_success:
                with suppress(ValueError):  # an agent that introduces itself in garbage is left out like a silent one
                    cards.append(_CARD.validate_python(received(answer.json())))
        return tuple(cards)

    async def claims(self, tasks: Mapping[str, Task]) -> Mapping[str, Strength]:
        """How surely each agent takes the request put to it for its own. A silent agent is left out: it may well be its own."""
        return {agent: claim.strength for agent, claim in (await self.whole_claims(tasks)).items()}

    async def whole_claims(self, tasks: Mapping[str, Task]) -> Mapping[str, Claim]:
        """The same, with all that the agents say of it."""

        async def ask(agent: str, task: Task) -> Claim | None:
            limit = CLAIM_LIMIT if agent in self.asked else CLAIM_LIMIT * FIRST
            try:
                answer = await self.clients[agent].post("/claim", content=_TASK.dump_json(task), headers=_JSON, timeout=limit)
                if answer.status_code == NO_SUCH_ENDPOINT:
                    return Claim(strength=Strength.NONE)  # an agent without this endpoint claims nothing (ADR 0001)
                return _CLAIM.validate_json(answer.content) if answer.is_success else None
            except (httpx.HTTPError, ValidationError):
                return None
            finally:
                self.asked.add(agent)

        given = await asyncio.gather(*(ask(agent, task) for agent, task in tasks.items()))
        return {agent: claim for agent, claim in zip(tasks, given, strict=True) if claim is not None}

    async def relay(self, agent: str, task: Task) -> AsyncGenerator[AgentEvent, None]:
        """Hand over a task and follow it to its end. Raises `HouseSilent` when the agent cannot be reached or breaks off."""
        try:
            async with aconnect_sse(
                self.clients[agent], "POST", "/relay", content=_TASK.dump_json(task), headers=_JSON, timeout=TASK_LIMIT
            ) as source:
                if not source.response.is_success:
                    body = (await source.response.aread()).decode(errors="replace")[:300]
                    raise HouseSilent(f"the {agent} agent answered {source.response.status_code}: {body}")
                messages = source.aiter_sse()
                while (message := await _next(messages)) is not None:
                    if message.event in _EVENTS:
                        yield _EVENTS[message.event].validate_json(message.data)
        except httpx.HTTPError as error:
            raise HouseSilent(f"the {agent} agent did not answer: {error}") from error
        except ValidationError as error:
            raise HouseSilent(f"the {agent} agent answered something that is no event") from error
        except TimeoutError as error:
            raise HouseSilent(f"the {agent} agent has said nothing for {TASK_LIMIT:g} s") from error


_KNOWN: ContextVar[list[tuple[Card, ...]] | None] = ContextVar("cards", default=None)
"""The cards that were asked for while a turn runs, once they are known."""


@contextmanager
def asking_for_cards_once() -> Iterator[None]:
    """While a turn runs: its steps all look at the same cards, and a silent agent is waited for once."""
    token = _KNOWN.set([])
    try:
        yield
    finally:
        _KNOWN.reset(token)


async def _next(messages: AsyncIterator[ServerSentEvent]) -> ServerSentEvent | None:
    """None after the last. Raises `TimeoutError`."""
    async with asyncio.timeout(TASK_LIMIT):
        return await anext(messages, None)


_JSON = {"content-type": "application/json"}
