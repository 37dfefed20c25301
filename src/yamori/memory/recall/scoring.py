"""The order of candidates. Pure.

What was measured on LoCoMo (evidence in the first ten: turns 78 %, sessions 95 %; rank fusion 58 %, BM25 alone 64 %): BM25 of the turn,
half that of it with the one before, half that of it with both neighbours, the nearness of that window, and half the BM25 of the
conversation, each as a share of the best candidate's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

SATURATION = 1.2
LENGTH = 0.4
"""k1 and b of BM25 (Robertson and Zaragoza 2009)."""
WITH_BEFORE = 0.5
WITH_BOTH = 0.5
NEARNESS = 1.0
CONVERSATION = 0.5

Counts = Mapping[str, int]
"""How often each term of the question stands in a text."""


@dataclass(frozen=True, kw_only=True)
class Corpus:
    """Of everything that the person may be reminded of."""

    utterances: int
    having: Mapping[str, int]
    """In how many of them each term of the question stands."""
    length: float
    """Mean number of terms in one."""

    def rarity(self, term: str) -> float:
        having = self.having.get(term, 0)
        return log(1 + (self.utterances - having + 0.5) / (having + 0.5))


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """One utterance with what it is judged by."""

    id: int
    counts: Counts
    length: int
    session: Counts
    before: int | None = None
    after: int | None = None
    """Its neighbours, where those are candidates too."""
    nearness: float | None = None
    """Cosine of its window; None without a vector."""


@dataclass(frozen=True, kw_only=True)
class Score:
    total: float
    words: float
    """The share of the question's words that stand in the turn and its neighbours, half of it by their rarity, 0 to 1."""
    nearness: float
    """The cosine, 0 where there is none."""


def bm25(counts: Counts, length: float, corpus: Corpus, *, windows: int = 1) -> float:
    """`windows`: of how many turns the text is made, so that length is compared with that of as many."""
    shortness = 1 - LENGTH + LENGTH * length / max(corpus.length * windows, 1.0)
    return sum(corpus.rarity(t) * n * (SATURATION + 1) / (n + SATURATION * shortness) for t, n in counts.items() if n)


def scores(candidates: Mapping[int, Candidate], corpus: Corpus) -> Mapping[int, Score]:
    """Of each candidate; nothing is a share of what nobody has."""
    if not candidates:
        return {}
    parts: dict[int, tuple[float, float, float, float, float]] = {}
    shares: dict[int, float] = {}
    wanted = sum(corpus.rarity(t) for t in corpus.having) or 1.0
    near = [c.nearness for c in candidates.values() if c.nearness is not None]
    low, high = (min(near), max(near)) if near else (0.0, 0.0)
    for id, candidate in candidates.items():
        before = candidates.get(candidate.before) if candidate.before is not None else None
        after = candidates.get(candidate.after) if candidate.after is not None else None
        pair = [candidate, *([before] if before else [])]
        window = [*pair, *([after] if after else [])]
        whole = _joined([c.counts for c in window])
        shares[id] = (sum(corpus.rarity(t) for t in whole) / wanted + len(whole) / max(len(corpus.having), 1)) / 2
        parts[id] = (
            bm25(candidate.counts, candidate.length, corpus),
            bm25(_joined([c.counts for c in pair]), sum(c.length for c in pair), corpus, windows=len(pair)),
            bm25(whole, sum(c.length for c in window), corpus, windows=len(window)),
            (candidate.nearness - low) / (high - low) if candidate.nearness is not None and high > low else 0.0,
            bm25(candidate.session, corpus.length, corpus),
        )
    best = [max(column) or 1.0 for column in zip(*parts.values(), strict=True)]
    weights = (1.0, WITH_BEFORE, WITH_BOTH, NEARNESS, CONVERSATION)
    return {
        id: Score(
            total=sum(weight * part / most for weight, part, most in zip(weights, of, best, strict=True)),
            words=min(shares[id], 1.0),
            nearness=candidates[id].nearness or 0.0,
        )
        for id, of in parts.items()
    }


def _joined(counts: Sequence[Counts]) -> Counts:
    found: dict[str, int] = {}
    for each in counts:
        for term, number in each.items():
            found[term] = found.get(term, 0) + number
    return found
