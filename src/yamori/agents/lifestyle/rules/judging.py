"""Is the question answered by what was found? A model says yes or no of one passage at a time, and how surely it says so is what counts.

With the order of the search the odds of its yes make a chance that the passage answers. The embedded model was trained for this
decision (ADR 11, docs/measurements.md); any other is shown examples. A model writes nothing that anybody sees, and what a passage
tells it to do is text.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from yamori.agents.lifestyle.rules.fitting import can_answer
from yamori.agents.lifestyle.rules.paper import Hit, Origin
from yamori.llm.port import Answer

LOOKS = 4
"""Passages that a model judges for one search, at most."""
COLUMNS = 360
"""Of each passage that it is shown: the sentences that fit best. With 200 one of eight lacked the sentence that answers."""
ANSWERS = 0.1
"""From this chance on a passage answers."""
SURELY = 0.65
"""From this one no other passage is looked at."""
_SAME = 0.55
"""From this nearness on an entry of questions and answers is the one that is asked for: no model need say so."""
RIVALS = 2
"""The household's own passages that are looked at before such an entry is given, at most."""
_NEXT = 0.15
"""So near to the entry's score they stand."""
_HOPELESS = 0.12
_LEAST = math.exp(-14)
"""What a word is taken to have had, where it is not among the likeliest."""
_PLAIN = 3.0
"""The leaning of a model that says yes or no and does not tell how surely."""


@dataclass(frozen=True, kw_only=True)
class _Curve:
    """The logistic curve of the chance that a passage answers."""

    leaning: float
    score: float
    across: float
    """Added where the passage is in another language than the question."""
    constant: float


_CURVE_TRAINED = _Curve(leaning=0.6, score=4.8, across=-0.6, constant=-3.58)
"""For a model that was trained for it; chosen on its looks at `papers-alder` and `papers-rowan` (docs/measurements.md)."""
_CURVE_ASKED = _Curve(leaning=2.3, score=2.9, across=0.0, constant=-4.7)
"""For any other."""
_LIBRARY = 0.5
"""What an entry of the starter library is behind: what the household's own papers say comes first."""


def hopeless(hits: Sequence[Hit]) -> bool:
    """Whether nothing in the papers comes near."""
    return not hits or hits[0].score < _HOPELESS


def entry_asked_for(hits: Sequence[Hit]) -> Hit | None:
    """The best passage, where it is an entry that asks the same; what a dictionary gave to others does not count."""
    best = max(hits, key=lambda hit: hit.score - hit.gained, default=None)
    return best if best is not None and best.passage.question is not None and best.nearness >= _SAME else None


def rivals(question: str, entry: Hit, hits: Sequence[Hit]) -> list[Hit]:
    """The household's own passages that stand next to the entry that asks the same: what its own papers say comes first."""
    own = [h for h in hits if h is not entry and h.paper.origin is not Origin.STARTER and h.score >= entry.score - _NEXT]
    return worth_a_look(question, own)[:RIVALS]


def worth_a_look(question: str, hits: Sequence[Hit]) -> list[Hit]:
    """The best passages that can answer at all: where a price is asked, there is money in it. None where nothing comes near."""
    return [] if hopeless(hits) else [h for h in hits if can_answer(question, h.passage.searched(h.paper.title))][:LOOKS]


def request(question: str, shown: str) -> str:
    """What changes from call to call."""
    return f"Piece: {shown}\nQuestion: {question}\nDoes the piece state the answer?"


def short_request(question: str, shown: str) -> str:
    """The same for a model that was trained for it."""
    return f"Piece: {shown}\nQuestion: {question}"


def chance(hit: Hit, said: Answer, *, across: bool) -> float:
    """That the passage answers, 0 to 1; `across` where it is in another language than the question."""
    curve = _CURVE_TRAINED if said.trained else _CURVE_ASKED
    value = curve.constant + curve.leaning * leaning(said) + curve.score * hit.score
    return _logistic(value + (curve.across if across else 0.0) - (_LIBRARY if hit.paper.origin is Origin.STARTER else 0.0))


def leaning(said: Answer) -> float:
    """The logarithm of the odds of yes against no; above 0 for yes."""
    if not said.tokens:
        return _PLAIN if said.text.strip(' \n"*').casefold().startswith("yes") else -_PLAIN
    odds = dict.fromkeys(("yes", "no"), _LEAST)
    for text, share in said.tokens[0].chances.items():
        if (word := text.strip().casefold()) in odds:
            odds[word] += share
    return math.log(odds["yes"] / odds["no"])


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, value))))
