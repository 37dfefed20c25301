"""The sun over a place: when it rises and sets, twilight, noon, whether it is dark, and when an event comes next. Pure and offline.

Called by triggers, conditions and answers. The sun's position is astral's (Meeus, *Astronomical Algorithms*, chapter 25, as NOAA uses it);
the moments are searched for here, since near the polar circles astral's own formula loses them or raises. Refraction is the almanacs' 34
minutes of arc: real air differs by a minute or two, far north by more.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum

from yamori.automations.location import Location
from yamori.automations.sky.crossing import crossing
from yamori.automations.trigger import SunEvent

_RISEN = -50 / 60
"""Degrees of the sun's centre when its upper edge is on the horizon: 34' of refraction and 16' of radius, as almanacs have it."""
_CIVIL = -6.0
"""Degrees at which civil twilight begins and ends: outside one needs a light."""
_HALF_A_DAY = timedelta(hours=12)
_LONGEST_WAIT = 400
"""Days to look ahead for an event. The sun of the poles comes back within a year."""


class PolarState(StrEnum):
    """Why the sun neither rises nor sets on a day."""

    DAY = "polar_day"
    NIGHT = "polar_night"


@dataclass(frozen=True, kw_only=True)
class SunTimes:
    """The sun of one day: around the noon of this date, from midnight to midnight by the sun.

    All moments are in the place's time zone. One that does not happen is None: no dawn in white nights, no sunset in a polar day. Far north
    and south a sunset of this day may be after 0:00 of the next.
    """

    date: date
    dawn: datetime | None
    """Civil: the sun is 6 degrees below the horizon."""
    sunrise: datetime | None
    noon: datetime
    """The sun is in the south (in the south of the earth: north) and at its highest."""
    sunset: datetime | None
    dusk: datetime | None
    """Civil, as dawn."""
    polar: PolarState | None
    """None where the sun rises or sets."""
    length: timedelta
    """How long the sun is up, 24 hours in a polar day."""

    def at(self, event: SunEvent) -> datetime | None:
        moments = {
            SunEvent.DAWN: self.dawn,
            SunEvent.SUNRISE: self.sunrise,
            SunEvent.NOON: self.noon,
            SunEvent.SUNSET: self.sunset,
            SunEvent.DUSK: self.dusk,
        }
        return moments[event]


def sun_times(location: Location, day: date) -> SunTimes:
    """Everything that the sun does on a date of the place's calendar."""
    noon = _noon(location, day)
    horizon = _horizon(location)
    sunrise, sunset = _passes(location, noon, horizon)
    dawn, dusk = _passes(location, noon, _CIVIL)
    is_up_at_noon = sun_height(location, noon) >= horizon
    polar = None
    if sunrise is None and sunset is None:
        polar = PolarState.DAY if is_up_at_noon else PolarState.NIGHT
    length = (sunset or noon + _HALF_A_DAY) - (sunrise or noon - _HALF_A_DAY) if is_up_at_noon else timedelta(0)
    zone = location.zone
    return SunTimes(
        date=day,
        dawn=dawn.astimezone(zone) if dawn else None,
        sunrise=sunrise.astimezone(zone) if sunrise else None,
        noon=noon.astimezone(zone),
        sunset=sunset.astimezone(zone) if sunset else None,
        dusk=dusk.astimezone(zone) if dusk else None,
        polar=polar,
        length=length,
    )


def sun_height(location: Location, moment: datetime) -> float:
    """Degrees of the sun's centre above the horizon without refraction, below 0 at night. `moment` is aware."""
    from astral import Observer
    from astral.sun import elevation

    return elevation(Observer(location.latitude, location.longitude), moment.astimezone(UTC), with_refraction=False)


def is_sun_up(location: Location, now: datetime) -> bool:
    """Between sunrise and sunset, as `sun_times` has them."""
    return sun_height(location, now) >= _horizon(location)


def is_dark(location: Location, now: datetime) -> bool:
    """Between civil dusk and civil dawn: outside one needs a light, and a room without one is dark."""
    return sun_height(location, now) < _CIVIL


def next_sun_event(location: Location, event: SunEvent, *, after: datetime, offset: timedelta = timedelta(0)) -> datetime | None:
    """The first moment later than `after` that is `offset` from the event (negative: before it), in the place's time zone.

    Through polar days and nights it is the first event after them; None where there is none within 400 days. Whoever asks again with the
    answer as `after` gets the following day's, never the same one again.
    """
    zone = location.zone
    day = (after - offset).astimezone(zone).date() - timedelta(days=1)
    for _ in range(_LONGEST_WAIT):
        moment = sun_times(location, day).at(event)
        # Passing time is added in UTC: `30 minutes before` holds also across a change of the clocks.
        if moment is not None and (found := moment.astimezone(UTC) + offset) > after:
            return found.astimezone(zone)
        day += timedelta(days=1)
    return None


def _noon(location: Location, day: date) -> datetime:
    """The sun's transit nearest to the clock's noon of the date, in UTC."""
    from astral.julian import julianday, julianday_to_juliancentury
    from astral.sun import eq_of_time

    moment = datetime.combine(day, time(12), location.zone).astimezone(UTC)
    for _ in range(2):  # the equation of time hardly changes within a day: the second step mends less than a minute
        by_the_clock = moment.hour * 60 + moment.minute + moment.second / 60
        by_the_sun = by_the_clock + 4 * location.longitude + eq_of_time(julianday_to_juliancentury(julianday(moment)))
        moment += timedelta(minutes=(720 - by_the_sun + 720) % 1440 - 720)
    return moment.replace(microsecond=0)


def _passes(location: Location, noon: datetime, height: float) -> tuple[datetime | None, datetime | None]:
    """When the sun comes up through the height before noon, and goes down through it after."""

    def above(moment: datetime) -> float:
        return sun_height(location, moment) - height

    return crossing(above, noon - _HALF_A_DAY, noon), crossing(above, noon, noon + _HALF_A_DAY)


def _horizon(location: Location) -> float:
    """Degrees of the sun's centre when it rises; lower for who stands above the land."""
    from astral.sun import adjust_to_horizon

    return _RISEN - adjust_to_horizon(location.elevation)
