"""The sun at the home's place as the engine needs it: fulfils `ports.Sky`. `apps` makes one for the house."""

from datetime import datetime

from yamori.automations.location import Location
from yamori.automations.sky.sun import is_sun_up, next_sun_event
from yamori.automations.trigger import SunEvent


class HomeSky:
    """Over one place; the same answer for the same moment."""

    def __init__(self, location: Location) -> None:
        self._location = location

    def next(self, event: SunEvent, after: datetime) -> datetime | None:
        return next_sun_event(self._location, event, after=after)

    def is_up(self, at: datetime) -> bool:
        return is_sun_up(self._location, at)
