"""Conditions on the weather: fulfils `ports.Weather` for the engine, which hands on what a condition asks and is told yes, no or unknown.

What may be asked is `Asks`, plain JSON. It is checked with `checked` when an automation is made, and again whenever it is read.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from datetime import date as Day
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from yamori.automations.location import Location
from yamori.automations.weather.codes import Kind
from yamori.automations.weather.forecast import Forecast, Period
from yamori.automations.weather.outline import worst
from yamori.automations.weather.port import WeatherSource
from yamori.automations.weather.questions import LIKELY, Frost, frost_tonight, will_rain, wind_above
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value


class About(StrEnum):
    RAIN = "rain"
    """Anything falls, snow included."""
    SNOW = "snow"
    WARMER = "warmer"
    """Warmer than `value` degrees Celsius at some time."""
    COLDER = "colder"
    WINDIER = "windier"
    """More than `value` metres per second at some time."""
    FROST = "frost"
    """It freezes in the night; has no period."""
    SUNNY = "sunny"
    """By day it stays dry, under few clouds."""


_MARGIN = 15
_FEW_CLOUDS = 70
"""Per cent; Japan's forecasters call a sky fine up to eight tenths of clouds."""
_BY_DAY = range(8, 18)
_WITH_VALUE = (About.WARMER, About.COLDER, About.WINDIER)


class Asks(BaseModel):
    """One question about a time that is counted from the moment at which it is asked."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    about: About
    value: Annotated[float, Field(allow_inf_nan=False)] | None = None
    probability: Annotated[int, Field(ge=1, le=100)] = LIKELY
    """Per cent from which on it is taken to rain."""
    negated: bool = False
    """What is asked is whether it will not be so."""
    days_ahead: Annotated[int, Field(ge=0, le=15)] = 0
    """0 is today in the home's time zone."""
    date: Day | None = None
    """This date, and no other, instead of a day counted from the present."""
    start: time | None = None
    """On that day's clock; without it the day's beginning, today the present."""
    end: time | None = None
    """Not included; the next day's where it is not later than `start`. Without it the day's end."""
    hours_ahead: Annotated[int, Field(ge=1, le=48)] | None = None
    """Instead of a day: so many hours from now on."""

    @model_validator(mode="after")
    def _fits(self) -> "Asks":
        if (self.about in _WITH_VALUE) != (self.value is not None):
            raise ValueError(f"{self.about.value} {'needs' if self.about in _WITH_VALUE else 'has no'} value")
        if self.date is not None and self.days_ahead:
            raise ValueError("a date goes with no days_ahead")
        has_day = bool(self.days_ahead or self.date or self.start or self.end)
        if self.hours_ahead is not None and has_day:
            raise ValueError("hours_ahead counts from now on and goes with no day and no times")
        return self


def checked(asks: Mapping[str, Value]) -> Asks:
    """Raises `InvalidRequest` with what is wrong."""
    try:
        return Asks.model_validate(asks)
    except ValidationError as wrong:
        first = wrong.errors()[0]
        where = ".".join(("asks", *map(str, first["loc"])))
        raise InvalidRequest(f"this cannot be asked of the weather: {first['msg']}", where=where) from wrong


class WeatherConditions:
    """Over the home's place."""

    def __init__(self, source: WeatherSource, location: Location) -> None:
        self._source, self._location = source, location

    async def holds(self, asks: Mapping[str, Value], now: datetime, *, before: bool | None = None) -> bool | None:
        """None where the forecast does not tell. Raises `InvalidRequest`, and `NoForecast` where there is none at all.

        `before` is what it was when it was last asked: what was so stays so within a margin, since forecasts tremble from hour to hour.
        """
        asked = eased(checked(asks), is_so=before is True)
        period = period_of(asked, self._location, now=now)
        if period is None:
            return None
        found = holds(asked, await self._source.forecast(self._location, period, now=now), period, now=now)
        return found if found is None else found is not asked.negated


def eased(asked: Asks, *, is_so: bool) -> Asks:
    """The same question with its margin where it was so: 15 per cent of probability, a degree, a metre per second."""
    if is_so is asked.negated:  # of what was not so, and of its opposite that was
        return asked
    step = -1.0 if asked.about is not About.COLDER else 1.0
    value = asked.value + step if asked.value is not None else None
    return asked.model_copy(update={"probability": max(1, asked.probability - _MARGIN), "value": value})


def period_of(asked: Asks, location: Location, *, now: datetime) -> Period | None:
    """The time that is meant when it is asked now; None where it is over."""
    if asked.about is About.FROST:
        return Period(start=now, end=now + timedelta(hours=40))
    if asked.hours_ahead is not None:
        return Period(start=now, end=now + timedelta(hours=asked.hours_ahead))
    day = asked.date or now.astimezone(location.zone).date() + timedelta(days=asked.days_ahead)
    begins = datetime.combine(day, asked.start or time(0), location.zone).astimezone(UTC)
    is_next = asked.end is None or asked.end <= (asked.start or time(0))
    ends = datetime.combine(day + timedelta(days=is_next), asked.end or time(0), location.zone).astimezone(UTC)
    begins = max(begins, now.astimezone(UTC))
    return Period(start=begins, end=ends) if begins < ends else None


def holds(asked: Asks, forecast: Forecast, period: Period, *, now: datetime) -> bool | None:
    """Yes needs one hour that shows it, no needs all hours of the period; else it is not known."""
    value = asked.value or 0.0
    match asked.about:
        case About.RAIN:
            return will_rain(forecast, period, least_probability=asked.probability).value
        case About.SNOW:
            rain = will_rain(forecast, period, least_probability=asked.probability)
            is_shown = bool(rain.value) and any(worst((hour,)).kind is Kind.SNOW for hour in rain.hours)
            return True if is_shown else False if forecast.covers(period) else None
        case About.WINDIER:
            return wind_above(forecast, period, value).value
        case About.FROST:
            found = frost_tonight(forecast, now=now).value
            return None if found is None else found is Frost.FROST
        case About.SUNNY:
            return _is_sunny(forecast, period, will_rain(forecast, period, least_probability=asked.probability).value)
        case About.WARMER | About.COLDER:
            sign = 1 if asked.about is About.WARMER else -1
            is_shown = any(sign * hour.temperature > sign * value for hour in forecast.within(period))
            return True if is_shown else False if forecast.covers(period) else None


def _is_sunny(forecast: Forecast, period: Period, rains: bool | None) -> bool | None:
    zone = forecast.location.zone
    hours = forecast.within(period)
    by_day = [hour for hour in hours if hour.start.astimezone(zone).hour in _BY_DAY] or list(hours)
    if rains or not by_day:
        return False if rains else None
    if sum(hour.cloud for hour in by_day) / len(by_day) > _FEW_CLOUDS:
        return False
    return True if forecast.covers(period) else None
