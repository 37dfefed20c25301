"""A line for a chart: few enough points to be drawn, and nothing that stands out is lost. Plain functions of what is kept."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from yamori.automations.history.moments import to_millis
from yamori.automations.history.thinning import landmarks
from yamori.automations.history.timeline import Change, Kept, Timeline
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
    line = list(zip(moments, values, strict=True))
    drawn = line if len(line) <= points else [line[0], *_reduced(line[1:], to_millis(timeline.start), to_millis(timeline.end), points - 1)]
    return Chart(
        points=tuple(Change(at=timeline.moment(moment), value=value) for moment, value in drawn),
        end=timeline.end,
        is_whole=len(drawn) == len(line),
        unit=timeline.unit,
        kept=timeline.kept,
    )


def _points_of_each(line: Sequence[tuple[int, Value]]) -> int:
    """How many points a slice of this line may need: first and last, two more for numbers, and where both kinds are, all of them."""
    numbers = sum(type(value) is int or type(value) is float for _, value in line)
    return 4 if numbers == len(line) else 7 if numbers else 3


def _reduced(line: Sequence[tuple[int, Value]], start: int, end: int, points: int) -> Iterator[tuple[int, Value]]:
    of_each = _points_of_each(line)
    slices, first = points // of_each, 0
    for number in range(1, slices + 1):
        last = bisect_left(line, start + (end - start) * number // slices, lo=first, key=lambda point: point[0])
        part, first = line[first:last], last
        yield from part if len(part) <= of_each else _standing_out(part)


def _standing_out(part: Sequence[tuple[int, Value]]) -> Iterator[tuple[int, Value]]:
    gap = next((moment for moment, value in part if value is None), part[0][0])
    numbers = ((moment, value) for moment, value in part if type(value) is int or type(value) is float)
    staying = {part[0][0], part[-1][0], gap} | landmarks(numbers)
    return (point for point in part if point[0] in staying)
