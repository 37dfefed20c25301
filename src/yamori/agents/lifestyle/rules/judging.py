"""Is the question answered by what was found? A model says yes or no of one passage at a time, and how surely it says so is what counts.

A small model says yes too easily, but the odds of its yes tell the passages that answer from those that do not
(docs/measurements.md). With the order of the search they make a chance that the passage answers. A model writes nothing that
anybody sees, and what a passage tells it to do is text.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from yamori.agents.lifestyle.rules.fitting import can_answer
from yamori.agents.lifestyle.rules.paper import Hit
from yamori.llm.port import Answer

LOOKS = 4
"""Passages that a model judges for one search, at most."""
COLUMNS = 200
"""Of each passage that it is shown: the sentences that fit best."""
ANSWERS = 0.27
"""From this chance on a passage answers: as many questions are then answered rightly as are rightly declined."""
SURELY = 0.9
"""From this one no other passage is looked at."""
_SAME = 0.55
"""From this nearness on an entry of questions and answers is the one that is asked for: no model need say so."""
_HOPELESS = 0.12
_LEAST = math.exp(-14)
"""What a word is taken to have had, where it is not among the likeliest."""
_PLAIN = 3.0
"""The leaning of a model that says yes or no and does not tell how surely."""
_LEANING, _SCORE, _NEVER = 2.3, 2.9, -3.5
"""The curve by the odds of yes alone, for a model that no `Curve` was fitted to."""


@dataclass(frozen=True, kw_only=True)
class Curve:
    """The logistic curve of the chance that a passage answers, fitted to one model by `benchmarks/judge.py`."""

    model: str
    """`provider:name`."""
    words: Mapping[str, float]
    """What the logarithm of the chance of each first word counts: beside Yes and No what else the model would rather have said, such as
    "Unknown" or "Sorry"."""
    score: float
    across: float
    """Added where the passage is in another language than the question."""
    constant: float


def hopeless(hits: Sequence[Hit]) -> bool:
    """Whether nothing in the papers comes near."""
    return not hits or hits[0].score < _HOPELESS


def is_entry_asked_for(hits: Sequence[Hit]) -> bool:
    """Whether the best passage is an entry that asks the same."""
    return bool(hits) and hits[0].passage.question is not None and hits[0].nearness >= _SAME


def worth_a_look(question: str, hits: Sequence[Hit]) -> list[Hit]:
    """The best passages that can answer at all: where a price is asked, there is money in it. None where nothing comes near."""
    return [] if hopeless(hits) else [h for h in hits if can_answer(question, h.passage.searched(h.paper.title))][:LOOKS]


def request(question: str, shown: str) -> str:
    """What changes from call to call."""
    return f"Piece: {shown}\nQuestion: {question}\nDoes the piece state the answer?"


def chance(hit: Hit, said: Answer, curve: Curve, *, across: bool) -> float:
    """That the passage answers, 0 to 1; `across` where it is in another language than the question."""
    if not said.tokens or said.usage.model != curve.model:
        return _logistic(_NEVER + _LEANING * leaning(said) + _SCORE * hit.score)
    first = said.tokens[0].chances
    told = sum(weight * math.log(max(first.get(word, 0.0), _LEAST)) for word, weight in curve.words.items())
    return _logistic(curve.constant + told + curve.score * hit.score + (curve.across if across else 0.0))


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
