"""A forecast as values: hours, and the days and periods made of them. Pure; every source gives this, every question takes it.

Days are made of hours here and not taken from a source: whose day it is, and how long it is when the clocks change, the place's zone says.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from yamori.automations.location import Location
from yamori.domain.errors import InvalidRequest

HOUR = timedelta(hours=1)


@dataclass(frozen=True, kw_only=True)
class Period:
    """From one moment to another, both aware; the end is not included. Raises `InvalidRequest` for one that is none."""

    start: datetime
    end: datetime

    def __post_init__(self) -> None:
        if self.start.tzinfo is None or self.end.tzinfo is None:
            raise InvalidRequest("a period is between two moments with their time zones, such as 2026-11-26T12:00+09:00", where="period")
        if self.end <= self.start:
            raise InvalidRequest("a period ends after it begins", where="period.end")


def whole_day(day: date, zone: tzinfo) -> Period:
    """A date of a place: 23 or 25 hours when the clocks change."""
    begins, ends = (datetime.combine(on, time(0), zone) for on in (day, day + timedelta(days=1)))
    return Period(start=begins.astimezone(UTC), end=ends.astimezone(UTC))


@dataclass(frozen=True, kw_only=True)
class Hour:
    """The weather of one hour."""

    start: datetime
    """In UTC."""
    temperature: float
    """Degrees Celsius, 2 m above the ground, when the hour begins."""
    precipitation: float
    """Millimetres that fall in the hour; snow as the water in it."""
    probability: int | None
    """Per cent, that anything falls in the hour; None where the source does not say."""
    wind: float
    """Metres per second, 10 m above the ground, when the hour begins."""
    cloud: int
    """Per cent of the sky."""
    code: int
    """Of the WMO (table 4677, as Open-Meteo gives it); see `codes`."""

    @property
    def end(self) -> datetime:
        return self.start + HOUR


@dataclass(frozen=True, kw_only=True)
class Day:
    """What the hours of a date come to."""

    date: date
    low: float
    high: float
    precipitation: float
    """Millimetres in all."""
    probability: int | None
    """Of the hour in which something falls most probably."""
    wind: float
    """The strongest, metres per second."""
    hours: tuple[Hour, ...]
    is_whole: bool
    """Every hour of the date is known."""


@dataclass(frozen=True, kw_only=True)
class Forecast:
    """What a source says of a place, and when it said so."""

    location: Location
    hours: tuple[Hour, ...]
    """In order; hours may be missing, and then are not known."""
    fetched_at: datetime
    source: str
    """The name that an answer gives."""

    def within(self, period: Period) -> tuple[Hour, ...]:
        """The hours that have a part in the period."""
        return tuple(hour for hour in self.hours if hour.start < period.end and hour.end > period.start)

    def covers(self, period: Period) -> bool:
        """No moment of the period is unknown."""
        reached = period.start
        for hour in self.within(period):
            if hour.start > reached:
                return False
            reached = hour.end
        return reached >= period.end

    def day(self, day: date) -> Day | None:
        """A date in the place's time zone; None where nothing of it is known."""
        period = whole_day(day, self.location.zone)
        hours = self.within(period)
        if not hours:
            return None
        return Day(
            date=day,
            low=min(hour.temperature for hour in hours),
            high=max(hour.temperature for hour in hours),
            precipitation=sum(hour.precipitation for hour in hours),
            probability=highest_probability(hours),
            wind=max(hour.wind for hour in hours),
            hours=hours,
            is_whole=self.covers(period),
        )

    @property
    def until(self) -> datetime | None:
        """Where it ends; None where it holds nothing."""
        return self.hours[-1].end if self.hours else None


def highest_probability(hours: Sequence[Hour]) -> int | None:
    """Per cent; None where no hour has one."""
    return max((hour.probability for hour in hours if hour.probability is not None), default=None)
