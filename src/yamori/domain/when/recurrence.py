"""How something comes again: the values of an RFC 5545 recurrence rule, and the first day on which it comes."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from yamori.domain.when import calendar
from yamori.domain.when.impossible import Impossible


class Every(StrEnum):
    """The unit in which a recurrence counts."""

    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


_FREQUENCY = {
    Every.MINUTE: "MINUTELY", Every.HOUR: "HOURLY", Every.DAY: "DAILY", Every.WEEK: "WEEKLY", Every.MONTH: "MONTHLY", Every.YEAR: "YEARLY",
}  # fmt: skip
_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_SEARCHED_MONTHS = 12 * 9
"""29 February is at most eight years away, a Friday the 13th fourteen months."""


@dataclass(frozen=True, kw_only=True)
class Recurrence:
    """When something comes again. What is empty follows from the day on which it begins."""

    every: Every
    interval: int = 1
    """Every how many units; 2 for `every other Friday`."""
    weekdays: tuple[int, ...] = ()
    """0 is Monday."""
    nths: tuple[int, ...] = ()
    """Which of those weekdays of the month: 1 the first, -1 the last. Empty for all."""
    monthdays: tuple[int, ...] = ()
    """Days of the month; -1 is its last."""
    months: tuple[int, ...] = ()
    position: int | None = None
    """Which of all the month's `weekdays` taken together: -1 with Monday to Friday is the last working day."""
    count: int | None = None
    """How often in all."""
    until: date | None = None
    """The last day on which it may come, included."""

    @property
    def chosen(self) -> bool:
        """It says on which days, not only how often."""
        return bool(self.weekdays or self.monthdays or self.months)

    @property
    def rrule(self) -> str:
        """The value of an RRULE property, its keys always in this order; UNTIL is a DATE."""
        pieces = (
            ("FREQ", _FREQUENCY[self.every]),
            ("INTERVAL", self.interval if self.interval > 1 else ""),
            ("BYMONTH", ",".join(map(str, self.months))),
            ("BYMONTHDAY", ",".join(map(str, self.monthdays))),
            ("BYDAY", ",".join(f"{nth or ''}{_DAYS[day]}" for nth in self.nths or (0,) for day in self.weekdays)),
            ("BYSETPOS", self.position or ""),
            ("COUNT", self.count or ""),
            ("UNTIL", f"{self.until:%Y%m%d}" if self.until and not self.count else ""),
        )
        return ";".join(f"{key}={value}" for key, value in pieces if value)

    def first(self, start: date) -> date:
        """The first day from `start` on that the rule allows; `start` where it names none or none exists."""
        if not self.chosen:
            return start
        if self.weekdays and self.every in (Every.DAY, Every.WEEK):
            return next((d for d in _days_from(start, 7) if d.weekday() in self.weekdays), start)
        for step in range(_SEARCHED_MONTHS):
            try:
                first, last = calendar.month(start, step)
            except Impossible:
                return start
            if self.months and first.month not in self.months:
                continue
            found = next((d for d in sorted(self._in_month(first, last)) if d >= start), None)
            if found:
                return found
        return start

    def _in_month(self, first: date, last: date) -> Iterator[date]:
        for number in self.monthdays:
            wanted = number if number > 0 else last.day + 1 + number
            if 1 <= wanted <= last.day and (not self.weekdays or first.replace(day=wanted).weekday() in self.weekdays):
                yield first.replace(day=wanted)
        if self.weekdays and not self.monthdays:
            days = [d for d in _days_from(first, last.day) if d.weekday() in self.weekdays]
            if self.position is not None:
                yield from days[self.position - 1 : self.position] if self.position > 0 else days[self.position :][:1]
                return
            for day in days:
                if not self.nths or (day.day + 6) // 7 in self.nths or -((last.day - day.day) // 7 + 1) in self.nths:
                    yield day
        elif not self.monthdays:
            yield first

    def with_days_of(self, other: "Recurrence") -> "Recurrence | None":
        """This one on the other's days (`every two weeks` and `on Tuesday`); None where they do not go together."""
        if other.every is Every.WEEK and self.every is Every.DAY and self.interval == 1 and not self.chosen:
            return replace(self, every=Every.WEEK, weekdays=other.weekdays)
        if other.every is not self.every:
            return None
        if self.chosen and other.chosen and (self.nths, self.months, self.position) != (other.nths, other.months, other.position):
            return None
        if self.chosen and other.chosen and bool(self.weekdays) != bool(other.weekdays):
            return None
        return replace(
            self,
            interval=max(self.interval, other.interval),
            weekdays=tuple(sorted({*self.weekdays, *other.weekdays})),
            monthdays=_in_order((*self.monthdays, *other.monthdays)),
            nths=self.nths or other.nths,
            months=self.months or other.months,
            position=self.position or other.position,
        )


def _in_order(monthdays: tuple[int, ...]) -> tuple[int, ...]:
    """The days of a month in its order, those counted from its end last."""
    return tuple(sorted(dict.fromkeys(monthdays), key=lambda d: d if d > 0 else 40 + d))


def _days_from(start: date, number: int) -> Iterator[date]:
    for step in range(number):
        try:
            yield calendar.plus_days(start, step)
        except Impossible:
            return
