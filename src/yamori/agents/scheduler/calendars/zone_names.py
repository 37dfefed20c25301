"""What calendars call a time zone: the IANA name, Windows' name, and the many ways in which programs write one of them or an offset."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from icalendar.timezone.windows_to_olson import WINDOWS_TO_OLSON

_MOST_PARTS = 6
"""Of a name with slashes: an IANA name has at most three, a prefix such as /citadel.org/20210210_1/ two more."""
_LONGEST = 120
_OFFSET = re.compile(r"(?:UTC|GMT|UT|Z)?\s*([+\-\u2212])\s*(\d{1,2})(?::?(\d{2})){0,2}", re.IGNORECASE)
_DISPLAYED = re.compile(r"\((?:UTC|GMT)\s*([+\-\u2212]\d{1,2}:?\d{2})?\)\s*(.*)", re.IGNORECASE)
_NUMBERED = re.compile(r"(.*\S)\s+\d{1,3}")
_HALVES = (datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 7, 1, tzinfo=UTC))
"""One moment in the winter and one in the summer of either hemisphere, by which zones are compared."""
_WEEKS = tuple(_HALVES[0] + timedelta(days=7 * week) for week in range(104))
_UNIVERSAL = frozenset({"z", "coordinated universal time", "universal coordinated time", "universal time", "greenwich mean time"})


@dataclass(frozen=True, kw_only=True)
class Described:
    """What a name that is no zone's says of the zone."""

    zone: tzinfo
    by_offset: bool = False
    """Only its distance from UTC was understood, though the name says more."""


@lru_cache(maxsize=512)
def zone_named(name: str) -> ZoneInfo | None:
    """An IANA zone by its own name, by Windows' name, or by a longer one that ends with either (RFC 5545, 3.2.19)."""
    parts = name.strip().strip("\"'").strip("/").split("/")
    for start in range(min(len(parts), _MOST_PARTS)):
        candidate = "/".join(parts[start:]).strip().casefold()
        key = _iana().get(candidate.replace(" ", "_")) or _windows().get(candidate)
        if key is not None:
            return ZoneInfo(key)
    return None


@lru_cache(maxsize=512)
def zone_described(name: str) -> Described | None:
    """The zone of a name that only describes it: an offset, an abbreviation, Outlook's list of cities, a numbered copy of another name."""
    text = " ".join(name.strip().strip("\"'").split())
    if not text or len(text) > _LONGEST:
        return None
    last = text.rsplit("/", 1)[-1].strip()
    if last.casefold() in _UNIVERSAL:
        return Described(zone=ZoneInfo("UTC"))
    if (offset := _offset(last)) is not None:
        return Described(zone=fixed_zone(offset))
    if (match := _DISPLAYED.fullmatch(text)) is not None:
        offset = _offset(match[1] or "+00:00")
        if offset is None:
            return None
        if (zone := _of_places(match[2], offset)) is not None:
            return Described(zone=zone)
        universal = match[2].casefold().startswith("coordinated universal time")
        return Described(zone=fixed_zone(offset), by_offset=bool(match[2]) and not universal)
    if (numbered := _NUMBERED.fullmatch(text)) is not None:
        zone = zone_named(numbered[1])
        return Described(zone=zone) if zone is not None else zone_described(numbered[1])
    zone = _abbreviated(last) or _of_places(text, None)
    return Described(zone=zone) if zone is not None else None


@lru_cache(maxsize=64)
def fixed_zone(offset: timedelta) -> tzinfo:
    """A zone that always has this offset, by an IANA name where there is one."""
    hours, rest = divmod(offset, timedelta(hours=1))
    if not offset:
        return ZoneInfo("UTC")
    if not rest and -12 <= hours <= 14:
        return ZoneInfo(f"Etc/GMT{-hours:+d}")  # the signs of these are the other way round
    named = (key for key, offsets in _offsets().items() if "/" in key and set(offsets) == {offset})
    return next((ZoneInfo(key) for key in named), timezone(offset))


def zone_like(zone: tzinfo) -> ZoneInfo | None:
    """The IANA zone whose clock is the same these years as that of a zone without a name."""
    offsets = tuple(_utcoffset(zone, at) for at in _HALVES)
    alike = (ZoneInfo(key) for key, of_key in _offsets().items() if of_key == offsets)
    return next((one for one in alike if all(_utcoffset(one, at) == _utcoffset(zone, at) for at in _WEEKS)), None)


def _offset(text: str) -> timedelta | None:
    match = _OFFSET.fullmatch(text)
    if match is None:
        return None
    digits = "".join(filter(str.isdecimal, text))
    hours, minutes = (int(digits), 0) if len(digits) <= 2 else (int(digits[:-2]), int(digits[-2:])) if len(digits) <= 4 else (99, 0)
    if hours > 14 or minutes > 59:
        return None
    found = timedelta(hours=hours, minutes=minutes)
    return found if match[1] == "+" else -found


def _of_places(places: str, offset: timedelta | None) -> ZoneInfo | None:
    """The zone of cities or of a region, as Windows shows it, that has this offset for a part of the year."""
    region = re.sub(r"\s*\(.*\)", "", places).strip()
    names: list[str] = [city.strip() for city in re.split(r"[,/;:]", places)]
    names += [f"{region} Standard Time", re.sub(r"\bTime$", "Standard Time", region)]
    for name in names:
        for key in _keys_of(name):
            if offset is None or offset in _offsets()[key]:
                return ZoneInfo(key)
    return None


def _keys_of(name: str) -> Iterable[str]:
    wanted = name.casefold()
    if (windows := _windows().get(wanted)) is not None:
        yield windows
    yield from _by_city().get(wanted.replace(" ", "_"), ())


def _abbreviated(name: str) -> ZoneInfo | None:
    """The zone of an abbreviation, such as JST, that everybody who uses it uses for the same clock."""
    keys = _by_abbreviation().get(name.upper(), ()) if re.fullmatch(r"[A-Za-z]{3,5}", name) else ()
    clocks = {_offsets()[key] for key in keys}
    return ZoneInfo(keys[0]) if len(clocks) == 1 else None


@lru_cache(maxsize=1)
def _windows() -> Mapping[str, str]:
    return {name.casefold(): key for name, key in WINDOWS_TO_OLSON.items()}


@lru_cache(maxsize=1)
def _iana() -> Mapping[str, str]:
    return {key.casefold(): key for key in available_timezones() - {"localtime", "Factory"}}


@lru_cache(maxsize=1)
def _offsets() -> Mapping[str, tuple[timedelta, ...]]:
    """Of every zone, in January and in July; the zones that most people have before others."""
    usual = frozenset(WINDOWS_TO_OLSON.values())
    keys = sorted(_iana().values(), key=lambda key: (key not in usual, key.startswith("Etc/"), "/" not in key, key))
    return {key: tuple(_utcoffset(ZoneInfo(key), at) for at in _HALVES) for key in keys}


@lru_cache(maxsize=1)
def _by_city() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for key in _offsets():
        city = key.rsplit("/", 1)[-1].casefold()
        found[city] = (*found.get(city, ()), key)
    return found


@lru_cache(maxsize=1)
def _by_abbreviation() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for key in _offsets():
        if "/" in key and not key.startswith("Etc/"):
            for name in {at.astimezone(ZoneInfo(key)).tzname() or "" for at in _HALVES}:
                found.setdefault(name, []).append(key)
    return {name: tuple(keys) for name, keys in found.items()}


def _utcoffset(zone: tzinfo, at: datetime) -> timedelta:
    return at.astimezone(zone).utcoffset() or timedelta(0)
