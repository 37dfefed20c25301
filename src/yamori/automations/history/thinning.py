"""What of the history may go, by its age: plain functions over moments and values, asked by `shrinking` alone.

Numbers thin out, first to buckets of five minutes and then to hours. Of each bucket the first, the smallest, the largest and the last
number stay (the four that draw the same line, Jugel et al. 2014, "M4", PVLDB 7(10)), and the number that ends a time for which nothing was
known. What is no number stays, so that durations of states are exact however old they are.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TypeAlias

from yamori.automations.history.limits import HistoryLimits
from yamori.automations.history.moments import DAY, HOUR, MINUTE
from yamori.automations.history.stored import Stored, is_number

Point: TypeAlias = tuple[int, Stored]
"""A moment and the value from then on."""
FINE = 5 * MINUTE
COARSE = HOUR


@dataclass(frozen=True, kw_only=True)
class Horizons:
    """What begins before each is thinned so far. Whole buckets: one is thinned when all of it is old enough."""

    fine: int
    coarse: int
    dropped: int


def horizons(now: int, limits: HistoryLimits) -> Horizons:
    return Horizons(
        fine=bucket_of(now - limits.full_days * DAY, FINE),
        coarse=bucket_of(now - limits.fine_days * DAY, COARSE),
        dropped=now - limits.kept_days * DAY,
    )


def bucket_of(moment: int, width: int) -> int:
    """When the bucket begins that the moment lies in."""
    return moment - moment % width


def removable(points: Sequence[Point], width: int) -> list[int]:
    """Moments of the numbers that may go, of the readings of one attribute in the order of time.

    Asked again about what stays, nothing more may go; and hours thinned from five minutes are hours thinned from everything.
    """
    gone: list[int] = []
    for _, group in groupby(points, key=lambda point: point[0] // width):
        bucket = list(group)
        staying = landmarks(bucket) | after_unknown(bucket)
        gone += [moment for moment, value in bucket if is_number(value) and moment not in staying]
    return gone


def landmarks(points: Iterable[Point]) -> set[int]:
    """Moments of the first, the last, and the (earliest) smallest and largest of the numbers."""
    numbers = [(moment, value) for moment, value in points if isinstance(value, int | float)]
    if not numbers:
        return set()
    smallest = min(numbers, key=lambda point: point[1])
    largest = max(numbers, key=lambda point: point[1])
    return {numbers[0][0], smallest[0], largest[0], numbers[-1][0]}


def after_unknown(points: Sequence[Point]) -> set[int]:
    """Moments of the numbers that follow something else: without them it would seem to have lasted longer."""
    return {later[0] for earlier, later in pairwise(points) if is_number(later[1]) and not is_number(earlier[1])}
