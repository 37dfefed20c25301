"""The moon: its phase, the next full and new moon, and when it rises and sets over a place. Pure and offline.

The moon's position is astral's (Van Flandern & Pulkkinen 1979, *Low-precision formulae for planetary positions*, good to a minute of arc).
What astral makes of it is not used: its phase is of a whole day, its risings are some minutes off, and it raises on days without one.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum

from yamori.automations.location import Location
from yamori.automations.sky.crossing import crossing

_J2000 = datetime(2000, 1, 1, 12, tzinfo=UTC)
_DELTA_T = timedelta(seconds=69)
"""How far the planets' time is ahead of the clocks (IERS; 68.9 to 69.4 s in 2017-2026)."""
_OBLIQUITY = math.radians(23.4367)
"""Of the ecliptic in 2020; it changes by a hundredth of a degree in a lifetime."""
_MONTH = timedelta(days=29.530589)
_A_NEW_MOON = datetime(2000, 1, 6, 14, 20, tzinfo=UTC)
"""The mean one from which months are counted (Meeus, chapter 49)."""
_NEAR = timedelta(days=1.5)
"""How far a phase is from its mean moment at most (15 hours), with room."""
_STEP = timedelta(minutes=15)
"""A moon that shows for less than this above a far northern horizon is not noticed."""
_LONGEST_WAIT = 60
"""Days; beyond the polar circles it stays up or down for about a week."""


class MoonEvent(StrEnum):
    MOONRISE = "moonrise"
    MOONSET = "moonset"


class MoonName(StrEnum):
    """The eight phases. New, full and the quarters are the days on which they happen; the others are all the days between."""

    NEW = "new"
    WAXING_CRESCENT = "waxing_crescent"
    FIRST_QUARTER = "first_quarter"
    WAXING_GIBBOUS = "waxing_gibbous"
    FULL = "full"
    WANING_GIBBOUS = "waning_gibbous"
    LAST_QUARTER = "last_quarter"
    WANING_CRESCENT = "waning_crescent"


_PRINCIPAL = {MoonName.NEW: 0.0, MoonName.FIRST_QUARTER: 90.0, MoonName.FULL: 180.0, MoonName.LAST_QUARTER: 270.0}
"""Degrees of ecliptic longitude from the sun to the moon, as almanacs define the four."""
_BETWEEN = (MoonName.WAXING_CRESCENT, MoonName.WAXING_GIBBOUS, MoonName.WANING_GIBBOUS, MoonName.WANING_CRESCENT)


@dataclass(frozen=True, kw_only=True)
class MoonPhase:
    """How the moon looks at a moment."""

    name: MoonName
    age: timedelta
    """Since the last new moon."""
    lit: float
    """The share of its disc that shines, from 0 to 1."""


@dataclass(frozen=True, kw_only=True)
class MoonTimes:
    """The moon on one date of the place's calendar, in its time zone. About once a month it does not rise on a day, nor set on another."""

    date: date
    moonrise: datetime | None
    moonset: datetime | None
    is_up_at_midnight: bool
    """Whether it is up when the date begins; with neither rising nor setting, all day."""


def moon_phase(now: datetime) -> MoonPhase:
    """The phase at a moment; new, full and the quarters are named by the date in the time zone of `now`."""
    elongation = _elongation(now)
    return MoonPhase(name=_name(now, elongation), age=now - _last_new_moon(now), lit=(1 - math.cos(math.radians(elongation))) / 2)


def next_moon_phase(phase: MoonName, *, after: datetime) -> datetime:
    """When the next new moon, first quarter, full moon or last quarter is, in the time zone of `after`, good to about three minutes.

    Raises `ValueError` for a phase that is no moment.
    """
    if phase not in _PRINCIPAL:
        raise ValueError(f"{phase} lasts for days; expected one of {', '.join(_PRINCIPAL)}")
    angle = _PRINCIPAL[phase]

    def past(moment: datetime) -> float:
        """Degrees beyond the phase, from -180 to 180."""
        return (_elongation(moment) - angle + 180) % 360 - 180

    # Each month's phase is looked for in the same stretch whenever one asks, so that it is always the same second.
    month = math.floor((after - _A_NEW_MOON) / _MONTH - angle / 360)
    for number in (month - 1, month, month + 1, month + 2):
        mean = _A_NEW_MOON + _MONTH * (number + angle / 360)
        found = crossing(past, mean - _NEAR, mean + _NEAR)
        if found is not None and found > after:
            return found.astimezone(after.tzinfo)
    raise ValueError(f"there is no moon after {after.isoformat()}")


