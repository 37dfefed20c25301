"""A question that compares a reading with a number: which side is meant, and whether the number itself counts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.iot.rules.comparisons import comparison_in
from yamori.agents.iot.rules.words import normal

MORE = ("is it warmer than {n} in here?", "is it above {n} degrees?", "温度は{n}度より高い？", "温度が{n}度を超えている？")
LESS = ("is it colder than {n} in here?", "is it below {n} degrees?", "温度は{n}度より低い？", "温度は{n}度未満？")


@given(st.integers(1, 90), st.integers(-5, 95), st.sampled_from(range(4)))
def test_more_and_less_exclude_the_number_and_each_other(number: int, value: int, way: int) -> None:
    more, less = (comparison_in(normal(said[way].format(n=number))) for said in (MORE, LESS))
    assert more is not None and less is not None
    assert (more.holds(value), less.holds(value)) == (value > number, value < number)


@given(st.integers(1, 90), st.integers(-5, 95))
def test_at_least_and_at_most_include_it(number: int, value: int) -> None:
    for least, most in (("is it at least {n}?", "is it at most {n}?"), ("{n}度以上？", "{n}度以下？")):
        more, less = comparison_in(normal(least.format(n=number))), comparison_in(normal(most.format(n=number)))
        assert more is not None and less is not None
        assert (more.holds(value), less.holds(value)) == (value >= number, value <= number)


@pytest.mark.parametrize("text", ["is it warm in here?", "is it between 20 and 25?", "is it above 20 and below 25?", "20度？"])
def test_what_compares_with_no_number_or_with_two_is_no_comparison(text: str) -> None:
    assert comparison_in(normal(text)) is None
