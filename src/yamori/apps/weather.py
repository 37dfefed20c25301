"""Opens the forecasts of the house: Open-Meteo as the settings say, what is kept of it in the data folder, the Weather agent over both."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from yamori.apps.settings import WeatherSettings
from yamori.automations.weather.kept import KeptWeather, open_kept_weather
from yamori.automations.weather.openmeteo import OpenMeteo
from yamori.automations.weather.port import WeatherSource

KEPT = "weather.json"
"""In the data folder: the last forecast, for when there is no network."""


@asynccontextmanager
async def open_weather(settings: WeatherSettings | None, data: Path | None) -> AsyncIterator[WeatherSource | None]:
    """Asks nobody until somebody asks it; None where forecasts are switched off."""
    wanted = settings or WeatherSettings()
    if wanted.off:
        yield None
        return
    server = OpenMeteo(url=wanted.url, limit=wanted.timeout)
    kept: KeptWeather | None = None
    try:
        kept = await open_kept_weather(server, data / KEPT if data else None)
        yield kept
    finally:
        if kept is not None:
            await kept.close()
        await server.close()
