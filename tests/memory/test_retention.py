from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st
from tests.memory.fakes import NOW

from yamori.memory.retention import days_between, retention

days = st.floats(min_value=0, max_value=1e6)
uses = st.integers(min_value=0, max_value=10_000_000)


@given(uses, days, days)
def test_retention_never_rises_with_time(used: int, one: float, other: float) -> None:
    assert retention(used, max(one, other)) <= retention(used, min(one, other))


@given(uses, uses, days)
def test_retention_never_falls_with_use(one: int, other: int, passed: float) -> None:
    assert retention(max(one, other), passed) >= retention(min(one, other), passed)


@given(uses, days)
def test_retention_lies_above_nothing_and_at_most_at_one(used: int, passed: float) -> None:
    assert 0 < retention(used, passed) <= 1


@given(uses)
def test_retention_is_whole_at_once(used: int) -> None:
    assert retention(used, 0) == 1


@given(uses, st.floats(min_value=-1e5, max_value=0))
def test_a_clock_that_goes_backwards_costs_and_gains_nothing(used: int, passed: float) -> None:
    assert retention(used, passed) == 1
    assert days_between(NOW, NOW + timedelta(days=passed)) == 0


def test_half_is_left_after_the_days_that_were_measured() -> None:
    assert [round(retention(u, d), 2) for u, d in ((0, 13.9), (1, 23.5), (10, 47))] == [0.5, 0.5, 0.5]
