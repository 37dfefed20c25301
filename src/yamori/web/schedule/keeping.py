"""How well a routine was kept in the last weeks: from the days on which it was due, was done, and was ticked off in part."""

from collections.abc import Mapping, Sequence
from datetime import date as Day
from datetime import timedelta
from enum import StrEnum

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
