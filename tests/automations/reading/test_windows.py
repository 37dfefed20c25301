"""Periods of time within which a condition counts, by their words."""

from datetime import datetime
from datetime import time as Clock

import pytest

from yamori.automations.condition import TimeWindow
from yamori.automations.reading.hanging import Later
from yamori.automations.reading.windows import Window, windowed

EVENING = datetime.fromisoformat("2026-03-04T19:00:00+09:00")
MORNING = datetime.fromisoformat("2026-03-04T09:30:00+09:00")


def at(words: str) -> datetime:
    return datetime.fromisoformat(f"{words}:00+09:00")


def part(condition: str, times: str = "") -> Later:
    return Later(action="", tells=True, conditions=(condition,), times=times)


@pytest.mark.parametrize(
    ("words", "now", "rest", "window"),
    [
        ("if the gate opens tonight", EVENING, "if the gate opens", Window(until=at("2026-03-05T06:00"))),
        (
            "if the gate opens this evening",
            MORNING,
            "if the gate opens",
            Window(hours=TimeWindow(start=Clock(17), end=Clock(0)), until=at("2026-03-05T00:00")),
        ),
        ("when the gate opens today", EVENING, "when the gate opens", Window(until=at("2026-03-05T00:00"))),
        ("when the gate opens in the next half hour", EVENING, "when the gate opens", Window(until=at("2026-03-04T19:30"))),
        ("今日門が開いたら", EVENING, "門が開いたら", Window(until=at("2026-03-05T00:00"))),
    ],
)
def test_a_condition_counts_until_the_end_that_is_said_with_it(words: str, now: datetime, rest: str, window: Window) -> None:
    found, within = windowed(part(words), now)
    assert (found.conditions, within) == ((rest,), window)


@pytest.mark.parametrize(
    ("times", "start", "end"),
    [("between nine and midnight", 21, 0), ("from 22:00 to 6:00", 22, 6), ("夜の9時から12時のあいだ", 21, 0)],
)
def test_hours_beside_a_condition_are_those_of_each_day(times: str, start: int, end: int) -> None:
    found, within = windowed(part("if the gate opens", times), EVENING)
    assert found.times == ""
    assert within == Window(hours=TimeWindow(start=Clock(start), end=Clock(end)))


@pytest.mark.parametrize(
    ("words", "times"),
    [
        ("if the gate opens tomorrow", ""),
        ("if the gate opens", "at seven"),
        ("if the gate is open for ten minutes", ""),
        ("if it rains", "tonight"),
    ],
)
def test_a_moment_or_another_day_is_no_such_stretch(words: str, times: str) -> None:
    asked = part(words, times)
    assert windowed(asked, EVENING) == (asked, None)
