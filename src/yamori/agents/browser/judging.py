"""Has the judge of papers read passages of the web whose words leave open whether they answer. Called by `reading`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from yamori.agents.browser.pages.extracting import Document
from yamori.agents.browser.rules.query import with_dates
from yamori.agents.browser.rules.ranking import Candidate
from yamori.domain.errors import YamoriError
from yamori.understanding.judging.judge import Judge, leaning

LOOKS = 4
"""At most so many passages are looked at for one question."""
LEAST = -3.0
"""From this leaning on (the logarithm of the odds) a passage may answer. Of 71 looks at passages that do not, none had more than
-3.5 but for rows of another place, of which the right one had far more; of 20 that do, none less than -0.8 (docs/measurements.md)."""
_SURE = 4.0
"""From this leaning on nothing else is looked at."""
_ALSO = 2.0
"""A further passage is given where its leaning is at most so far below the best one's, and none is sure."""


@dataclass(frozen=True, kw_only=True)
class WebJudging:
    """The looks of the judge for one task."""

    judge: Judge
    turn: str | None = None
    model: str | None = None

    async def kept(
        self, question: str, candidates: Sequence[Candidate], documents: Sequence[Document], now: datetime
    ) -> list[Candidate] | None:
        """The passages that answer, the likeliest first; None where the judge is silent, so that nobody can tell."""
        asked, leanings = with_dates(question, now), list[float]()
        try:
            for candidate in candidates[:LOOKS]:
                said = await self.judge.said(asked, _shown(candidate, documents), turn=self.turn, model=self.model)
                leanings.append(leaning(said))
                if leanings[-1] >= _SURE:
                    break
        except YamoriError:
            return None
        order = sorted(range(len(leanings)), key=lambda number: -leanings[number])
        if not order or leanings[order[0]] < LEAST:
            return []
        most = leanings[order[0]]
        kept = [number for number in order if number == order[0] or (most < _SURE and leanings[number] >= max(LEAST, most - _ALSO))]
        return [candidates[number] for number in kept]


def _shown(candidate: Candidate, documents: Sequence[Document]) -> str:
    """The passage behind its title and headings: a row says little without them."""
    title, passage = documents[candidate.page].title, candidate.passage
    return f"{' - '.join(dict.fromkeys((title, *passage.headings[-2:])))}: {passage.text}"
