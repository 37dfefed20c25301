"""What people ask of a forecast: rain, umbrella, warmth, wind, frost. Pure.

Every answer has the value and the hours that it rests on. Unknown stays unknown: *yes* needs one hour that shows it, *no* needs every hour
of the period; else the value is None. Used by conditions (`holding`) and answers (`wording`).
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum

from yamori.automations.weather.forecast import Forecast, Hour, Period, highest_probability, whole_day

LIKELY = 50
"""Per cent from which on it is taken to rain."""
POSSIBLE = 30
"""Per cent from which on a folding umbrella is worth its weight (as Japan's forecasters advise)."""
MEASURABLE = 0.1
"""Millimetres in an hour: what counts as rain where a source gives no probability."""
FREEZING = 0.0
GROUND_FROST = 3.0
"""Degrees 2 m above the ground at which grass and windscreens may freeze on a clear night."""
EVENING = time(18)
MORNING = time(9)
SMALL_HOURS = time(5)
"""Before this, tonight is the night that is running."""


@dataclass(frozen=True, kw_only=True)
class Rain:
    """Whether anything falls, snow included."""

    value: bool | None
    period: Period
    hours: tuple[Hour, ...]
    """The wet ones where it rains, else all that are known of the period."""
    probability: int | None
    """The highest of the period, per cent."""
    amount: float
    """Millimetres in the wet hours."""


class Umbrella(StrEnum):
    YES = "yes"
    FOLDING = "folding"
    """Rain is possible, not likely."""
    NO = "no"


@dataclass(frozen=True, kw_only=True)
class UmbrellaAdvice:
    value: Umbrella | None
    rain: Rain
    """Over the rest of the day."""


@dataclass(frozen=True, kw_only=True)
class Temperatures:
    """The extremes of a date; None where nothing of it is known."""

    date: date
    low: float | None
    high: float | None
    hours: tuple[Hour, ...]
    """The coldest and the warmest, in this order."""
    is_whole: bool


@dataclass(frozen=True, kw_only=True)
class Wind:
    value: bool | None
    period: Period
    above: float
    """Metres per second that were asked about."""
    strongest: float | None
    hours: tuple[Hour, ...]
    """Those with more where there are, else all that are known of the period."""


class Frost(StrEnum):
    FROST = "frost"
    GROUND = "ground"
    """The air stays above freezing; grass and windscreens may not."""
    NONE = "none"


@dataclass(frozen=True, kw_only=True)
class FrostAnswer:
    value: Frost | None
    period: Period
    low: float | None
    hours: tuple[Hour, ...]
    """The coldest one where it freezes, else all that are known of the night."""


def is_wet(hour: Hour, *, least_probability: int = LIKELY, least_amount: float = MEASURABLE) -> bool:
    """The probability decides; the amount only where there is none."""
    return hour.precipitation >= least_amount if hour.probability is None else hour.probability >= least_probability


def will_rain(forecast: Forecast, period: Period, *, least_probability: int = LIKELY, least_amount: float = MEASURABLE) -> Rain:
    """Whether it rains in the period."""
    hours = forecast.within(period)
    wet = tuple(hour for hour in hours if is_wet(hour, least_probability=least_probability, least_amount=least_amount))
    return Rain(
        value=_answer(bool(wet), forecast.covers(period)),
        period=period,
        hours=wet or hours,
        probability=highest_probability(hours),
        amount=sum(hour.precipitation for hour in wet),
    )


def needs_umbrella(forecast: Forecast, *, now: datetime) -> UmbrellaAdvice:
    """For the rest of today in the place's time zone."""
    day = whole_day(now.astimezone(forecast.location.zone).date(), forecast.location.zone)
    return umbrella_for(forecast, Period(start=max(day.start, now), end=day.end))


def umbrella_for(forecast: Forecast, period: Period) -> UmbrellaAdvice:
    rain = will_rain(forecast, period)
    if rain.value:
        return UmbrellaAdvice(value=Umbrella.YES, rain=rain)
    possible = will_rain(forecast, period, least_probability=POSSIBLE)
    if possible.value:
        return UmbrellaAdvice(value=Umbrella.FOLDING, rain=possible)
    return UmbrellaAdvice(value=Umbrella.NO if rain.value is False else None, rain=rain)


def temperatures(forecast: Forecast, day: date) -> Temperatures:
    """The lowest and the highest of a date in the place's time zone."""
    found = forecast.day(day)
    if found is None:
        return Temperatures(date=day, low=None, high=None, hours=(), is_whole=False)
    coldest = min(found.hours, key=lambda hour: hour.temperature)
    warmest = max(found.hours, key=lambda hour: hour.temperature)
    return Temperatures(date=day, low=found.low, high=found.high, hours=(coldest, warmest), is_whole=found.is_whole)


def wind_above(forecast: Forecast, period: Period, speed: float) -> Wind:
    """Whether the wind is stronger than so many metres per second at some time of the period."""
    hours = forecast.within(period)
    strong = tuple(hour for hour in hours if hour.wind > speed)
    return Wind(
        value=_answer(bool(strong), forecast.covers(period)),
        period=period,
        above=speed,
        strongest=max((hour.wind for hour in hours), default=None),
        hours=strong or hours,
    )


def frost_tonight(forecast: Forecast, *, now: datetime) -> FrostAnswer:
    """Whether it freezes in the coming night, or before five in the morning in the one that is running: until nine."""
    period = night_of(forecast, now=now)
    hours = forecast.within(period)
    coldest = min(hours, key=lambda hour: hour.temperature, default=None)
    low = coldest.temperature if coldest is not None else None
    value: Frost | None = None
    if low is not None and low <= FREEZING:
        value = Frost.FROST
    elif low is not None and forecast.covers(period):
        value = Frost.GROUND if low <= GROUND_FROST else Frost.NONE
    return FrostAnswer(
        value=value, period=period, low=low, hours=(coldest,) if coldest is not None and value in (Frost.FROST, Frost.GROUND) else hours
    )


def night_of(forecast: Forecast, *, now: datetime) -> Period:
    """From six in the evening, or from now on where it is night already, to nine in the morning."""
    zone = forecast.location.zone
    there = now.astimezone(zone)
    morning = datetime.combine(there.date(), MORNING, zone).astimezone(UTC)
    if there.time() < SMALL_HOURS:
        return Period(start=now, end=morning)
    evening = datetime.combine(there.date(), EVENING, zone).astimezone(UTC)
    following = datetime.combine(there.date() + timedelta(days=1), MORNING, zone).astimezone(UTC)
    return Period(start=max(now, evening), end=following)


def _answer(is_shown: bool, is_covered: bool) -> bool | None:
    return True if is_shown else False if is_covered else None
