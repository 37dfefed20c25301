"""The smallest, the largest and the mean of a number over an interval. Plain functions of what is kept."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import compress
from operator import mul, sub
from typing import cast

from yamori.automations.history.timeline import NUMBERS, Change, Kept, Timeline, milliseconds


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """In the unit in which the device reports. Values that are no numbers count as not known."""

    smallest: Change | None = None
    """And when it was so first; of a value that the interval begins with, its start. None where no number is known in the interval."""
    largest: Change | None = None
    mean: float | None = None
    """Weighted by how long each value lasted. Of thinned numbers, of what is left of them: never outside `smallest` and `largest`."""
    known: timedelta
    """Of how much of the interval a number is known."""
    unit: str | None
    kept: Kept


def numbers_in(timeline: Timeline) -> Numbers:
    """Of the values that lasted for at least a millisecond within the interval. Written for a hundred thousand of them."""
    starts, lasted, values = _known(timeline)
    if not values:
        return Numbers(known=timedelta(0), unit=timeline.unit, kept=timeline.kept)
    smallest, largest, known = min(values), max(values), sum(lasted)
    mean = math.fsum(map(mul, values, lasted)) / known
    return Numbers(
        smallest=Change(at=timeline.moment(starts[values.index(smallest)]), value=smallest),
        largest=Change(at=timeline.moment(starts[values.index(largest)]), value=largest),
        mean=min(max(mean, smallest), largest),
        known=milliseconds(known),
        unit=timeline.unit,
        kept=timeline.kept,
    )


def _known(timeline: Timeline) -> tuple[Sequence[int], Sequence[int], Sequence[float]]:
    """When each number began, how long it lasted in milliseconds, and the number."""
    starts, ends, values = timeline.columns()
    lasted = list(map(sub, ends, starts))
    if not set(map(type, values)) <= NUMBERS:
        known = [type(value) in NUMBERS for value in values]
        starts, lasted, values = (list(compress(column, known)) for column in (starts, lasted, values))
    return starts, lasted, cast("Sequence[float]", values)
