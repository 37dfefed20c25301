"""The days of a rule are the same however far from its start they are asked for, and are found as fast."""

import time
from collections.abc import Callable
from datetime import date as Day
from datetime import datetime, timedelta
from itertools import islice

import pytest
from dateutil.rrule import rrulestr
from hypothesis import assume, example, given
from hypothesis import strategies as some
from tests.lengths import examples

from yamori.agents.scheduler.rules.rows.occurrences import next_occurrence, occurrences, past_occurrences, rule_of
from yamori.domain.errors import InvalidRequest

CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
YEARS = some.dates(Day(2019, 1, 1), Day(2031, 12, 31))


def numbers(low: int, high: int) -> some.SearchStrategy[str]:
    """A list of numbers, some of them counted from the end."""
    one = some.integers(low, high).flatmap(lambda n: some.sampled_from((n, n, -n)))
    return some.lists(one, min_size=1, max_size=4, unique=True).map(lambda found: ",".join(map(str, found)))


def listed(one: some.SearchStrategy[str]) -> some.SearchStrategy[str]:
    return some.lists(one, min_size=1, max_size=4, unique=True).map(",".join)


@some.composite
def rules(draw: Callable[..., str]) -> str:
    frequency = draw(some.sampled_from(("DAILY", "WEEKLY", "MONTHLY", "YEARLY")))
    places = some.sampled_from(("", "", "1", "2", "-1", "5")) if frequency in ("MONTHLY", "YEARLY") else some.just("")
    parts = {
        "INTERVAL": some.sampled_from(("1", "2", "3")),
        "BYMONTH": listed(some.integers(1, 12).map(str)),
        "BYWEEKNO": numbers(1, 53),
        "BYYEARDAY": numbers(1, 366),
        "BYMONTHDAY": numbers(1, 31),
        "BYDAY": listed(some.builds("{}{}".format, places, some.sampled_from(CODES))),
        "BYSETPOS": numbers(1, 5),
        "WKST": some.sampled_from(CODES),
        "COUNT": some.integers(1, 300).map(str),
        "UNTIL": YEARS.map(lambda day: f"{day:%Y%m%d}"),
    }
    rare = ("INTERVAL", "BYWEEKNO", "BYYEARDAY", "COUNT")
    chosen = [name for name in parts if draw(some.integers(0, 5 if name in rare else 2)) == 0]
    chosen = [name for name in chosen if name != "UNTIL" or "COUNT" not in chosen]
    return ";".join([f"FREQ={frequency}", *(f"{name}={draw(parts[name])}" for name in chosen)])


def walked(rule: str, starts: Day, last: Day) -> list[Day]:
    """Each day from the start on."""
    found = rrulestr(rule, dtstart=datetime.combine(starts, datetime.min.time()))
    return [at.date() for at in found.between(datetime(1, 1, 1), datetime.combine(last, datetime.min.time()), inc=True)]


@examples(200)
@given(rule=rules(), starts=YEARS, first=YEARS, length=some.integers(0, 900), skipped=some.sets(YEARS, max_size=3))
@example(rule="FREQ=WEEKLY;BYDAY=MO,FR;BYSETPOS=-1", starts=Day(2019, 1, 3), first=Day(2026, 1, 1), length=9, skipped=set())
@example(rule="FREQ=YEARLY;BYWEEKNO=1,53;BYSETPOS=1", starts=Day(2019, 6, 3), first=Day(2027, 1, 1), length=700, skipped=set())
@example(rule="FREQ=YEARLY;BYMONTHDAY=29;BYMONTH=2", starts=Day(2019, 6, 3), first=Day(2027, 1, 1), length=900, skipped=set())
def test_a_rule_comes_round_on_the_days_on_which_a_walk_from_its_start_finds_it(
    rule: str, starts: Day, first: Day, length: int, skipped: set[Day]
) -> None:
    try:
        rule = rule_of(rule)
    except InvalidRequest:
        assume(False)
    last = first + timedelta(days=length)
    every = [day for day in walked(rule, starts, last) if day not in skipped]
    left_out = tuple(skipped)
    assert occurrences(rule, starts, first, last, skipped=left_out) == tuple(day for day in every if day >= first)
    assert list(islice(past_occurrences(rule, starts, last, skipped=left_out), 400)) == every[::-1][:400]
    if later := [day for day in every if day > first]:
        assert next_occurrence(rule, starts, first, skipped=left_out) == later[0]


@pytest.mark.parametrize("rule", ["FREQ=MONTHLY;BYDAY=2SA", "FREQ=DAILY;BYMONTHDAY=" + ",".join(map(str, range(1, 32)))])
def test_a_rule_that_began_decades_ago_is_asked_for_today_as_fast_as_a_new_one(rule: str) -> None:
    began = time.process_time()
    for day in range(20):
        assert next_occurrence(rule, Day(1950, 1, 1), Day(2026, 11, 1) + timedelta(days=day)) is not None
    assert time.process_time() - began < 1  # a walk from the start takes seconds


@pytest.mark.parametrize(
    "rule", ["FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYMONTHDAY=1;BYSETPOS=5", "FREQ=YEARLY;BYYEARDAY=366;BYMONTH=6;COUNT=3"]
)
def test_a_rule_whose_days_no_year_has_is_refused_at_once(rule: str) -> None:
    began = time.process_time()
    with pytest.raises(InvalidRequest, match="never"):
        rule_of(rule)
    assert time.process_time() - began < 0.5


@pytest.mark.parametrize(
    "rule", ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "FREQ=YEARLY;BYWEEKNO=53"]
)
def test_a_rule_of_rare_days_is_taken(rule: str) -> None:
    assert next_occurrence(rule_of(rule), Day(2026, 1, 1), Day(2026, 1, 1)) is not None
