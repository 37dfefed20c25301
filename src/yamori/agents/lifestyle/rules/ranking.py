"""The order of what was found: words (BM25) and meaning (nearness of vectors) in a weighted sum, with a share of the neighbours'.

Both are brought to 0..1 before they are added: BM25 as the share of what a passage could reach that holds every word of the question,
nearness as the cosine. Rarity is counted over all topics searched, so that a topic of three papers is not at a disadvantage.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

WORDS = 0.4
"""The weight of words beside meaning; docs/measurements.md has the curve."""
OWN = 0.1
"""What a household's own paper is ahead of the starter library."""
ASKED = 0.15
"""What a passage that is an entry of questions and answers falls back in nearness: a question is like any other question."""
NEIGHBOURS = 0.1
"""What the better neighbour's score adds."""
_SATURATION = 1.2
_LENGTH = 0.5
"""k1 and b of BM25 (Robertson and Zaragoza 2009); passages are about equally long, so that length counts less than usual."""


@dataclass(frozen=True, kw_only=True)
class Statistics:
    """Of all passages searched."""

    passages: int
    having: Mapping[str, int]
    """In how many of them each term of the question stands."""
    length: float
    """Mean number of terms in one."""

    def rarity(self, term: str) -> float:
        """Above 0, whatever the number of passages."""
        having = self.having.get(term, 0)
        return log(1 + (self.passages - having + 0.5) / (having + 0.5))


def word_score(question: Sequence[str], passage: Sequence[str], known: Statistics) -> float:
    """0 to 1."""
    wanted = Counter(question)
    best = sum(known.rarity(t) for t in wanted) * (_SATURATION + 1)
    if not best:
        return 0.0
    counts = Counter(passage)
    shortness = 1 - _LENGTH + _LENGTH * len(passage) / max(known.length, 1.0)
    reached = sum(known.rarity(t) * counts[t] * (_SATURATION + 1) / (counts[t] + _SATURATION * shortness) for t in wanted if counts[t])
    return min(1.0, reached / best)


def fused(words: float, nearness: float, *, entry: bool = False) -> float:
    """`entry`: of questions and answers."""
    nearness = max(0.0, nearness - ASKED) if entry else nearness
    return WORDS * words + (1 - WORDS) * nearness


def with_neighbours(score: float, neighbours: Sequence[float]) -> float:
    return score + NEIGHBOURS * max(neighbours, default=0.0)
