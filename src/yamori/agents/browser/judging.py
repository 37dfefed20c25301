"""The judge of papers reads passages of the web, too, where their words leave open whether they answer. Called by `reading`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from yamori.agentkit.judging.judge import Judge, leaning
from yamori.agents.browser.pages.extracting import Document
from yamori.agents.browser.rules.query import with_dates
from yamori.agents.browser.rules.ranking import Candidate
from yamori.domain.errors import YamoriError

LOOKS = 4
"""Passages that are looked at for one question, at most."""
MAY = -3.0
"""From these odds on (their logarithm) a passage may answer. Of 71 looks at passages that do not, none had more than -3.5 but for rows of
another place, of which the right one had far more; of 20 that do, none less than -0.8 (docs/measurements.md)."""
_SURE = 4.0
"""From these on nothing else is looked at."""
_ALSO = 2.0
"""A further passage is given where its odds are at most so far below the best one's, and none is sure."""


@dataclass(frozen=True, kw_only=True)
class WebJudging:
    """One question's looks."""

    judge: Judge
    turn: str | None = None
    model: str | None = None

    async def kept(
        self, question: str, candidates: Sequence[Candidate], documents: Sequence[Document], now: datetime
    ) -> list[Candidate] | None:
        """Those that answer, the likeliest first; None where no model answers and nobody can tell."""
        asked, odds = with_dates(question, now), list[float]()
        try:
            for candidate in candidates[:LOOKS]:
                said = await self.judge.said(asked, _shown(candidate, documents), turn=self.turn, model=self.model)
                odds.append(leaning(said))
                if odds[-1] >= _SURE:
                    break
        except YamoriError:
            return None
        order = sorted(range(len(odds)), key=lambda number: -odds[number])
        if not order or odds[order[0]] < MAY:
            return []
        most = odds[order[0]]
        kept = [number for number in order if number == order[0] or (most < _SURE and odds[number] >= max(MAY, most - _ALSO))]
        return [candidates[number] for number in kept]


def _shown(candidate: Candidate, documents: Sequence[Document]) -> str:
    """What it stands under is the half of it."""
    title, passage = documents[candidate.page].title, candidate.passage
    return f"{' - '.join(dict.fromkeys((title, *passage.headings[-2:])))}: {passage.text}"
