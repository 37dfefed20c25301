"""Weather without a network, for tests, evaluations and demonstrations: the same for the same seed, place and date, or as a case sets it.

Fulfils `port.WeatherSource`. Its days are plausible for latitude and season, and true of nothing.
"""

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from yamori.automations.location import Location
from yamori.automations.weather.codes import code_by_amount, code_by_cloud
from yamori.automations.weather.forecast import HOUR, Forecast, Hour, Period, whole_day
from yamori.automations.weather.port import NoForecast

NAME = "Simulated weather"
_REACH = timedelta(days=16)
"""As far as real forecasts reach."""


@dataclass(frozen=True, kw_only=True)
class WetSpell:
    """Rain, or snow where it is cold enough, from one hour of the day to another."""

    start: int
    """0 to 23."""
    end: int
    """1 to 24, not included."""
    amount: float = 1.0
    """Millimetres in each hour."""
    probability: int = 80
    """Per cent."""
    code: int | None = None
    """Of the WMO; None for the one that fits amount and temperature."""


@dataclass(frozen=True, kw_only=True)
class SetDay:
    """The weather of a date as somebody wants it."""

    low: float = 9.0
    """Degrees at five in the morning."""
    high: float = 15.0
    """Degrees at two in the afternoon."""
    cloud: int = 30
    """Per cent while nothing falls."""
    wind: float = 2.0
    """Metres per second."""
    wet: tuple[WetSpell, ...] = ()
    probability: int = 5
    """Per cent, outside of the wet spells."""


class SimulatedWeather:
    def __init__(
        self, *, seed: int = 0, days: Mapping[date, SetDay] | None = None, otherwise: SetDay | None = None, reachable: bool = True
    ) -> None:
        """`otherwise`: of the days that are not set, instead of plausible ones by chance."""
        self._seed, self._otherwise = seed, otherwise
        self._days = dict(days or {})
        self.reachable = reachable
        """False is a house without a network."""

    def set_day(self, day: date, weather: SetDay) -> None:
        """From the next forecast on."""
        self._days[day] = weather

    async def forecast(self, location: Location, period: Period, *, now: datetime) -> Forecast:
        if not self.reachable:
            raise NoForecast("no network", location=location, source=NAME)
        zone = location.zone
        last = min(period.end, now + _REACH).astimezone(zone).date()
        day = period.start.astimezone(zone).date()
        hours: list[Hour] = []
        while day <= last:
            hours += _hours(self._days.get(day) or self._otherwise or generated_day(self._seed, location, day), location, day)
            day += timedelta(days=1)
        found = Forecast(location=location, hours=tuple(hours), fetched_at=now, source=NAME)
        return Forecast(location=location, hours=found.within(period), fetched_at=now, source=NAME)


def generated_day(seed: int, location: Location, day: date) -> SetDay:
    """A day by chance, always the same by seed, place and date."""
    chance = random.Random(f"{seed} {location.latitude:.1f} {location.longitude:.1f} {day.isoformat()}")
    season = math.cos(2 * math.pi * (day.timetuple().tm_yday - 200) / 365) * (1 if location.latitude >= 0 else -1)
    # Roughly the yearly mean and swing of low-lying places by their latitude.
    mean = 28 - 0.36 * abs(location.latitude) + 0.22 * abs(location.latitude) * season + chance.gauss(0, 2.5)
    half = chance.uniform(2.5, 6.0)
    wet: tuple[WetSpell, ...] = ()
    if chance.random() < 0.33:
        start = chance.randrange(0, 22)
        length = chance.randint(1, 9)
        amount = round(0.2 + chance.expovariate(0.6), 1)
        wet = (WetSpell(start=start, end=min(24, start + length), amount=amount, probability=chance.randrange(50, 100, 5)),)
    return SetDay(
        low=round(mean - half, 1),
        high=round(mean + half, 1),
        cloud=chance.choice((5, 25, 55, 90)) if not wet else 85,
        wind=round(chance.weibullvariate(3.5, 1.8), 1),
        wet=wet,
        probability=chance.choice((0, 5, 10, 20, 30)),
    )


def _hours(day: SetDay, location: Location, on: date) -> list[Hour]:
    """Every hour of the date, 23 or 25 when the clocks change."""
    whole = whole_day(on, location.zone)
    middle, half = (day.high + day.low) / 2, (day.high - day.low) / 2
    hours = []
    start = whole.start
    while start < whole.end:
        clock = start.astimezone(location.zone).hour
        temperature = round(middle + half * math.cos(math.pi * _share(clock)), 1)
        spell = next((spell for spell in day.wet if spell.start <= clock < spell.end), None)
        fitting = code_by_amount(spell.amount, temperature) if spell else code_by_cloud(day.cloud)
        hours.append(
            Hour(
                start=start,
                temperature=temperature,
                precipitation=spell.amount if spell else 0.0,
                probability=spell.probability if spell else day.probability,
                wind=day.wind,
                cloud=95 if spell else day.cloud,
                code=spell.code if spell and spell.code is not None else fitting.code,
            )
        )
        start += HOUR
    return hours


def _share(clock: int) -> float:
    """How far from the warmest hour (0) to the coldest (1): nine hours of rising from five to two, fifteen of falling."""
    return (14 - clock) / 9 if 5 <= clock <= 14 else ((clock - 14) % 24) / 15
