"""A model judges the passages that were found, one at a time."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from yamori.agents.lifestyle.likeness import Likeness
from yamori.agents.lifestyle.rules.judging import ANSWERS, COLUMNS, SURELY, chance, request, short_request, to_give
from yamori.agents.lifestyle.rules.quoting import excerpt
from yamori.agents.lifestyle.store import Hit
from yamori.llm.port import Answer, Exchange, Models, Prompt, Role, Trained

TRAINED = "Does the piece of the household's papers state the answer to the question?"
"""All that a model needs in its prompt that was trained for it; training and asking must say the same."""


@dataclass(frozen=True, kw_only=True)
class Judged:
    """What came of looking at passages."""

    answers: tuple[Hit, ...]
    """The passage that most likely answers, and behind it another one that is nearly as likely to; empty where none may."""
    likely: bool
    """False where they may answer and nobody can tell."""
    looks: int


class Judging:
    """Over the models by role."""

    def __init__(self, models: Models, likeness: Likeness) -> None:
        self._models = models
        self._likeness = likeness
        self._trained = Trained(adapter="judge", prefix=TRAINED, request="")

    @cached_property
    def prefix(self) -> Prompt:
        """The stable part of the prompt."""
        import yaml

        here = Path(__file__).parent
        shown = yaml.safe_load((here / "examples.yaml").read_text(encoding="utf-8"))
        return Prompt(
            prefix=(here / "prompt.md").read_text(encoding="utf-8").strip(),
            examples=tuple(Exchange(user=request(e["question"], e["piece"]), assistant=e["answer"]) for e in shown),
            request="",
            max_tokens=1,
            weighed=True,
            trained=self._trained,
        )

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
        trained = replace(self._trained, request=short_request(question, shown))
        prompt = replace(self.prefix, request=request(question, shown), trained=trained)
        return await self._models.ask(Role.LIFESTYLE, prompt, turn=turn, model=model)
