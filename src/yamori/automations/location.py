"""Where on the earth the home is, for the sun, the moon and the weather.

A home file always says it. A backend may not (an inventory without a place comes as latitude 0, longitude 0): then the reference city of
its time zone stands in, and the location says that it is approximate. Called by `sky` and `weather`, and by whoever hands a home to them.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import tzinfo
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

from yamori.agentkit.phrasing import sentences
from yamori.automations.texts import TEXTS
from yamori.domain.errors import Misconfigured
from yamori.domain.home import Place
from yamori.domain.language import Language

_COORDINATES = re.compile(r"([+-]\d{4}(?:\d\d)?)([+-]\d{5}(?:\d\d)?)")
"""ISO 6709 without a point, as the tz database writes it: ±DDMM±DDDMM or ±DDMMSS±DDDMMSS."""
_HIGHEST = 9000.0


@dataclass(frozen=True, kw_only=True)
class Location:
    """A point on the earth with its clock. Raises `Misconfigured` for one that is none."""

    name: str
    latitude: float
    """Degrees, north is positive."""
    longitude: float
    """Degrees, east is positive."""
    timezone: str
    """IANA name, such as `Asia/Tokyo`."""
    elevation: float = 0.0
    """Metres above the land that makes the horizon: from a tower the sun sets later."""
    approximate: bool = False
    """The home does not say where it is: this is the reference city of its time zone."""

    def __post_init__(self) -> None:
        for field, value, least, most in (
            ("latitude", self.latitude, -90.0, 90.0),
            ("longitude", self.longitude, -180.0, 180.0),
            ("elevation", self.elevation, 0.0, _HIGHEST),
        ):
            if not (math.isfinite(value) and least <= value <= most):
                raise Misconfigured(f"{value} is no {field}", where=f"place.{field}", mend=f"give a number from {least:g} to {most:g}")

    @property
    def zone(self) -> tzinfo:
        return ZoneInfo(self.timezone)


def location_of(place: Place) -> Location:
    """Where a home's place is: its own coordinates, else those of its time zone's city, else (UTC belongs to none) a point on the equator.

    Raises `Misconfigured` where its coordinates are none.
    """
    if place.latitude or place.longitude:
        return Location(name=place.name, latitude=place.latitude, longitude=place.longitude, timezone=place.timezone)
    # A point in the sea: what backends give that know no place.
    nowhere = Location(name=place.name, latitude=0.0, longitude=0.0, timezone=place.timezone, approximate=True)
    return reference_location(place.timezone) or nowhere


def reference_location(timezone: str) -> Location | None:
    """The city that a time zone is named after, approximate; None for one that belongs to no city, such as `Etc/GMT+3`."""
    named = timezone if timezone in _cities() else _older_names().get(timezone, "")
    if (found := _cities().get(named)) is None:
        return None
    latitude, longitude = found
    city = named.rpartition("/")[2].replace("_", " ")
    return Location(name=city, latitude=latitude, longitude=longitude, timezone=timezone, approximate=True)


def approximation_note(location: Location, language: Language) -> str:
    """A sentence that says so where the location is not the home's own; else empty."""
    if not location.approximate:
        return ""
    if location.latitude == 0 and location.longitude == 0:
        return TEXTS.said(language, "approximate.nowhere")
    return TEXTS.said(language, "approximate.city", place=location.name)


def noted(sentence: str, location: Location, language: Language) -> str:
    """A whole sentence, with that note behind it where there is one."""
    note = approximation_note(location, language)
    return sentences(filter(None, (sentence, note)), language)


@cache
def _cities() -> dict[str, tuple[float, float]]:
    """Zone to latitude and longitude in degrees. `zone1970.tab` has each zone once, `zone.tab` those of every country."""
    return {zone: at for table in ("zone1970.tab", "zone.tab") for zone, at in _rows(table)}


def _rows(table: str) -> Iterator[tuple[str, tuple[float, float]]]:
    for line in _read(table).splitlines():
        columns = line.split("\t")
        if not line.startswith("#") and len(columns) > 2 and (found := _COORDINATES.fullmatch(columns[1])):
            yield columns[2], (_degrees(found[1], whole=2), _degrees(found[2], whole=3))


def _degrees(written: str, *, whole: int) -> float:
    sign, digits = (-1.0 if written[0] == "-" else 1.0), written[1:]
    degrees, minutes, seconds = digits[:whole], digits[whole : whole + 2], digits[whole + 2 :]
    return sign * (int(degrees) + int(minutes) / 60 + int(seconds or 0) / 3600)


@cache
def _older_names() -> dict[str, str]:
    """Older names of zones (`Asia/Calcutta`, `Japan`) to those of the tables."""
    links = (line.split() for line in _read("tzdata.zi").splitlines() if line.startswith("L "))
    return {name: target for _, target, name in links}


def _read(table: str) -> str:
    return files("tzdata").joinpath("zoneinfo", table).read_text(encoding="utf-8")
