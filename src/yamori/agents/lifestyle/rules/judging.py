"""Is the question answered by what was found in the papers? With the order of the search the odds of the judge's yes
(`understanding/judging/`) make a chance that the passage answers (docs/measurements.md).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from yamori.agents.lifestyle.rules.paper import Hit, Origin
from yamori.llm.port import Answer
from yamori.understanding.judging.fitting import can_answer, designated, explains_the_code, has_the_code
from yamori.understanding.judging.judge import leaning, logistic

LOOKS = 4
"""Passages that a model judges for one search, at most."""
COLUMNS = 480
"""Of each passage that it is shown: the sentences that fit best, of nearly all that are not entries the whole. With 360 one of nineteen
lacked the sentence that answers, with 200 one of eight."""
ANSWERS = 0.3
"""From this chance on a passage answers."""
PERHAPS = 0.15
"""From this one it is shown, and said that it may be no answer (docs/measurements.md)."""
SURELY = 0.8
"""From this one no other passage is looked at; from 0.6 on it would be an eighth fewer looks, and of 150 right sources two fewer."""
_ALSO = 0.5
"""A second passage is given, too, where its chance is at least this share of the first one's and no look was sure: three times in 200
questions (docs/measurements.md)."""
_CODE_FIRST = 0.6
"""So far ahead is one that has the code that a display is said to show: it stands among many, in few words."""
_ROW_FIRST = 0.2
"""Farther ahead is one whose row begins with it: a note below the table mentions it, too."""
_CODE_ANSWERS = 1.5
"""What it gains by that, in the logarithm of the odds: of 27 passages found with the code 19 answered, of others one in four."""
_OTHERS = -1.5
"""What one loses in the logarithm of the odds that lacks the model or the number which the question names and another one has (of 17 such
none answered, of 39 that had it 25), or only mentions a code that another one explains."""
_HOPELESS = 0.12
ALONE, _ALONE_ENTRY = 0.3, 0.1
"""As far ahead as counts; the second of an entry of the starter library."""


@dataclass(frozen=True, kw_only=True)
class _Curve:
    """The logistic curve of the chance that a passage answers."""

    leaning: float
    score: float
    constant: float
    ahead: float = 0.0


_CURVE_TRAINED = _Curve(leaning=0.56, score=0.75, ahead=6.0, constant=-1.52)
"""For a model that was trained for it; fitted to its looks at questions that it had not learned from (docs/measurements.md)."""
_CURVE_ENTRY = _Curve(leaning=0.44, score=0.87, ahead=12.8, constant=-2.57)
"""The same at an entry of the starter library; fitted to looks at `training/judge/entries.jsonl`, alone and in households that have papers,
and at entries that were found for questions at papers, of which none answered."""
_CURVE_ASKED = _Curve(leaning=2.3, score=2.9, constant=-2.9)
"""For any other model."""


def hopeless(hits: Sequence[Hit]) -> bool:
    """Whether nothing in the papers comes near."""
    return not hits or hits[0].score < _HOPELESS


def worth_a_look(question: str, hits: Sequence[Hit]) -> list[Hit]:
    """The best passages that can answer at all, in the order in which they are looked at: where a price is asked, there is money in
    them. None where nothing comes near."""
    can = [] if hopeless(hits) else [h for h in hits if can_answer(question, h.passage.searched(h.paper.title))]
    return sorted(can, key=lambda h: -_first(question, h))[:LOOKS]


def _first(question: str, hit: Hit) -> float:
    """By which the looks are ordered."""
    coded = _CODE_FIRST if has_the_code(question, hit.passage.searched(hit.paper.title)) else 0.0
    return hit.score + coded + (_ROW_FIRST if explains_the_code(question, hit.passage.text) else 0.0)


def ahead_of(hit: Hit, hits: Sequence[Hit]) -> float:
    """How far its score is ahead of the best other one's; below 0 behind it."""
    return ahead(hit.score, [other.score for other in hits if other is not hit], entry=_is_entry(hit))


def ahead(score: float, others: Sequence[float], *, entry: bool) -> float:
    """What answers stands out, what is only near has neighbours. Where the household's own papers come near an entry of the starter
    library, they are what is asked about."""
    return min(_ALONE_ENTRY if entry else ALONE, score - max(others, default=-math.inf))


def _is_entry(hit: Hit) -> bool:
    return hit.paper.origin is Origin.STARTER


def _is_of_another(question: str, hit: Hit, hits: Sequence[Hit]) -> bool:
    """Whether the question names a model or a number that others of the hits have and this one lacks, or the code of a display that
    others explain and this one at most mentions."""
    named = designated(question)
    if named and not _names(named, hit) and any(_names(named, other) for other in hits):
        return True
    explaining = [other for other in hits if explains_the_code(question, other.passage.text)]
    return bool(explaining) and hit not in explaining


def _names(named: frozenset[str], hit: Hit) -> bool:
    return not named.isdisjoint(designated(hit.passage.searched(hit.paper.title)))


def chance(question: str, hit: Hit, said: Answer, *, among: Sequence[Hit] = ()) -> float:
    """That the passage answers, 0 to 1; `among` are all that are worth a look."""
    curve = _CURVE_ASKED
    if said.trained:
        curve = _CURVE_ENTRY if _is_entry(hit) else _CURVE_TRAINED
    coded = _CODE_ANSWERS if has_the_code(question, hit.passage.searched(hit.paper.title)) else 0.0
    other = _OTHERS if _is_of_another(question, hit, among) else 0.0
    before = curve.ahead * ahead_of(hit, among) if among else 0.0
    return logistic(curve.constant + curve.leaning * leaning(said) + curve.score * hit.score + before + coded + other)


def to_give(chances: Sequence[float]) -> tuple[int, ...]:
    """Which of the passages are given, by the chance that each answers: the best one, and the next where it is nearly as likely."""
    order = sorted(range(len(chances)), key=lambda n: -chances[n])
    best = chances[order[0]] if order else 0.0
    if best < PERHAPS:
        return ()
    return tuple(n for n in order[:2] if n == order[0] or (best < SURELY and chances[n] >= _ALSO * best))
