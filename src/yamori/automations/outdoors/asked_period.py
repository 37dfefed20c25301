"""The days and hours that a question means, as the tool takes them. Pure."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from yamori.automations.outdoors.asked import Asked
from yamori.automations.outdoors.subject import Subject
from yamori.automations.outdoors.vocabulary import periods, places_of
from yamori.domain.when import DayPart, When
from yamori.domain.when.amounts import amounts_in
from yamori.understanding.utterance import Utterance

MOST_DAYS = 7
"""Told of a period of days; later ones are left to another question, and no forecast is good for them."""
PARTS = {
    DayPart.MORNING: (time(6), time(12)),
    DayPart.AFTERNOON: (time(12), time(18)),
    DayPart.EVENING: (time(18), time(0)),
    DayPart.NIGHT: (time(18), time(6)),
}
"""What forecasts mean by them; the second is the next day's where it is not later."""
_LONGEST = timedelta(hours=48)


@dataclass(frozen=True, kw_only=True)
class AskedPeriod:
    day: date
    until: date | None = None
    """The last of several days."""
    start: time | None = None
    end: time | None = None
    """The next day's where it is not later than `start`; None with a `start` is an hour."""
    hours: int | None = None
    """So many from now on, instead of the day's."""


def asked_period(asked: Asked, utterance: Utterance) -> AskedPeriod:
    """What is meant; today where nothing is said."""
    now, when = utterance.now, asked.when
    today = now.date()
    if asked.is_now and not when.found:
        return AskedPeriod(day=today, hours=1)
    if not when.found:
        lengths = [amount.length for amount in amounts_in(utterance.normal.text)]
        if lengths and timedelta(0) < lengths[0] <= _LONGEST:
            return AskedPeriod(day=today, hours=max(1, round(lengths[0] / timedelta(hours=1))))
        days = said_period("days", utterance)
        if isinstance(days, int):
            return AskedPeriod(day=today, until=today + timedelta(days=days - 1))
    day = when.date if when.date is not None and (when.date_said or when.time or when.part) else today
    until = when.end_date if when.end_date is not None and when.end_date > day else None
    if until is not None:
        day = max(day, today)
        return AskedPeriod(day=day, until=min(until, day + timedelta(days=MOST_DAYS - 1)) if until > day else None)
    if isinstance(between := said_period("hours", utterance), list) and when.time is None:
        return AskedPeriod(day=day, start=time(between[0]), end=time(between[1] % 24))
    return _within(day, when, now)


def _within(day: date, when: When, now: datetime) -> AskedPeriod:
    """A time or a part of the day that was named."""
    if when.time is not None:
        return AskedPeriod(day=day, start=when.time.replace(fold=0), end=when.end_time)
    if when.part is not None:
        start, end = PARTS[when.part]
        # A part without a day is today's as long as it lasts.
        ends = now.date() + timedelta(days=end <= start), end
        if not when.date_said and datetime.combine(*ends, tzinfo=now.tzinfo) > now:
            day = now.date()
        return AskedPeriod(day=day, start=start, end=end)
    return AskedPeriod(day=day)


def said_period(topic: str, utterance: Utterance) -> object:
    """What `hours` or `days` hold for the longest word of theirs that is said; None for none."""
    held = periods(topic, utterance.language)
    said = [word for word in held if places_of((word,), utterance)]
    return held[max(said, key=len)] if said else None


def is_timed(period: AskedPeriod, subject: Subject) -> bool:
    """Whether one hour is asked about, of which the temperature then is told."""
    single = period.start is not None and period.end is None
    return (single or period.hours == 1) and subject in (Subject.TEMPERATURE, Subject.SUMMARY)
