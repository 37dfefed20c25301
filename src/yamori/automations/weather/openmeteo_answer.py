"""Open-Meteo's answer as hours, every field checked. Pure; `openmeteo` asks for exactly what stands here.

Amounts and probabilities of Open-Meteo are of the hour *before* their moment (https://open-meteo.com/en/docs), and its weather code follows
from that amount: an hour takes them from the moment at which it ends.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from yamori.automations.weather.forecast import Hour

VARIABLES = ("temperature_2m", "precipitation", "precipitation_probability", "weather_code", "cloud_cover", "wind_speed_10m")
UNITS = {"temperature_unit": "celsius", "wind_speed_unit": "ms", "precipitation_unit": "mm", "timeformat": "unixtime", "timezone": "GMT"}
_AN_HOUR = 3600
_MOST_HOURS = 24 * 40


class UnusableAnswer(Exception):
    """What is wrong with an answer, and where in it."""


class _Block(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)


class _Units(_Block):
    time: str
    temperature_2m: str
    precipitation: str
    wind_speed_10m: str


class _Hourly(_Block):
    """None is what the model does not reach any more."""

    time: Annotated[list[Annotated[int, Field(ge=0, le=2**33)]], Field(max_length=_MOST_HOURS)]
    temperature_2m: list[Annotated[float, Field(ge=-95, le=65, allow_inf_nan=False)] | None]
    precipitation: list[Annotated[float, Field(ge=0, le=500, allow_inf_nan=False)] | None]
    precipitation_probability: list[Annotated[int, Field(ge=0, le=100)] | None]
    weather_code: list[Annotated[int, Field(ge=0, le=99)] | None]
    cloud_cover: list[Annotated[int, Field(ge=0, le=100)] | None]
    wind_speed_10m: list[Annotated[float, Field(ge=0, le=150, allow_inf_nan=False)] | None]


class _Answer(_Block):
    hourly_units: _Units
    hourly: _Hourly


class _Refusal(BaseModel):
    reason: str


_EXPECTED = {"time": "unixtime", "temperature_2m": "°C", "precipitation": "mm", "wind_speed_10m": "m/s"}


def hours_of(answer: bytes) -> tuple[Hour, ...]:
    """Raises `UnusableAnswer` with the field that is wrong."""
    try:
        parsed = _Answer.model_validate_json(answer)
    except ValidationError as wrong:
        raise UnusableAnswer(_first(wrong)) from wrong
    for field, unit in _EXPECTED.items():
        if (given := getattr(parsed.hourly_units, field)) != unit:
            raise UnusableAnswer(f"hourly_units.{field} is {given!r}, expected {unit!r}")
    hourly = parsed.hourly
    for name in VARIABLES:
        if (number := len(getattr(hourly, name))) != len(hourly.time):
            raise UnusableAnswer(f"hourly.{name} has {number} values for {len(hourly.time)} moments")
    if any(later <= earlier for earlier, later in pairwise(hourly.time)):
        raise UnusableAnswer("hourly.time does not go forward")
    return tuple(hour for number in range(len(hourly.time) - 1) if (hour := _hour(hourly, number)) is not None)


def reason_of(answer: bytes) -> str:
    """What Open-Meteo says of a request that it refused; empty where it says nothing."""
    try:
        return _Refusal.model_validate_json(answer).reason[:200]
    except ValidationError:
        return ""


def _hour(hourly: _Hourly, number: int) -> Hour | None:
    """The hour that begins at a moment; None where something of it is missing, which then is not known."""
    ends = number + 1
    temperature, wind, cloud = hourly.temperature_2m[number], hourly.wind_speed_10m[number], hourly.cloud_cover[number]
    precipitation, code = hourly.precipitation[ends], hourly.weather_code[ends]
    if hourly.time[ends] - hourly.time[number] != _AN_HOUR:
        return None
    if temperature is None or wind is None or cloud is None or precipitation is None or code is None:
        return None
    return Hour(
        start=datetime.fromtimestamp(hourly.time[number], UTC),
        temperature=temperature,
        precipitation=precipitation,
        probability=hourly.precipitation_probability[ends],
        wind=wind,
        cloud=cloud,
        code=code,
    )


def _first(wrong: ValidationError) -> str:
    """The first mistake: where and what, without the value, which may be long."""
    details: Sequence[str | int] = wrong.errors()[0]["loc"]
    where = ".".join(str(part) for part in details)
    return f"{where}: {wrong.errors()[0]['msg']}" if where else wrong.errors()[0]["msg"]
