"""Which numbers may go: never the first, last, smallest or largest of a bucket, and nothing that is no number."""

from collections.abc import Sequence
from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st
from tests.automations.history.sayings import line

from yamori.automations.history.limits import HistoryLimits
from yamori.automations.history.moments import DAY, HOUR, MINUTE
from yamori.automations.history.states import time_in
from yamori.automations.history.stored import is_number
from yamori.automations.history.thinning import COARSE, FINE, Point, horizons, removable

VALUES = st.one_of(st.none(), st.sampled_from(["on", "off", b"true"]), st.integers(-3, 3), st.floats(-3, 3))
NUMBERS = st.one_of(st.integers(-3, 3), st.floats(-3, 3))


def sequences(values: st.SearchStrategy[int | float | str | bytes | None]) -> st.SearchStrategy[list[Point]]:
    moments = st.lists(st.integers(0, 3 * HOUR), unique=True, max_size=80).map(sorted)
    return moments.flatmap(lambda found: st.tuples(*(values for _ in found)).map(lambda said: list(zip(found, said, strict=True))))


def left(points: Sequence[Point], width: int) -> list[Point]:
    gone = set(removable(points, width))
    return [point for point in points if point[0] not in gone]


def numbers_by_bucket(points: Sequence[Point], width: int) -> dict[int, list[Point]]:
    numbers = [point for point in points if is_number(point[1])]
    return {bucket: list(group) for bucket, group in groupby(numbers, key=lambda point: point[0] // width)}


@given(sequences(VALUES))
def test_the_first_the_last_and_the_extremes_of_each_bucket_stay(points: list[Point]) -> None:
    before, after = numbers_by_bucket(points, FINE), numbers_by_bucket(left(points, FINE), FINE)
    assert before.keys() == after.keys()
    for bucket, numbers in before.items():
        staying = after[bucket]
        assert (staying[0], staying[-1]) == (numbers[0], numbers[-1])
        assert min(value for _, value in staying) == min(value for _, value in numbers)
        assert max(value for _, value in staying) == max(value for _, value in numbers)


@given(sequences(VALUES))
def test_what_was_thinned_once_is_not_thinned_again(points: list[Point]) -> None:
    thinned = left(points, FINE)
    assert removable(thinned, FINE) == []


@given(sequences(VALUES))
def test_hours_made_of_five_minutes_are_the_hours_made_of_everything(points: list[Point]) -> None:
    assert left(left(points, FINE), COARSE) == left(points, COARSE)


@given(sequences(VALUES))
def test_everything_that_is_no_number_stays_and_lasts_as_long_as_before(points: list[Point]) -> None:
    whole, thinned = line(points, start=0, end=4 * HOUR), line(left(points, COARSE), start=0, end=4 * HOUR)
    for wanted in ("on", b"true"):
        assert (
            time_in(thinned, lambda value, wanted=wanted: value == wanted).total
            == time_in(whole, lambda value, wanted=wanted: value == wanted).total
        )
    assert time_in(thinned, lambda _: False).unknown == time_in(whole, lambda _: False).unknown


@given(sequences(NUMBERS))
def test_of_numbers_alone_no_bucket_keeps_more_than_four(points: list[Point]) -> None:
    assert all(len(numbers) <= 4 for numbers in numbers_by_bucket(left(points, FINE), FINE).values())


@given(st.integers(500 * DAY, 30_000 * DAY), st.integers(0, DAY))
def test_horizons_are_whole_buckets_and_move_forward_only(now: int, later: int) -> None:
    limits = HistoryLimits(full_days=2, fine_days=3, kept_days=4)
    first, second = horizons(now, limits), horizons(now + later, limits)
    assert first.fine % FINE == first.coarse % COARSE == 0
    assert now - 2 * DAY - 5 * MINUTE < first.fine <= now - 2 * DAY
    assert now - 3 * DAY - HOUR < first.coarse <= now - 3 * DAY
    assert first.dropped == now - 4 * DAY
    assert first.fine <= second.fine and first.coarse <= second.coarse and first.dropped <= second.dropped
