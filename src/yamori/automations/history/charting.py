"""A line for a chart: few enough points to be drawn, and nothing that stands out is lost. Plain functions of what is kept."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from yamori.automations.history.timeline import NUMBERS, Change, Kept, Timeline
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value

FEWEST = 8


@dataclass(frozen=True, kw_only=True)
class Chart:
    """Steps: each value holds until the next point, the last one until `end`. None is a gap."""

    points: tuple[Change, ...]
    """The first is at the interval's start."""
    end: datetime
    is_whole: bool
    """Every change is among them."""
    unit: str | None
    kept: Kept


def chart(timeline: Timeline, *, points: int) -> Chart:
    """At most so many points. Where there are more changes, the interval is cut into equal slices, and of each the first, smallest, largest
    and last number (Jugel et al. 2014, "M4", PVLDB 7(10)), a gap, and the first and last of anything else stay.

    Raises `InvalidRequest` for fewer than 8 points.
    """
    if points < FEWEST:
        raise InvalidRequest(f"a chart of {points} points shows nothing; ask for {FEWEST} or more", where="points")
    moments, _, values = timeline.columns()
    places = range(len(moments)) if len(moments) <= points else _standing_out(timeline, points)
    return Chart(
        points=tuple(Change(at=timeline.moment(moments[place]), value=values[place]) for place in places),
        end=timeline.end,
        is_whole=len(places) == len(moments),
        unit=timeline.unit,
        kept=timeline.kept,
    )


def _standing_out(timeline: Timeline, points: int) -> Sequence[int]:
    """Places of what stays, at most so many, the first among them."""
    moments, ends, values = timeline.columns()
    start, length = moments[0], ends[-1] - moments[0]
    kinds = set(map(type, values[1:]))
    of_each = 4 if kinds <= NUMBERS else 5 if kinds & NUMBERS else 3
    places, first, slices = [0], 1, (points - 1) // of_each
    for number in range(1, slices + 1):
        last = bisect_left(moments, start + length * number // slices, lo=first)
        places += [first + place for place in sorted(_standing_out_of(values[first:last]))]
        first = last
    return places


def _standing_out_of(values: Sequence[Value]) -> set[int]:
    """Places of the first and the last, the first gap, and the first smallest and largest number."""
    if not values:
        return set()
    staying = {0, len(values) - 1}
    if set(map(type, values)) <= NUMBERS:
        numbers = cast("Sequence[float]", values)
        return staying | {values.index(min(numbers)), values.index(max(numbers))}
    if (gap := next((place for place, value in enumerate(values) if value is None), None)) is not None:
        staying.add(gap)
    found = [(value, place) for place, value in enumerate(values) if isinstance(value, int | float) and type(value) in NUMBERS]
    if found:
        staying |= {min(found, key=lambda one: one[0])[1], max(found, key=lambda one: one[0])[1]}
    return staying
