"""A question beside passages of the household's other language, word by word: any counterpart that a dictionary gives stands for a word.

Vectors tell what a passage is about and miss the one word that matters; a dictionary has it (Pirkola 1998, doi:10.1145/290941.290957:
all translations of a word are one word). How rare a word is among the passages at hand tells content from grammar.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

WEIGHT = 0.3
"""What a passage gains that holds all words of the question, beside its score; docs/measurements.md has the curve."""
USUAL = 0.1
"""The share of the words that any passage holds: what holds less falls back."""


@dataclass(frozen=True, slots=True)
class Concept:
    """A word of a question in the other language."""

    word: str
    """As the question says it."""
    counterparts: tuple[tuple[str, ...], ...]
    """What the other language may say for it, the likeliest first, each in the terms that it is found by."""

    def stands_in(self, passage: "Terms") -> bool:
        return any(all(term in passage for term in counterpart) for counterpart in self.counterparts)


class Terms:
    """The terms of a passage, to ask for one of them."""

    def __init__(self, found: Sequence[str]) -> None:
        self._known = frozenset(found)
        self._joined = " ".join(found)

    def __contains__(self, term: object) -> bool:
        """A lone character of Japanese also as a part of its pairs."""
        return term in self._known or (isinstance(term, str) and len(term) == 1 and not term.isascii() and term in self._joined)


def gains(concepts: Sequence[Concept], passages: Sequence[Sequence[str]]) -> list[float]:
    """What each passage, given by its terms, gains or loses by the words of the question; 0 for all of them where no word is known."""
    if not concepts:
        return [0.0] * len(passages)
    known = [Terms(p) for p in passages]
    standing = [[concept.stands_in(passage) for passage in known] for concept in concepts]
    weights = [_rarity(len(passages), sum(stands)) for stands in standing]
    best = sum(weights)
    return [
        WEIGHT * (sum(w for w, stands in zip(weights, standing, strict=True) if stands[i]) / best - USUAL) for i in range(len(passages))
    ]


def _rarity(passages: int, having: int) -> float:
    """Above 0, as of BM25's words."""
    return log(1 + (passages - having + 0.5) / (having + 0.5))
