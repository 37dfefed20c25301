"""A translation holds the numbers of what it translates."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yamori.agents.lifestyle.rules.numbers import numbers, same_numbers


@pytest.mark.parametrize(
    ("original", "translated"),
    [
        ("Every 3 months with 20 g.", "3か月ごとに20 g。"),
        ("年間120万円まで", "up to 1.2 million yen a year"),
        ("1,200 W", "1200 W"),
        ("２回すすぐ", "rinse twice"),
        ("3日以内", "within three days"),
        ("0.5%", "0.5 percent"),
    ],
)
def test_the_same_numbers_are_recognised_however_they_are_written(original: str, translated: str) -> None:
    assert same_numbers(original, translated)


@pytest.mark.parametrize(
    ("original", "translated"),
    [("20 g", "200 g"), ("every 3 months", "毎月"), ("月に一度", "35 times a month"), ("120万円", "12 million yen"), ("1.5 V", "15 V")],
)
def test_a_number_that_was_lost_or_made_up_is_noticed(original: str, translated: str) -> None:
    assert not same_numbers(original, translated)


@given(st.text())
def test_any_text_has_its_own_numbers(text: str) -> None:
    assert same_numbers(text, text)
    assert all(isinstance(n, float) for n in numbers(text))
