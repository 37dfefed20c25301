"""Whether a question asks for what only this household can know, by its meaning: whom to call, what was bought, who is coming."""

from pathlib import Path

from yamori.agents.lifestyle.rules.belonging import is_its_own
from yamori.agents.lifestyle.sorting import Sorts
from yamori.embedding.port import TextEncoder

OWN = 0.1
"""From this margin over what papers answer on. Of 240 questions asked of the library (training/judge/entries.jsonl) none is above -0.03."""


class Belonging:
    """Over the encoder that the papers are found with."""

    def __init__(self, encoder: TextEncoder | None) -> None:
        self._sorts = Sorts(Path(__file__).with_suffix(".yaml"), encoder)

    async def is_its_own(self, question: str) -> bool:
        """True only where no library can answer; without the encoder the patterns of `rules.belonging` decide alone."""
        if is_its_own(question):
            return True
        scores = await self._sorts.scores(question)
        return bool(scores) and scores["own_life"] - scores["papers"] >= OWN
