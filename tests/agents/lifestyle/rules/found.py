"""A passage that was found, for tests of what is made of it."""

from dataclasses import replace
from datetime import UTC, datetime

from yamori.agents.lifestyle.rules.paper import Hit, Origin, Paper, State
from yamori.agents.lifestyle.rules.passages import Passage

_PAPER = Paper(
    id=1,
    topic="household",
    name="loom.md",
    title="Loom",
    kind="markdown",
    origin=Origin.ADDED,
    hash="0",
    added=datetime(2026, 5, 1, tzinfo=UTC),
    state=State.READY,
)


def hit(text: str, score: float, *, question: str | None = None, number: int = 0, starter: bool = False) -> Hit:
    paper = replace(_PAPER, origin=Origin.STARTER) if starter else _PAPER
    return Hit(paper=paper, id=number, number=number, passage=Passage(text=text, question=question), score=score, words=0.3, nearness=0.4)
