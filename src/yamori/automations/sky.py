"""The sun at the home's place, offline, by `astral`: fulfils `ports.Sky`. `apps` makes one for the house."""

from collections.abc import Mapping
from datetime import date as Day
from datetime import datetime, timedelta, tzinfo
from typing import TYPE_CHECKING, Any

from yamori.automations.trigger import SunEvent

if TYPE_CHECKING:
    from astral import Observer

_LOOKED_AT = 366
"""Days within which an event is looked for: near the poles the sun stays away for months."""


class HomeSky:
    """Over one place; the same answer for the same moment."""

    def __init__(self, latitude: float, longitude: float, zone: tzinfo) -> None:
        self._latitude, self._longitude, self._zone = latitude, longitude, zone

    def next(self, event: SunEvent, after: datetime) -> datetime | None:
        day = after.astimezone(self._zone).date() - timedelta(days=1)
        for number in range(_LOOKED_AT + 2):
            found = self._on(event, day + timedelta(days=number))
            if found is not None and found > after:
                return found
        return None

    def is_up(self, at: datetime) -> bool:
        from astral.sun import elevation

        return bool(elevation(self._observer(), at) > -0.833)  # refraction and the sun's own radius (astral, "sunrise")

    def _on(self, event: SunEvent, day: Day) -> datetime | None:
        """On a day of the home's calendar; None where the sun does not do it."""
        from astral import sun

        events: Mapping[SunEvent, Any] = {  # astral has no types of its own for these
            SunEvent.DAWN: sun.dawn,
            SunEvent.SUNRISE: sun.sunrise,
            SunEvent.NOON: sun.noon,
            SunEvent.SUNSET: sun.sunset,
            SunEvent.DUSK: sun.dusk,
        }
        try:
            found: datetime = events[event](self._observer(), date=day, tzinfo=self._zone)
        except ValueError:  # astral's word for a sun that does not rise, or not set
            return None
        return found

    def _observer(self) -> "Observer":
        from astral import Observer

        return Observer(self._latitude, self._longitude)
