"""Arithmetic on days: edges of weeks, months and years. Raises `Impossible` where the calendar has no such day."""

import calendar
from datetime import date, time, timedelta

from yamori.domain.when.impossible import Impossible


def day(year: int, month: int, number: int) -> date:
    if not 1 <= month <= 12:
        raise Impossible("no_month", number=month)
    if not 1 <= year <= 9999:
        raise Impossible("endless")
    last = calendar.monthrange(year, month)[1]
    if not 1 <= number <= last:
        raise Impossible("no_day_of_month", day=number, month=month, year=year, last=last)
    return date(year, month, number)


def in_any_year(month: int, number: int) -> None:
    """Refuses a month and day that no year has."""
    if not 1 <= month <= 12:
        raise Impossible("no_month", number=month)
    last = 29 if month == 2 else calendar.monthrange(2024, month)[1]
    if not 1 <= number <= last:
        last = 29 if month == 2 else 30 if month in (4, 6, 9, 11) else 31
        raise Impossible("no_day_in_any_year", day=number, month=month, last=last)


def clock(hour: int, minute: int = 0) -> time:
    """24:00 is not a time of its day: callers turn it into 0:00 of the next one first."""
    if not (0 <= hour <= 23 and 0 <= minute <= 59):
        raise Impossible("no_time", hour=hour, minute=minute)
    return time(hour, minute)


def plus_days(start: date, days: int) -> date:
    try:
        return start + timedelta(days=days)
    except OverflowError:
        raise Impossible("endless") from None


def plus_months(start: date, months: int) -> date:
    """The same day of the month; the last one where the month is shorter (31 January + 1 = 28 or 29 February)."""
    index = start.year * 12 + start.month - 1 + months
    year, month = divmod(index, 12)
    if not 1 <= year <= 9999:
        raise Impossible("endless")
    return date(year, month + 1, min(start.day, calendar.monthrange(year, month + 1)[1]))


def week(start: date, weeks: int = 0) -> tuple[date, date]:
    """Monday and Sunday of the week that lies `weeks` after the one of `start`."""
    monday = plus_days(start, 7 * weeks - start.weekday())
    return monday, plus_days(monday, 6)


def weekend(start: date, weeks: int = 0) -> tuple[date, date]:
    """Saturday and Sunday of that week; on a Sunday, this weekend is the one going on."""
    monday, sunday = week(start, weeks)
    return plus_days(monday, 5), sunday


def month(start: date, months: int = 0) -> tuple[date, date]:
    first = plus_months(start.replace(day=1), months)
    return first, first.replace(day=calendar.monthrange(first.year, first.month)[1])


def year(start: date, years: int = 0) -> tuple[date, date]:
    wanted = start.year + years
    if not 1 <= wanted <= 9999:
        raise Impossible("endless")
    return date(wanted, 1, 1), date(wanted, 12, 31)


def month_day(today: date, number_of_month: int, number: int, *, past: bool = False) -> tuple[date, tuple[date, ...]]:
    """A month and day without a year: the coming one (today counts), or the latest when the sentence speaks of the past.

    29 February goes to the nearest leap year. The other direction is returned as the further reading.
    """
    in_any_year(number_of_month, number)
    ahead = _nearest_year(today, number_of_month, number, step=1)
    behind = _nearest_year(today, number_of_month, number, step=-1)
    chosen, other = (behind, ahead) if past else (ahead, behind)
    if chosen is None:
        raise Impossible("endless")
    return chosen, (other,) if other not in (None, chosen) and other is not None else ()


def _nearest_year(today: date, number_of_month: int, number: int, *, step: int) -> date | None:
    for distance in range(9):
        wanted = today.year + step * distance
        if not 1 <= wanted <= 9999:
            return None
        if number > calendar.monthrange(wanted, number_of_month)[1]:
            continue
        found = date(wanted, number_of_month, number)
        if (found >= today) if step > 0 else (found <= today):
            return found
    return None


def day_of_month(today: date, number: int, *, past: bool = False) -> tuple[date, tuple[date, ...]]:
    """A bare day (`the 3rd`, `3日`): the coming one, in the next month that has such a day; the latest for the past."""
    if not 1 <= number <= 31:
        raise Impossible("no_day", day=number)
    ahead = _nearest_month(today, number, step=1)
    behind = _nearest_month(today, number, step=-1)
    chosen, other = (behind, ahead) if past else (ahead, behind)
    if chosen is None:
        raise Impossible("endless")
    return chosen, (other,) if other is not None and other != chosen else ()


def _nearest_month(today: date, number: int, *, step: int) -> date | None:
    for distance in range(4):
        try:
            first, last = month(today, step * distance)
        except Impossible:
            return None
        if number > last.day:
            continue
        found = first.replace(day=number)
        if (found >= today) if step > 0 else (found <= today):
            return found
    return None


def coming(today: date, weekday: int) -> date:
    """The first such weekday after today."""
    return plus_days(today, (weekday - today.weekday() - 1) % 7 + 1)


def latest(today: date, weekday: int) -> date:
    """The last such weekday before today."""
    return plus_days(today, -((today.weekday() - weekday - 1) % 7 + 1))


def weekday_must_be(found: date, weekday: int) -> None:
    """Refuses `Sunday, 23 November` when that day is a Monday."""
    if found.weekday() != weekday:
        raise Impossible("other_weekday", day=found.day, month=found.month, year=found.year, weekday=found.weekday(), said=weekday)


def nth_weekday(first: date, weekday: int, nth: int | None) -> date:
    """The nth such weekday of the month that begins at `first`; None for the last."""
    last = month(first)[1]
    if nth is None:
        return plus_days(last, -((last.weekday() - weekday) % 7))
    found = plus_days(first, (weekday - first.weekday()) % 7 + 7 * (nth - 1))
    if nth < 1 or found > last:
        raise Impossible("no_nth_weekday", month=first.month, year=first.year, weekday=weekday, nth=nth)
    return found
