"""The second order of what was found: the best passages as a slower encoder reads them, beside their first score.

It works on few passages and keeps to its own scale, which is another where question and passage are of two languages
(docs/measurements.md has the curves).
"""

from collections.abc import Sequence
from dataclasses import replace

from yamori.agents.lifestyle.rules.paper import Hit
from yamori.domain.language import Language, language_of

CANDIDATES = 15
"""Passages in the question's language that are read closer: the one that answers is nearly always among them."""
ACROSS = 12
"""Passages in the other language that are."""
READ = 560
"""Characters of each: nearly every passage whole, and of a long entry its question and its first sentences."""
SEARCHED = 40
"""Among so many these are looked for."""
_USUAL, _WEIGHT = 0.34, 1.39
"""How close a question and a passage of its own language are that gains nothing, and what being closer counts (`training/reranker`)."""
_USUAL_ACROSS, _WEIGHT_ACROSS = 0.415, 3.13
"""The same for a passage of another language, where words say nothing."""
_ENTRY = 0.03
"""What an entry of questions and answers falls back. With more an entry that answers is not looked at in a household that has papers, with
less a paper that answers is not (docs/measurements.md)."""


def candidates(asked: Language, hits: Sequence[Hit]) -> list[Hit]:
    """Those that are read closer."""
    places = {True: CANDIDATES, False: ACROSS}
    kept = []
    for hit in hits:
        own = language_of(hit.passage.text) is asked
        if places[own]:
            places[own] -= 1
            kept.append(hit)
    return kept


def reranked(asked: Language, hits: Sequence[Hit], closeness: Sequence[float]) -> list[Hit]:
    """The hits in their new order, with their new scores; `closeness` is the cosine of each by the slower encoder."""
    scored = [replace(hit, score=hit.score + _gain(asked, hit, near)) for hit, near in zip(hits, closeness, strict=True)]
    return sorted(scored, key=lambda hit: -hit.score)


def _gain(asked: Language, hit: Hit, near: float) -> float:
    own = language_of(hit.passage.text) is asked
    gain = _WEIGHT * (near - _USUAL) if own else _WEIGHT_ACROSS * (near - _USUAL_ACROSS)
    return gain - _ENTRY if hit.passage.question is not None else gain
