"""When a time trigger comes next, also when the clocks change, on 29 February and in months without a 31st."""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta, tzinfo
from datetime import date as Day
from datetime import time as Clock

from yamori.automations.ports import Sky
from yamori.automations.recurrence import next_day
from yamori.automations.trigger import At, Every, Recurring, Slot, Sun, Timed

_DAY = timedelta(days=1)


def next_due(trigger: Timed, after: datetime, *, zone: tzinfo, sky: Sky, without: Collection[Day] = ()) -> datetime | None:
    """The first moment later than `after`, in UTC, that is not on one of the days `without`; None where it does not come any more."""
    if isinstance(trigger, Recurring):
        coming = [_next_of(slot, trigger.starts, after, zone, without) for slot in trigger.slots]
        return min((moment for moment in coming if moment is not None), default=None)
    found = _next_moment(trigger, after, sky)
    while found is not None and (day := found.astimezone(zone).date()) in without:
        found = _next_moment(trigger, instant(day + _DAY, Clock(0), zone) - timedelta(microseconds=1), sky)
    return found


def comes_on(trigger: Timed, day: Day, *, now: datetime, zone: tzinfo, sky: Sky) -> bool:
    """Whether a moment of it that is still to come belongs to a day."""
    if isinstance(trigger, Recurring):
        slots = [slot for slot in trigger.slots if next_day(slot.rule, trigger.starts, day - _DAY) == day]
        return any(instant(day, slot.at, zone) > now for slot in slots)
    found = _next_moment(trigger, max(now, instant(day, Clock(0), zone) - timedelta(microseconds=1)), sky)
    return found is not None and found.astimezone(zone).date() == day


def _next_moment(trigger: At | Every | Sun, after: datetime, sky: Sky) -> datetime | None:
    match trigger:
        case At():
            return trigger.moment if trigger.moment > after else None
        case Every():
            passed = max((after - trigger.start) // timedelta(seconds=trigger.seconds), 0)
            return trigger.start + (passed + 1) * timedelta(seconds=trigger.seconds)
        case Sun():
            offset = timedelta(seconds=trigger.offset_seconds)
            found = sky.next(trigger.event, after - offset)
            return found.astimezone(UTC) + offset if found is not None else None


def instant(day: Day, time: Clock, zone: tzinfo) -> datetime:
    """The moment, in UTC, when the clocks of the zone show this (RFC 5545, 3.3.5): a skipped one is that much later, of two the first."""
    return datetime.combine(day, time, tzinfo=zone).replace(fold=0).astimezone(UTC)


def _next_of(slot: Slot, starts: Day, after: datetime, zone: tzinfo, without: Collection[Day]) -> datetime | None:
    # From the day before: a time that the clocks skip over midnight belongs to the day that it is named after.
    day = next_day(slot.rule, starts, after.astimezone(zone).date() - 2 * _DAY)
    while day is not None:
        moment = instant(day, slot.at, zone)
        if moment > after and day not in without:
            return moment
        day = next_day(slot.rule, starts, day)
    return None
