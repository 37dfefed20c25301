"""Answers computed from a timeline: what adds up, what is preserved, what counts as a change."""

import itertools
from datetime import timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.automations.history.sayings import line

from yamori.automations.history import is_one_of
from yamori.automations.history.charting import chart
from yamori.automations.history.numbers import numbers_in
from yamori.automations.history.states import Stay, count_into, last_stay, time_in
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value

END = 2000
STATES = st.sampled_from(["on", "off", None])
MIXED = st.one_of(st.none(), st.integers(-50, 50), st.floats(-50, 50), st.sampled_from(["low", True]))
IS_ON = is_one_of("on")


def points(values: st.SearchStrategy[Value], *, most: int = 60) -> st.SearchStrategy[list[tuple[int, Value]]]:
    moments = st.lists(st.integers(0, END - 1), unique=True, max_size=most).map(sorted)
    return moments.flatmap(lambda found: st.tuples(*(values for _ in found)).map(lambda said: list(zip(found, said, strict=True))))


cuts = st.lists(st.integers(1, END - 1), unique=True, min_size=1, max_size=4).map(lambda inner: [0, *sorted(inner), END])


@given(points(STATES), cuts)
def test_durations_and_counts_of_adjacent_intervals_add_up(said: list[tuple[int, Value]], edges: list[int]) -> None:
    whole = line(said, start=0, end=END)
    parts = [line(said, start=start, end=end) for start, end in itertools.pairwise(edges)]
    times = [time_in(part, IS_ON) for part in parts]
    assert sum((time.total for time in times), timedelta(0)) == time_in(whole, IS_ON).total
    assert sum((time.unknown for time in times), timedelta(0)) == time_in(whole, IS_ON).unknown
    assert sum(count_into(part, IS_ON).count for part in parts) == count_into(whole, IS_ON).count


@given(points(STATES))
def test_on_off_and_unknown_fill_the_interval(said: list[tuple[int, Value]]) -> None:
    whole = line(said, start=0, end=END)
    on, off = time_in(whole, IS_ON), time_in(whole, is_one_of("off"))
    assert on.total + off.total + on.unknown == on.asked == timedelta(milliseconds=END)


@given(points(STATES))
def test_the_last_stay_is_the_last_that_stands_there(said: list[tuple[int, Value]]) -> None:
    """Told by walking forward, against reading backward."""
    expected: Stay | None = None
    was: Value = None
    for moment, value in said:
        if expected is not None and expected.ended is None and value != "on":
            expected = Stay(began=expected.began, ended=moment)
        if value == "on":
            began = expected.began if expected is not None and was == "on" else moment if was == "off" else None
            expected = Stay(began=began, ended=None)
        was = value if value is not None else was
    assert last_stay(reversed(said), IS_ON) == expected


def test_unavailable_in_between_is_no_new_beginning() -> None:
    kept_open = line([(0, "off"), (10, "on"), (20, None), (30, "on")], start=0, end=50)
    assert count_into(kept_open, IS_ON).count == 1
    assert time_in(kept_open, IS_ON).total == timedelta(milliseconds=30)
    assert last_stay([(30, "on"), (20, None), (10, "on"), (0, "off")], IS_ON) == Stay(began=10, ended=None)
    opened_meanwhile = line([(0, "off"), (20, None), (30, "on")], start=25, end=50)
    assert count_into(opened_meanwhile, IS_ON).count == 1


def test_what_is_so_when_history_begins_has_not_become_so() -> None:
    assert count_into(line([(10, "on")], start=0, end=50), IS_ON).count == 0
    assert last_stay([(10, "on")], IS_ON) == Stay(began=None, ended=None)


def test_true_is_not_one_and_a_whole_number_is_its_decimal() -> None:
    assert not is_one_of(1)(True)
    assert not is_one_of(True)(1)
    assert is_one_of(21)(21.0)
    assert is_one_of("on", "open")("open")


@given(points(MIXED))
def test_the_mean_lies_between_the_extremes_and_only_numbers_count(said: list[tuple[int, Value]]) -> None:
    found = numbers_in(line(said, start=0, end=END))
    spans = [(e - s, v) for s, e, v in line(said, start=0, end=END).spans() if isinstance(v, int | float) and not isinstance(v, bool)]
    assert found.known == timedelta(milliseconds=sum(length for length, _ in spans))
    if not spans:
        assert found.smallest is found.largest is found.mean is None
        return
    assert found.smallest is not None and found.largest is not None and found.mean is not None
    assert (found.smallest.value, found.largest.value) == (min(v for _, v in spans), max(v for _, v in spans))
    assert found.smallest.value <= found.mean <= found.largest.value
    assert found.mean == pytest.approx(sum(length * v for length, v in spans) / sum(length for length, _ in spans), abs=1e-9)


def test_a_value_that_lasts_longer_weighs_more() -> None:
    found = numbers_in(line([(0, 10), (750, 20)], start=0, end=1000))
    assert found.mean == 12.5
    assert found.smallest is not None and found.smallest.value == 10


@given(points(MIXED, most=300), st.integers(8, 60))
def test_a_chart_has_no_more_points_than_asked_and_loses_no_extreme(said: list[tuple[int, Value]], most: int) -> None:
    whole = line(said, start=0, end=END)
    drawn = chart(whole, points=most)
    assert 1 <= len(drawn.points) <= most
    assert [point.at for point in drawn.points] == sorted({point.at for point in drawn.points})
    assert drawn.points[0].at == whole.start
    changes = {(change.at, str(change.value)) for change in whole} | {(whole.start, str(whole.before))}
    assert {(point.at, str(point.value)) for point in drawn.points} <= changes
    everything = numbers_in(whole)
    shown = [point.value for point in drawn.points if isinstance(point.value, int | float) and not isinstance(point.value, bool)]
    if everything.smallest is not None and everything.largest is not None:
        assert (min(shown), max(shown)) == (everything.smallest.value, everything.largest.value)
    assert drawn.is_whole == (len(drawn.points) == len(list(whole.spans())))


@given(points(MIXED, most=300))
def test_a_gap_is_drawn_as_a_gap(said: list[tuple[int, Value]]) -> None:
    assume(any(value is None for _, value in said))
    assert any(point.value is None for point in chart(line(said, start=0, end=END), points=20).points)


def test_a_chart_of_too_few_points_is_refused() -> None:
    with pytest.raises(InvalidRequest, match="ask for 8 or more"):
        chart(line([], start=0, end=END), points=7)


def test_a_single_outlier_and_a_single_gap_among_a_thousand_stay() -> None:
    said: list[tuple[int, Value]] = [(place * 2, place % 10) for place in range(1000)]
    said[503] = (1006, -1000)
    said[777] = (1554, 1000)
    of_numbers = chart(line(said, start=0, end=END), points=41)
    assert {-1000, 1000} <= {point.value for point in of_numbers.points}
    said[505] = (1010, None)
    with_gap = chart(line(said, start=0, end=END), points=41)
    assert {-1000, 1000, None} <= {point.value for point in with_gap.points}
    assert len(with_gap.points) <= 41
