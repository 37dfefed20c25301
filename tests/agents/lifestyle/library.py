"""Papers for tests: kept or in memory, read in by the real intake."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from yamori.agents.lifestyle.intake import Intake, Progress
from yamori.agents.lifestyle.store import Papers
from yamori.domain.clock import SetClock
from yamori.embedding.port import TextEncoder

NOW = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


@dataclass(frozen=True, kw_only=True)
class Library:
    papers: Papers
    intake: Intake

    async def add(self, topic: str, name: str, paper: str | bytes | Path) -> Progress:
        """The last step."""
        content = bytes(paper, "utf-8") if isinstance(paper, str) else paper
        return [step async for step in self.intake.add(topic, name, content)][-1]

    async def texts(self, topic: str) -> list[str]:
        """Everything that is kept of a topic, paper by paper."""
        found = await self.papers.all([topic])
        return [row.passage.text for paper in found for row in await self.papers.passages(topic, paper.id)]


@asynccontextmanager
async def library(folder: Path | None = None, encoder: TextEncoder | None = None, *, watched: Path | None = None) -> AsyncIterator[Library]:
    papers = Papers(folder, encoder)
    await papers.open()
    intake = Intake(papers, SetClock(NOW), watched=watched)
    try:
        yield Library(papers=papers, intake=intake)
    finally:
        await intake.close()
        await papers.close()


def entries(count: int, *, about: str = "lamp") -> str:
    """A JSONL with a passage for each entry."""
    return "".join(
        f'{{"question": "How is {about} {n} cared for?", "answer": "The {about} {n} is dusted {n + 2} times."}}\n' for n in range(count)
    )
