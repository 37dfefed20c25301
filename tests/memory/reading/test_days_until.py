"""How many days are left until a day that was told."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.lengths import examples

from yamori.memory.reading.days_until import asks_for_days, days_until

NOW = datetime(2026, 12, 2, 10, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("told", "days"),
    [
        ("Jo's birthday is on the 12th of December", 10),
        ("Jo's birthday is December 2", 0),
        ("ジョーの誕生日は12月3日", 1),
        ("the warranty runs until March 1, 2027", 89),
        ("she was born on February 29, 2016", 454),
        ("Jo likes cake", None),
        ("the holidays are from July 3 to August 12", 213),
    ],
)
def test_the_days_to_the_only_date_are_counted(told: str, days: int | None) -> None:
    assert days_until(told, NOW) == days


@given(born=st.dates(date(1930, 1, 1), date(2026, 12, 1)), now=st.datetimes(datetime(2026, 12, 2), datetime(2040, 1, 1)))
@examples(80)
def test_a_birthday_comes_round_within_leap_years(born: date, now: datetime) -> None:
    left = days_until(f"born on {born.isoformat()}", now.replace(tzinfo=UTC))
    assert left is not None and 0 <= left <= 366 * 8
    then = now.date() + timedelta(days=left)
    assert (then.month, then.day) == (born.month, born.day)


@pytest.mark.parametrize("text", ["How many days till Jo's birthday?", "ジョーの誕生日まであと何日？"])
def test_how_long_it_still_is_is_asked(text: str) -> None:
    assert asks_for_days(text)


def test_which_day_it_is_is_another_question() -> None:
    assert not asks_for_days("When is Jo's birthday?")
