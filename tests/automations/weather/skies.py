"""A place with a forecast that a test writes down hour by hour or day by day."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from yamori.automations.location import Location
from yamori.automations.weather.forecast import HOUR, Forecast, Hour, Period
from yamori.automations.weather.simulated import SetDay, SimulatedWeather

JAPAN = ZoneInfo("Asia/Tokyo")
KYOTO = Location(name="Kyoto", latitude=35.01, longitude=135.77, timezone="Asia/Tokyo")
BERLIN = Location(name="Berlin", latitude=52.52, longitude=13.41, timezone="Europe/Berlin")
NOW = datetime(2026, 11, 26, 7, tzinfo=JAPAN)
"""A Thursday."""
TODAY = NOW.date()


def day(ahead: int) -> date:
    return TODAY + timedelta(days=ahead)


def at(clock: int, *, ahead: int = 0) -> datetime:
    return datetime.combine(day(ahead), time(clock), JAPAN)


def between(start: int, end: int, *, ahead: int = 0) -> Period:
    return Period(start=at(start, ahead=ahead), end=at(end, ahead=ahead) if end < 24 else at(0, ahead=ahead + 1))


def hour(start: datetime, **given: float | None) -> Hour:
    values = {"temperature": 10.0, "precipitation": 0.0, "probability": 0, "wind": 2.0, "cloud": 30, "code": 1, **given}
    return Hour(start=start.astimezone(UTC), **values)  # type: ignore[arg-type]


def hours(start: datetime, *given: Mapping[str, float | None]) -> Forecast:
    """One hour after the other."""
    found = tuple(hour(start.astimezone(UTC) + HOUR * number, **values) for number, values in enumerate(given))
    return Forecast(location=KYOTO, hours=found, fetched_at=NOW, source="Open-Meteo")


async def days(given: Mapping[int, SetDay], *, until: int = 8, fetched: datetime = NOW) -> Forecast:
    """Days by how far ahead they are, all others mild and dry, as if Open-Meteo had given them."""
    weather = SimulatedWeather(days={day(ahead): given.get(ahead, SetDay()) for ahead in range(until)})
    period = Period(start=at(0), end=at(0, ahead=until))
    found = await weather.forecast(KYOTO, period, now=NOW)
    return Forecast(location=KYOTO, hours=found.hours, fetched_at=fetched, source="Open-Meteo")
