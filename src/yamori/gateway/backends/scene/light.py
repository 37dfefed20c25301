"""How bright it is, and in which colour: by the sun's height over the home, by a lamp's own settings. Plain functions of values."""

import math
from datetime import UTC, datetime

from yamori.domain.home import Place

Rgb = tuple[float, float, float]
"""Each from 0 to 1."""

_WHITES: tuple[tuple[float, Rgb], ...] = ((2200, (1.0, 0.62, 0.30)), (4000, (1.0, 0.88, 0.72)), (6500, (0.90, 0.95, 1.0)))
"""Kelvin to what a camera makes of it."""


def sun_height(now: datetime, place: Place) -> float:
    """Degrees above the horizon, good to about a degree (declination by Cooper 1969; the equation of time is left out)."""
    there = now.astimezone(UTC)
    day = there.timetuple().tm_yday
    declination = math.radians(23.44 * math.sin(math.radians(360 / 365 * (284 + day))))
    hour = there.hour + there.minute / 60 + place.longitude / 15
    angle = math.radians(15 * (hour - 12))
    latitude = math.radians(place.latitude)
    height = math.sin(latitude) * math.sin(declination) + math.cos(latitude) * math.cos(declination) * math.cos(angle)
    return math.degrees(math.asin(max(-1.0, min(1.0, height))))


def daylight(now: datetime, place: Place) -> float:
    """0 at night, 1 from a sun 20 degrees high; dusk and dawn in between, down to 6 degrees below the horizon."""
    share = max(0.0, min(1.0, (sun_height(now, place) + 6) / 26))
    return share * share * (3 - 2 * share)


def white(kelvin: float) -> Rgb:
    """The colour of white light; what is beyond the table is its end."""
    (low, low_rgb), *rest = _WHITES
    for high, high_rgb in rest:
        if kelvin <= high:
            share = max(0.0, (kelvin - low) / (high - low))
            return mixed(low_rgb, high_rgb, share)
        low, low_rgb = high, high_rgb
    return low_rgb


def mixed(one: Rgb, other: Rgb, share: float) -> Rgb:
    """`share` of `other`."""
    return (one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share, one[2] + (other[2] - one[2]) * share)
