"""Between the home's wall clock and instants.

A time that the clocks skip when they go forward is the moment that much later (02:30 becomes 03:30); one that comes twice when they go
back is the first of the two (RFC 5545, 3.3.5).
"""

from datetime import UTC, datetime, tzinfo
from datetime import date as Day
from datetime import time as Clock

MORNING = Clock(9)
"""When something that has a day and no time is spoken of."""
_FIRST, _LAST = Day(3, 1, 1), Day(9997, 1, 1)


def instant(day: Day, time: Clock | None, zone: tzinfo) -> datetime:
    """The moment, in UTC, at which the clocks of the zone show this; at the ends of the calendar, a moment near them."""
    if not _FIRST < day < _LAST:  # room for zones and for leads
        return datetime.combine(_FIRST if day <= _FIRST else _LAST, Clock(0), tzinfo=UTC)
    return datetime.combine(day, time or MORNING, tzinfo=zone).replace(fold=0).astimezone(UTC)


def local_day(moment: datetime, zone: tzinfo) -> Day:
    return moment.astimezone(zone).date()


def zone_of(now: datetime) -> tzinfo:
    """The home's zone, which is the one that its clock speaks in."""
    return now.tzinfo or UTC
