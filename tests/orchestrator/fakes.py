"""A household of fake agents around the real orchestrator: what is said to it, and what it says and writes down."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from starlette.types import ASGIApp
from tests.agentkit.fakes import NOON, SECRET

from yamori.agentkit.agent import Agent
from yamori.agentkit.endpoints import add_endpoints
from yamori.agentkit.journal import Journal
from yamori.agentkit.secret import secret_header
from yamori.agentkit.transport import StreamingTransport
from yamori.domain.clock import SetClock
from yamori.domain.events import Replied, TurnEvent, TurnFailed, Waiting
from yamori.llm.port import Models, Role
from yamori.llm.scripted import Line, ScriptedModel, ScriptedModels
from yamori.orchestrator.abilities import AbilityReader
from yamori.orchestrator.checkpoints import open_checkpoints
from yamori.orchestrator.directory import AgentDirectory
from yamori.orchestrator.store import Turn, TurnStore
from yamori.orchestrator.turns import TurnCosts, Turns
from yamori.understanding.reader import NoReader, Reader


@dataclass
class House:
    """Talks to the turns and keeps the conversation."""

    turns: Turns
    store: TurnStore
    conversation: str = "c"
    turn: str = ""
    seen: dict[str, int] = field(default_factory=dict)

    async def say(self, text: str, *, conversation: str | None = None) -> list[TurnEvent]:
        """The events of the turn that this starts or goes on with, to its end or to where it waits."""
        turn = await self.turns.start(text, person="sora", conversation=conversation or self.conversation)
        self.turn = turn.id
        return await self.heard(turn.id)

    async def answer(self, text: str, *, pin: str | None = None) -> list[TurnEvent]:
        await self.turns.answer(self.turn, text, pin=pin)
        return await self.heard(self.turn)

    async def heard(self, turn: str) -> list[TurnEvent]:
        """What is new since last time."""
        events: list[TurnEvent] = []
        async with asyncio.timeout(60):
            async for stored in self.turns.follow(turn, after=self.seen.get(turn, 0)):
                self.seen[turn] = stored.n
                events.append(stored.event)
                if isinstance(stored.event, Waiting | Replied | TurnFailed):
                    break
        return events

    def now(self) -> Turn:
        return self.turns.turn(self.turn)


def planner(*lines: Line, reviewer: Sequence[Line] = ()) -> ScriptedModels:
    """A planner (and a reviewer) that answer so; every other role has no model."""
    return ScriptedModels(
        {Role.PLANNER: ScriptedModel(list(lines), seconds=0.01), Role.REVIEWER: ScriptedModel(list(reviewer), seconds=0.01)}
    )


def names(events: Sequence[TurnEvent]) -> list[str]:
    return [type(event).__name__ for event in events]


def said(events: Sequence[TurnEvent]) -> str:
    """The turn's answer, or its question."""
    match events[-1]:
        case Waiting(question=question):
            return question
        case Replied(text=text) | TurnFailed(text=text):
            return text
        case other:
            raise AssertionError(f"the turn stopped at {other}")


@asynccontextmanager
async def household(
    *agents: Agent,
    models: Models | None = None,
    data: Path | None = None,
    apps: dict[str, ASGIApp] | None = None,
    abilities: AbilityReader | None = None,
    reader: Reader | None = None,
) -> AsyncIterator[House]:
    """Fake agents and raw applications behind the real orchestrator; with `data`, everything on disk. Unfinished turns are taken up."""
    used = models or ScriptedModels({})
    async with AsyncExitStack() as stack:
        journal = Journal(data / "agents.sqlite3" if data else None)
        stack.callback(journal.close)
        behind = dict(apps or {})
        for agent in agents:
            behind[agent.card.name] = await stack.enter_async_context(
                add_endpoints(agent, models=used, journal=journal, clock=SetClock(NOON), person="sora", secret=SECRET)
            )
        clients = {
            name: await stack.enter_async_context(
                httpx.AsyncClient(transport=StreamingTransport(app), base_url="http://127.0.0.1", headers=secret_header(SECRET))
            )
            for name, app in behind.items()
        }
        store = TurnStore(data / "turns.sqlite3" if data else None)
        stack.callback(store.close)
        saver: BaseCheckpointSaver[str] = InMemorySaver()
        if data is not None:
            saver = await stack.enter_async_context(open_checkpoints(data / "checkpoints.sqlite3"))
        turns = Turns(store, AgentDirectory(clients), used, SetClock(NOON), saver, _free, abilities, reader or NoReader())
        stack.push_async_callback(turns.close)
        await turns.take_up()
        yield House(turns, store)


async def _free(turn: str) -> TurnCosts:
    return TurnCosts()
