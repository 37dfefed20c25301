"""Conditions on the weather: fulfils `ports.Weather` for the engine, which hands on what a condition asks and is told yes, no or unknown.

What may be asked is `Asks`, plain JSON. It is checked with `checked` when an automation is made, and again whenever it is read.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
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


_WITH_VALUE = (About.WARMER, About.COLDER, About.WINDIER)


class Asks(BaseModel):
    """One question about a time that is counted from the moment at which it is asked."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    about: About
    value: Annotated[float, Field(allow_inf_nan=False)] | None = None
    probability: Annotated[int, Field(ge=1, le=100)] = LIKELY
    """Per cent from which on it is taken to rain."""
    days_ahead: Annotated[int, Field(ge=0, le=15)] = 0
    """0 is today in the home's time zone."""
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
        has_day = bool(self.days_ahead or self.start or self.end)
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

    async def holds(self, asks: Mapping[str, Value], now: datetime) -> bool | None:
        """None where the forecast does not tell. Raises `InvalidRequest`, and `NoForecast` where there is none at all."""
        asked = checked(asks)
        period = period_of(asked, self._location, now=now)
        if period is None:
            return None
        return holds(asked, await self._source.forecast(self._location, period, now=now), period, now=now)


def period_of(asked: Asks, location: Location, *, now: datetime) -> Period | None:
    """The time that is meant when it is asked now; None where it is over."""
    if asked.about is About.FROST:
        return Period(start=now, end=now + timedelta(hours=40))
    if asked.hours_ahead is not None:
        return Period(start=now, end=now + timedelta(hours=asked.hours_ahead))
    day = now.astimezone(location.zone).date() + timedelta(days=asked.days_ahead)
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
        case About.WARMER | About.COLDER:
            sign = 1 if asked.about is About.WARMER else -1
            is_shown = any(sign * hour.temperature > sign * value for hour in forecast.within(period))
            return True if is_shown else False if forecast.covers(period) else None
