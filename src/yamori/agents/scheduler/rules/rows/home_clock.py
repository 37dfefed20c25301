"""Routines on the home's clock. One that was made in another time zone has its hour and its days there; at home they are others, and when
the clocks change in only one of the two, other ones again. Whoever shows routines asks here.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date as Day
from datetime import timedelta, tzinfo
from zoneinfo import ZoneInfo

from yamori.agents.scheduler.rules.rows.instants import instant
from yamori.agents.scheduler.rules.rows.occurrences import next_occurrence, past_occurrences, shifted_rule
from yamori.agents.scheduler.rules.rows.routine import Routine
from yamori.domain.errors import InvalidRequest

_DAY = timedelta(days=1)


def is_of_another_zone(routine: Routine, home: tzinfo) -> bool:
    return routine.zone is not None and routine.time is not None and routine.zone != str(home)


def at_home(routine: Routine, day: Day, home: tzinfo) -> tuple[Day, Routine]:
    """What takes place on a day of its own calendar: the day on which that is at home, and the routine with its hour there."""
    if routine.time is None or routine.zone is None or not is_of_another_zone(routine, home):
        return day, routine
    here = instant(day, routine.time, ZoneInfo(routine.zone)).astimezone(home)
    return here.date(), replace(routine, time=here.time())


def own_day(routine: Routine, day: Day, home: tzinfo) -> Day:
    """The day of its own calendar that is this day at home."""
    return next((own for own in (day, *_around(day)) if at_home(routine, own, home)[0] == day), day)


def _around(day: Day) -> Iterator[Day]:
    yield from ([day - _DAY] if day > Day.min else [])
    yield from ([day + _DAY] if day < Day.max else [])


def next_at_home(routine: Routine, after: Day, home: tzinfo) -> tuple[Day, Routine] | None:
    """Its first day at home later than `after`, and its hour then; None where it has ended."""
    found = _next(routine, after, home)
    return found[1:] if found is not None else None


def _next(routine: Routine, after: Day, home: tzinfo) -> tuple[Day, Day, Routine] | None:
    """The same, behind the day of its own calendar."""
    own = after - _DAY if after > Day.min and is_of_another_zone(routine, home) else after
    while (found := next_occurrence(routine.recurrence, routine.starts, own, skipped=routine.skipped)) is not None:
        day, here = at_home(routine, found, home)
        if day > after:
            return found, day, here
        own = found
    return None


def past_at_home(routine: Routine, last: Day, home: tzinfo) -> Iterator[Day]:
    """Its days at home up to `last`, it included, the latest first."""
    own = last + _DAY if last < Day.max and is_of_another_zone(routine, home) else last
    days = (at_home(routine, d, home)[0] for d in past_occurrences(routine.recurrence, routine.starts, own, skipped=routine.skipped))
    return (day for day in days if day <= last)


def brought_home(routine: Routine, today: Day, home: tzinfo) -> Routine:
    """The same routine with its days and its hour by the home's clock, as they are when it comes round next. Raises `InvalidRequest` where
    its rule has no such days (the first Monday there is not always the first Tuesday here)."""
    if not is_of_another_zone(routine, home):
        return routine
    own, day, here = _next(routine, today - _DAY, home) or (routine.starts, *at_home(routine, routine.starts, home))
    later = day - own
    rule = shifted_rule(routine.recurrence, later.days)
    if rule is None:
        raise InvalidRequest(
            f"the days of {routine.title!r} are counted in another time zone, {routine.zone}; change it in the calendar that it is from",
            where="routine_id",
        )
    skipped = tuple(at_home(routine, gone, home)[0] for gone in routine.skipped)
    return replace(here, recurrence=rule, starts=routine.starts + later, skipped=skipped, zone=None)


def as_shown(routine: Routine, today: Day, home: tzinfo) -> Routine:
    """By the home's clock, and then without a zone; by its own clock, with its zone, where the home's has no rule for its days."""
    try:
        return replace(brought_home(routine, today, home), zone=None)
    except InvalidRequest:
        return routine
