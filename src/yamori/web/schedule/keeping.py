"""How well a routine was kept: streaks and the last weeks, from the days on which it was due and what was ticked off. Plain functions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Day
from datetime import timedelta
from enum import StrEnum

from yamori.web.schedule.calendar_rows import whole

SHOWN_DAYS = 28


class Kept(StrEnum):
    """What became of one day."""

    DONE = "done"
    PARTLY = "partly"
    MISSED = "missed"
    OPEN = "open"
    """Due today, and not done yet."""
    FREE = "free"
    """It was not due."""


@dataclass(frozen=True, kw_only=True)
class Streak:
    """Due days in a row that were done."""

    days: int
    unbroken: bool
    """It reaches back to the first day that was looked at: it may be longer than this."""


def done_days(steps: Sequence[int], ticks: Mapping[Day, frozenset[int]], *, today: Day) -> frozenset[Day]:
    """The days on which all of a routine was done. A step that was never ticked up to a past day had not been made by then, so that a new
    step does not break what was kept before it."""
    first: dict[int, Day] = {}
    for day in sorted(ticks):
        for step in ticks[day]:
            first.setdefault(step, day)
    done = set()
    for day, ticked in ticks.items():
        wanted = [step for step in steps if day >= today or first.get(step, today) <= day]
        if whole(ticked, wanted):
            done.add(day)
    return frozenset(done)


def streak(due: Sequence[Day], done: frozenset[Day], *, today: Day) -> Streak:
    """`due` in order, none after today. Today does not count against it while it is not over."""
    days = 0
    for day in reversed(due):
        if day in done:
            days += 1
        elif day != today:
            return Streak(days=days, unbroken=False)
    return Streak(days=days, unbroken=True)


def last_weeks(
    due: Sequence[Day], done: frozenset[Day], ticks: Mapping[Day, frozenset[int]], *, today: Day
) -> tuple[tuple[Day, Kept], ...]:
    """The last four weeks, today last."""
    wanted = set(due)

    def of(day: Day) -> Kept:
        if day in done:
            return Kept.DONE
        if ticks.get(day):
            return Kept.PARTLY
        if day not in wanted:
            return Kept.FREE
        return Kept.OPEN if day == today else Kept.MISSED

    days = (today - timedelta(days=back) for back in range(SHOWN_DAYS - 1, -1, -1))
    return tuple((day, of(day)) for day in days)
