"""The smallest, the largest and the mean of a number over an interval. Plain functions of what is kept."""

import math
from dataclasses import dataclass
from datetime import timedelta

from yamori.automations.history.timeline import Change, Kept, Timeline, milliseconds


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
    """Of the values that lasted for at least a millisecond within the interval."""
    spans = [(start, end - start, value) for start, end, value in timeline.spans() if type(value) is int or type(value) is float]
    if not spans:
        return Numbers(known=timedelta(0), unit=timeline.unit, kept=timeline.kept)
    smallest = min(spans, key=lambda span: span[2])
    largest = max(spans, key=lambda span: span[2])
    known = sum(lasted for _, lasted, _ in spans)
    mean = math.fsum(value * (lasted / known) for _, lasted, value in spans)
    return Numbers(
        smallest=Change(at=timeline.moment(smallest[0]), value=smallest[2]),
        largest=Change(at=timeline.moment(largest[0]), value=largest[2]),
        mean=min(max(mean, smallest[2]), largest[2]),
        known=milliseconds(known),
        unit=timeline.unit,
        kept=timeline.kept,
    )
