"""The numbers of a report: shares, medians, totals. Decisions over results only."""

import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from yamori.evaluation.results import CaseResult


@dataclass(frozen=True, kw_only=True)
class Figures:
    """What a group of counted cases amounts to."""

    name: str
    cases: int
    """Plays that count; a case played three times counts three times."""
    score: float
    of: float
    median_seconds: float
    p90_seconds: float
    median_calls: float
    prompt_tokens: int
    completion_tokens: int

    @property
    def share(self) -> float:
        return self.score / self.of if self.of else 0.0


def figures(name: str, cases: Iterable[CaseResult]) -> Figures:
    counted = [case for case in cases if case.of]
    heard = [case for case in counted if case.answers]  # a household that never opened has no latency
    return Figures(
        name=name,
        cases=len(counted),
        score=sum(case.score for case in counted),
        of=sum(case.of for case in counted),
        median_seconds=statistics.median([case.seconds for case in heard] or [0.0]),
        p90_seconds=percentile([case.seconds for case in heard], 90),
        median_calls=statistics.median([case.model_calls for case in heard] or [0]),
        prompt_tokens=sum(case.prompt_tokens for case in counted),
        completion_tokens=sum(case.completion_tokens for case in counted),
    )


def grouped(cases: Sequence[CaseResult], keys: Callable[[CaseResult], Iterable[str]]) -> list[Figures]:
    """One row for each key; a case with several keys stands in several rows, one of which nothing counts in none."""
    names = sorted({key for case in cases for key in keys(case)})
    rows = [figures(name, [case for case in cases if name in keys(case)]) for name in names]
    return [row for row in rows if row.cases]


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that so many per cent of the values do not exceed; 0 of none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)] if ordered else 0.0
