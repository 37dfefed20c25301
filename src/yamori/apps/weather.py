"""Opens the forecasts of the house: Open-Meteo as the settings say, what is kept of it in the data folder, the Weather agent over both."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from yamori.apps.settings import WeatherSettings
from yamori.automations.outdoors.vocabulary import words_for
from yamori.automations.weather.kept import KeptWeather, open_kept_weather
from yamori.automations.weather.openmeteo import OpenMeteo
from yamori.automations.weather.port import WeatherSource
from yamori.domain.home import Home
from yamori.domain.language import Language

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


def measures_outside(home: Home) -> bool:
    """Whether a thermometer of the home is called outdoor, or stands in a room that is."""
    words = [word for language in Language for word in words_for("outdoor_rooms", language)]
    rooms = {room.id for room in home.rooms if _called(words, (room.name, *room.aliases))}
    return any(
        device.room in rooms or _called(words, (device.name, *device.aliases))
        for device in home.devices
        if any(name == _THERMOMETER for _, name in device.capabilities())
    ) or any(name == _STATION for device in home.devices for _, name in device.capabilities())


_THERMOMETER = "temperatureMeasurement"
_STATION = "weather"


def _called(words: Sequence[str], names: Sequence[str]) -> bool:
    return any(word in name.casefold() for word in words for name in names)
