"""Whether a question asks which of the dishes that are written down somebody may eat, or must not, by its meaning."""

from pathlib import Path

from yamori.agents.lifestyle.rules.dishes import Suits
from yamori.agents.lifestyle.sorting import Sorts
from yamori.embedding.port import TextEncoder
from yamori.understanding.eating.constraints import refuses

OTHER = 0.5
"""Below this likeness to questions of other sorts. Of 17 questions that were tried, none asks for dishes from 0.51 on."""


class Suiting:
    """Over the encoder that the papers are found with; without it nothing is told."""

    def __init__(self, encoder: TextEncoder | None) -> None:
        self._sorts = Sorts(Path(__file__).with_suffix(".yaml"), encoder)

    async def asks(self, question: str) -> Suits | None:
        """None where something else is asked. Whether only what must not be eaten is wanted needs a word that says so, too."""
        scores = await self._sorts.scores(question)
        if not scores or scores["other"] >= OTHER:
            return None
        return Suits.UNFIT if scores["unfit"] > scores["suits"] and refuses(question) else Suits.FIT
