"""A model judges the passages that were found, one at a time."""

from collections.abc import Sequence
from dataclasses import dataclass

from yamori.agents.lifestyle.likeness import Likeness
from yamori.agents.lifestyle.rules.judging import ANSWERS, COLUMNS, SURELY, chance, to_give
from yamori.agents.lifestyle.rules.quoting import excerpt
from yamori.agents.lifestyle.store import Hit
from yamori.llm.port import Answer, Models, Prompt, Role
from yamori.understanding.judging.judge import Judge


@dataclass(frozen=True, kw_only=True)
class Judged:
    """What came of looking at passages."""

    answers: tuple[Hit, ...]
    """The passage that most likely answers, and behind it another one that is nearly as likely to; empty where none may."""
    likely: bool
    """False where they may answer and nobody can tell."""
    looks: int


class Judging:
    """Over the judge."""

    def __init__(self, models: Models, likeness: Likeness) -> None:
        self._judge, self._likeness = Judge(models, Role.LIFESTYLE), likeness

    @property
    def prefix(self) -> Prompt:
        """The stable part of the prompt."""
        return self._judge.prefix

    async def judged(self, question: str, hits: Sequence[Hit], *, turn: str | None, model: str | None) -> Judged:
        """The best of these passages, looked at in their order until one is sure. Raises `YamoriError` where no model answers."""
        chances: list[float] = []
        for hit in hits:
            said = await self.said(question, hit, turn=turn, model=model)
            chances.append(chance(question, hit, said, among=hits))
            if chances[-1] >= SURELY:
                break
        return Judged(answers=tuple(hits[n] for n in to_give(chances)), likely=max(chances, default=0.0) >= ANSWERS, looks=len(chances))

    async def said(self, question: str, hit: Hit, *, turn: str | None = None, model: str | None = None) -> Answer:
        """What the model says of one passage: Yes or No, and how likely."""
        shown = excerpt(hit.passage, hit.paper.title, await self._likeness.of(question, hit.passage), columns=COLUMNS)
        return await self._judge.said(question, shown, turn=turn, model=model)
