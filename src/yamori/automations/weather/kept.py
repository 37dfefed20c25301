"""Keeps the last good forecast of each place, on disk too, so that the house can say how old what it has is when there is no network.

A `WeatherSource` around another one. It asks the other once an hour at most for the same place, never twice at once, and after a failure
not for two minutes. Nobody waits long for it: what is kept is given meanwhile.
"""

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import structlog

from yamori.automations.location import Location
from yamori.automations.weather.forecast import Forecast, Period, whole_day
from yamori.automations.weather.forecastfile import read_forecasts, write_forecasts
from yamori.automations.weather.port import NoForecast, WeatherSource

_LOG = structlog.get_logger()
FRESH = timedelta(hours=1)
AFTER_A_FAILURE = timedelta(minutes=2)
_AHEAD = timedelta(days=8)
"""What is asked for at least, so that a week without a network has something."""
_MOST_PLACES = 8


@dataclass(frozen=True, kw_only=True)
class _Kept:
    forecast: Forecast
    until: datetime
    """What was asked for; the forecast itself may reach less far."""


@dataclass(frozen=True, kw_only=True)
class _Failed:
    at: datetime
    error: NoForecast


class KeptWeather:
    """Open it with `open_kept_weather`, close it to end what is still being asked."""

    def __init__(self, source: WeatherSource, file: Path | None, kept: tuple[Forecast, ...], *, patience: float) -> None:
        self._source, self._file, self._patience = source, file, patience
        self._kept = {_key(one.location): _Kept(forecast=one, until=one.until or one.fetched_at) for one in kept}
        self._failed: dict[str, _Failed] = {}
        self._asking: dict[str, asyncio.Task[Forecast]] = {}

    async def forecast(self, location: Location, period: Period, *, now: datetime) -> Forecast:
        """The newest that there is within the patience: it may be old (`fetched_at`), and may not reach the period.

        Raises `NoForecast` where there is none at all.
        """
        key = _key(location)
        kept, failed = self._kept.get(key), self._failed.get(key)
        if kept is not None and timedelta(0) <= now - kept.forecast.fetched_at < FRESH and period.end <= kept.until:
            return _named(kept.forecast, location)
        if failed is not None and timedelta(0) <= now - failed.at < AFTER_A_FAILURE:
            if kept is None:
                raise failed.error
            return _named(kept.forecast, location)
        asking = self._asking.get(key)
        if asking is None:
            asking = self._asking[key] = asyncio.create_task(self._ask(location, period, now))
            asking.add_done_callback(_seen)
        try:
            # Shielded: who gives up waiting does not take the answer from the others, nor from the next one who asks.
            return _named(await asyncio.wait_for(asyncio.shield(asking), self._patience if kept is not None else None), location)
        except (NoForecast, TimeoutError):
            if kept is None:
                raise
            return _named(kept.forecast, location)

    async def close(self) -> None:
        for asking in self._asking.values():
            asking.cancel()
        await asyncio.gather(*self._asking.values(), return_exceptions=True)

    async def _ask(self, location: Location, period: Period, now: datetime) -> Forecast:
        key = _key(location)
        today = whole_day(now.astimezone(location.zone).date(), location.zone)
        wanted = Period(start=today.start, end=max(period.end, today.start + _AHEAD))
        try:
            found = await self._source.forecast(location, wanted, now=now)
        except NoForecast as error:
            _LOG.warning("no weather", reason=str(error))
            self._failed[key] = _Failed(at=now, error=error)
            raise
        finally:
            del self._asking[key]
        self._failed.pop(key, None)
        self._kept.pop(key, None)  # the newest last
        self._kept[key] = _Kept(forecast=found, until=wanted.end)
        while len(self._kept) > _MOST_PLACES:
            del self._kept[next(iter(self._kept))]
        await self._write()
        return found

    async def _write(self) -> None:
        if self._file is None:
            return
        forecasts = tuple(kept.forecast for kept in self._kept.values())
        try:
            await asyncio.to_thread(write_forecasts, self._file, forecasts)
        except OSError as error:  # the weather is known all the same; only after a restart without a network it is missing
            _LOG.warning("the weather cannot be kept", file=str(self._file), reason=str(error))


async def open_kept_weather(source: WeatherSource, file: Path | None, *, patience: float = 1.5) -> KeptWeather:
    """With what the file holds; None keeps it in memory. `patience`: seconds to wait for the source where something is kept."""
    kept: tuple[Forecast, ...] = ()
    if file is not None:
        try:
            kept = await asyncio.to_thread(read_forecasts, file)
        except ValueError as damaged:  # nothing but a cache: the next forecast takes its place
            _LOG.warning("the kept weather cannot be read", file=str(file), reason=str(damaged))
    return KeptWeather(source, file, kept, patience=patience)


def _seen(asking: "asyncio.Task[Forecast]") -> None:
    """Where everybody has given up waiting its failure is in the log already, and asyncio need not complain that nobody saw it."""
    if not asking.cancelled():
        asking.exception()


def _key(location: Location) -> str:
    return f"{location.latitude:.2f} {location.longitude:.2f}"


def _named(forecast: Forecast, location: Location) -> Forecast:
    """The forecast under the name that was asked with: it may have been kept under another."""
    return Forecast(location=location, hours=forecast.hours, fetched_at=forecast.fetched_at, source=forecast.source)
