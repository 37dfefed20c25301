"""Moves that are counted from where a task lies: `an hour later`, `the day after`, `1時間遅らせて`, `その次の日`.

Counted from the task's own day and time, never from now: after `sauna on Tuesday`, `no, the day after` is Wednesday.
`in two days` and あさって are counted from now and are `domain.when`'s.
"""

import re
from dataclasses import dataclass
from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock

from yamori.domain.when import Every, amounts


@dataclass(frozen=True, kw_only=True)
class Shift:
    """By how much a task moves."""

    days: int = 0
    months: int = 0
    minutes: int = 0
    weekday: int | None = None
    """To the next such weekday after the task's day (`the Sunday after`); 0 is Monday."""
    minute: int | None = None
    """To these minutes of the task's own hour (`make it half past`); -15 is a quarter to."""

    @property
    def needs_time(self) -> bool:
        return bool(self.minutes) or self.minute is not None

    def applied(self, day: Day, at: Clock | None) -> tuple[Day, Clock | None]:
        """The new day and time. Raises `OverflowError` past the end of the calendar."""
        if self.months:
            months = day.year * 12 + day.month - 1 + self.months
            day = _in_month(months // 12, months % 12 + 1, day.day)
        day += timedelta(days=self.days)
        if self.weekday is not None:
            day += timedelta(days=(self.weekday - day.weekday() - 1) % 7 + 1)
        if at is None:
            return day, None
        start = datetime.combine(day, at.replace(minute=0) if self.minute is not None else at)
        start += timedelta(minutes=self.minutes + (self.minute or 0))
        return start.date(), start.time()


def _in_month(year: int, month: int, day: int) -> Day:
    for last in (day, 30, 29, 28):
        try:
            return Day(year, month, last)
        except ValueError:
            if not 1 <= year <= 9999:
                raise OverflowError("no such year") from None
    raise OverflowError("no such day")


def shift_by(m: re.Match[str], text: str, *, back: bool) -> Shift | None:
    """By the amount in a match (its group `amount`); None where it is only part of the one that is said."""
    found = next((a for a in amounts.amounts_in(text) if a.start <= m.start("amount") and a.end >= m.end("amount")), None)
    if found is None:
        return None
    sign = -1 if back else 1
    match found.unit:
        case Every.MONTH | Every.YEAR:
            return Shift(months=sign * round(found.count * (12 if found.unit is Every.YEAR else 1)))
        case Every.DAY | Every.WEEK:
            return Shift(days=sign * round(found.count * (7 if found.unit is Every.WEEK else 1)))
        case _:
            return Shift(minutes=sign * round(found.length.total_seconds() / 60))
