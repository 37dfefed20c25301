"""The household's papers, wired: their store, what reads them in, and the agent over both."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from yamori.agentkit.agent import Agent
from yamori.agents.lifestyle.agent import lifestyle_agent
from yamori.agents.lifestyle.arrival import Opening, to_write
from yamori.agents.lifestyle.intake import Intake
from yamori.agents.lifestyle.starting import Starting, starting
from yamori.agents.lifestyle.store import Papers
from yamori.domain.clock import Clock
from yamori.embedding.port import TextEncoder
from yamori.llm.port import Models


@dataclass(frozen=True, kw_only=True)
class PaperOptions:
    """How a household keeps its papers."""

    encoder: TextEncoder | None = None
    """None: they are found by words alone."""
    reranker: TextEncoder | None = None
    """A slower one, which orders the best passages again."""
    watched: Path | None = None
    """The household's own folder of papers; each folder in it is a topic."""
    starter: bool = False
    """Whether the starter library is among them."""
    opening: Opening = to_write
    """How originals are written."""


@dataclass(frozen=True, kw_only=True)
class HouseholdPapers:
    papers: Papers
    intake: Intake
    starting: Starting
    agent: Agent


@asynccontextmanager
async def open_papers(folder: Path | None, options: PaperOptions, *, clock: Clock, models: Models) -> AsyncIterator[HouseholdPapers]:
    """Kept in `folder`, a folder for each topic; in memory where it is None. Raises `Misconfigured` for an index that cannot be used."""
    async with AsyncExitStack() as stack:
        papers = Papers(folder, options.encoder)
        stack.push_async_callback(papers.close)
        await papers.open()
        intake = Intake(papers, clock, watched=options.watched, opening=options.opening)
        stack.push_async_callback(intake.close)
        await asyncio.to_thread(intake.forget_arrivals)
        begun = await stack.enter_async_context(starting(papers, intake, starter=options.starter))
        agent = lifestyle_agent(papers, intake, begun, models=models, reranker=options.reranker)
        yield HouseholdPapers(papers=papers, intake=intake, starting=begun, agent=agent)