def moon_times(location: Location, day: date) -> MoonTimes:
    """Rising and setting of the moon's upper edge on a date, good to about two minutes.

    The edge is the US Naval Observatory's definition; Japan's takes the centre, which is a minute later and earlier.
    """
    zone = location.zone
    start, end = (datetime.combine(on, time(0), zone).astimezone(UTC) for on in (day, day + timedelta(days=1)))
    above = _above_horizon(location)
    found: dict[bool, datetime] = {}
    moment = start
    was_up = is_up_at_midnight = above(moment) >= 0
    while moment < end:
        following = min(moment + _STEP, end)
        is_up = above(following) >= 0
        if is_up != was_up and (passed := crossing(above, moment, following)) is not None and passed < end:
            found.setdefault(is_up, passed.astimezone(zone))
        moment, was_up = following, is_up
    return MoonTimes(date=day, moonrise=found.get(True), moonset=found.get(False), is_up_at_midnight=is_up_at_midnight)


def next_moon_event(location: Location, event: MoonEvent, *, after: datetime, offset: timedelta = timedelta(0)) -> datetime | None:
    """The first moment later than `after` that is `offset` from the moon's rising or setting; None where there is none within 60 days."""
    zone = location.zone
    day = (after - offset).astimezone(zone).date()
    for _ in range(_LONGEST_WAIT):
        times = moon_times(location, day)
        moment = times.moonrise if event is MoonEvent.MOONRISE else times.moonset
        if moment is not None and (found := moment.astimezone(UTC) + offset) > after:
            return found.astimezone(zone)
        day += timedelta(days=1)
    return None


def _last_new_moon(now: datetime) -> datetime:
    found = next_moon_phase(MoonName.NEW, after=now - timedelta(days=31))
    while (following := next_moon_phase(MoonName.NEW, after=found)) <= now:
        found = following
    return found


def _name(now: datetime, elongation: float) -> MoonName:
    eve = now.replace(hour=0, minute=0, second=0, microsecond=0, fold=0) - timedelta(seconds=1)
    for name, angle in _PRINCIPAL.items():
        # Only a phase less than two days away can be today's.
        if abs((elongation - angle + 180) % 360 - 180) < 30 and next_moon_phase(name, after=eve).date() == now.date():
            return name
    return _BETWEEN[int(elongation // 90)]


def _elongation(moment: datetime) -> float:
    """Degrees of ecliptic longitude, from 0 to 360, by which the moon is ahead of the sun."""
    from astral.julian import julianday, julianday_to_juliancentury
    from astral.sun import sun_apparent_long

    then = moment.astimezone(UTC) + _DELTA_T
    right_ascension, declination, _ = _position(then)
    longitude = math.atan2(
        math.sin(right_ascension) * math.cos(_OBLIQUITY) + math.tan(declination) * math.sin(_OBLIQUITY), math.cos(right_ascension)
    )
    sun = sun_apparent_long(julianday_to_juliancentury(julianday(then)))
    return (math.degrees(longitude) - sun) % 360


def _above_horizon(location: Location) -> Callable[[datetime], float]:
    """Degrees of the moon's upper edge above the horizon, by the moment in UTC."""
    from astral.sun import adjust_to_horizon

    latitude = math.radians(location.latitude)
    dip = adjust_to_horizon(location.elevation)

    def above(moment: datetime) -> float:
        right_ascension, declination, radii = _position(moment + _DELTA_T)
        days = (moment - _J2000) / timedelta(days=1)
        sidereal = math.radians((280.46061837 + 360.98564736629 * days + location.longitude) % 360)  # Meeus, chapter 12
        angle = sidereal - right_ascension
        height = math.asin(math.sin(latitude) * math.sin(declination) + math.cos(latitude) * math.cos(declination) * math.cos(angle))
        parallax = math.degrees(math.asin(1 / radii))
        return math.degrees(height) - (0.7275 * parallax - 34 / 60) + dip  # Meeus, chapter 15

    return above


def _position(moment: datetime) -> tuple[float, float, float]:
    """Right ascension and declination in radians, distance in radii of the earth."""
    from astral.moon import moon_position

    found = moon_position((moment - _J2000) / timedelta(days=1))
    return found.right_ascension, found.declination, found.distance
