"""A question beside passages, concept by concept: a word, or anything that a dictionary gives for it, in either language.

Vectors tell what a passage is about and miss the one word that matters; a dictionary has it (Pirkola 1998, doi:10.1145/290941.290957:
all translations of a word are one word). How rare a concept is among the passages at hand separates content from grammar.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

from yamori.domain.language import is_spaced

WEIGHT_ACROSS, USUAL_ACROSS = 0.3, 0.1
"""What a passage of the other language gains that holds all concepts of the question, beside its score, and the share of them that any
passage holds: what holds less falls back. docs/measurements.md has the curves."""
WEIGHT_OWN, USUAL_OWN = 0.2, 0.1
"""The same for one of the question's language."""
_SAID = 0.5
"""What a concept counts there that is said in the question's own word: its score counts that already."""
WEIGHT_NAMED = 0.15
"""What a passage gains that holds a code or a number which the question names (an error on a display, a model)."""
_OFTEN = 0.34
"""In a larger share of the passages it distinguishes nothing."""
_CODE = re.compile(r"(?=.*\d)(?=.*[a-z])[a-z0-9.]+|\d{3,}")


@dataclass(frozen=True, slots=True)
class Concept:
    """A word of a question with what else may be said for it, the likeliest first, each in the terms that it is found by."""

    word: tuple[str, ...]
    """As the question says it, in terms."""
    synonyms: tuple[tuple[str, ...], ...] = ()
    counterparts: tuple[tuple[str, ...], ...] = ()
    """What the other language may say for it."""


class Alternatives:
    """What may be said for one thing, each in its terms, to be looked for in many passages."""

    def __init__(self, said: Iterable[Sequence[str]]) -> None:
        ones = [tuple(one) for one in said]
        self.single = frozenset(one[0] for one in ones if len(one) == 1 and not _is_lone(one[0]))
        # what begins with one of these adds nothing
        self.others = tuple(one for one in ones if one[0] not in self.single)


class Terms:
    """The terms of a passage, to ask for some of them."""

    def __init__(self, found: Sequence[str]) -> None:
        self._known = frozenset(found)
        self._joined = " ".join(found)

    def hold(self, said: Alternatives) -> bool:
        """Whether any of these stands here, with all its terms."""
        return not said.single.isdisjoint(self._known) or any(all(map(self._holds, one)) for one in said.others)

    def _holds(self, term: str) -> bool:
        return term in self._known or (_is_lone(term) and term in self._joined)


def _is_lone(term: str) -> bool:
    """A character of Japanese may stand as a part of longer words, which are found by their pairs."""
    return len(term) == 1 and not is_spaced(term)


def share_said(concepts: Sequence[Concept], translated: Terms) -> float:
    """Of the words that a dictionary knows, the share that a translation has in any word of the other language; 1 where it knows none."""
    known = [Alternatives(concept.counterparts) for concept in concepts if concept.counterparts]
    return sum(map(translated.hold, known)) / len(known) if known else 1.0


def gains_across(concepts: Sequence[Concept], passages: Sequence[Terms]) -> list[float]:
    """What each passage of the other language gains or loses; 0 for all of them where nothing is known of any word."""
    known = [Alternatives(concept.counterparts) for concept in concepts if concept.counterparts]
    standing = [[float(passage.hold(said)) for passage in passages] for said in known]
    return [WEIGHT_ACROSS * (share - USUAL_ACROSS) if known else 0.0 for share in _shares(standing, len(passages))]


def gains_own(concepts: Sequence[Concept], passages: Sequence[Terms]) -> list[float]:
    """The same for passages of the question's language."""
    known = [(Alternatives([concept.word]), Alternatives(concept.synonyms)) for concept in concepts]
    standing = [[_SAID if p.hold(word) else float(p.hold(synonyms)) for p in passages] for word, synonyms in known]
    return [WEIGHT_OWN * (share - USUAL_OWN) if known else 0.0 for share in _shares(standing, len(passages))]


def gains_named(wanted: Sequence[str], passages: Sequence[Terms]) -> list[float]:
    """What each passage gains by the codes and numbers among the terms of a question; 0 for all of them where most hold one."""
    named = Alternatives((term,) for term in wanted if _CODE.fullmatch(term))
    holding = [passage.hold(named) for passage in passages]
    rare = sum(holding) <= max(2, _OFTEN * len(passages))
    return [WEIGHT_NAMED if holds and rare else 0.0 for holds in holding]


def _shares(standing: Sequence[Sequence[float]], passages: int) -> list[float]:
    """Of the weight of all concepts; `standing` has a row for each of them, with what it counts in every passage."""
    weights = [_rarity(passages, sum(counts > 0 for counts in row)) for row in standing]
    best = sum(weights) or 1.0
    return [sum(weight * row[i] for weight, row in zip(weights, standing, strict=True)) / best for i in range(passages)]


def _rarity(passages: int, having: int) -> float:
    """Above 0, as of BM25's words."""
    return log(1 + (passages - having + 0.5) / (having + 0.5))
