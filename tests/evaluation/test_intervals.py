from hypothesis import given
from hypothesis import strategies as st

from yamori.evaluation.intervals import wilson


@given(st.integers(min_value=1, max_value=500).flatmap(lambda of: st.tuples(st.integers(min_value=0, max_value=of), st.just(of))))
def test_an_interval_holds_the_share_that_was_counted(counted: tuple[int, int]) -> None:
    right, of = counted
    low, high = wilson(right, of)
    assert 0 <= low <= right / of + 1e-9 and right / of - 1e-9 <= high <= 1


def test_more_counted_is_surer() -> None:
    few, many = wilson(5, 10), wilson(500, 1000)
    assert many[1] - many[0] < few[1] - few[0]
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 60)[1] < 0.07
