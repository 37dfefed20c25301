"""Where a forecast comes from, as the house needs it, and what is raised where none does."""

from datetime import datetime
from typing import Protocol

from yamori.automations.location import Location
from yamori.automations.texts import TEXTS
from yamori.automations.weather.forecast import Forecast, Period
from yamori.domain.errors import HouseSilent
from yamori.domain.language import Language, language_of


class NoForecast(HouseSilent):
    """The source gave no usable forecast: the message says why, for the log; `in_words` is for a person."""

    def __init__(self, why: str, *, location: Location, source: str) -> None:
        super().__init__(f"{source} gave no forecast for {location.name}: {why}")
        self._place, self._source = location.name, source

    def said(self, words: str) -> str:
        return self.in_words(language_of(words))

    def in_words(self, language: Language) -> str:
        """That the source cannot be reached, and that nothing of it is kept."""
        return TEXTS.said(language, "weather.failed", source=self._source, place=self._place)


class WeatherSource(Protocol):
    async def forecast(self, location: Location, period: Period, *, now: datetime) -> Forecast:
        """The forecast for every hour of the period that the source knows; what lies beyond its reach is not in it.

        Raises `NoForecast`.
        """
        ...
