"""Time zones as calendars name them, and moments as wall-clock times of the home."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from datetime import date as Day
from functools import lru_cache
from zoneinfo import ZoneInfo

from icalendar import Timezone

from yamori.agents.scheduler.calendars.lines import Block, Line, folded
from yamori.agents.scheduler.calendars.zone_names import zone_described, zone_like, zone_named

_DAY = re.compile(r"(\d{4})(\d\d)(\d\d)")
_MOMENT = re.compile(r"(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(Z?)")
_MOST_PARTS = 200
"""Of a VTIMEZONE: more than a century of changes, one each."""
_FIRST, _LAST = Day(1990, 1, 1), Day(2045, 1, 1)
"""What a VTIMEZONE that we write covers."""


@dataclass(frozen=True, kw_only=True)
class Moment:
    """A day, or a time of a day, as a calendar gives it."""

    at: Day | datetime
    """Aware where its zone is known; naive: wherever the reader is."""
    zone: str = ""
    """The name of its zone in the calendar; empty where it names none."""


class Zones:
    """The zones that one file may name: those of the world, and those that it defines itself."""

    def __init__(self, home: str, defined: Iterable[Block] = ()) -> None:
        self.home = ZoneInfo(home)
        self._defined = {block.text("TZID"): block for block in defined}
        self._read: dict[str, tzinfo | None] = {}
        self._by_offset: set[str] = set()

    def named(self, name: str) -> tzinfo | None:
        """The zone of a name of the world, or of this file, or of a name that describes one."""
        if name not in self._read:
            found: tzinfo | None = zone_named(name) or self._own(name)
            if found is None and (described := zone_described(name)) is not None:
                found = described.zone
                if described.by_offset:
                    self._by_offset.add(name)
            self._read[name] = found
        return self._read[name]

    def by_offset(self, name: str) -> bool:
        """Whether nothing but its distance from UTC is known of a zone, so that it has no summer time here."""
        return name in self._by_offset

    def _own(self, name: str) -> tzinfo | None:
        block = self._defined.get(name)
        if block is None or len(block.blocks) > _MOST_PARTS:
            return None
        for part in block.blocks:
            rules = part.every("RRULE")
            if len(rules) > 1 or (rules and "FREQ=YEARLY" not in rules[0].value.upper()) or len(part.every("RDATE")) > _MOST_PARTS:
                return None  # nobody's zone changes more often than that; counting its changes could take for ever
        try:
            found: tzinfo = Timezone.from_ical(folded(block.written())).to_tz()  # type: ignore[attr-defined]
            return zone_like(found) or found
        except Exception:  # icalendar raises anything for a VTIMEZONE that makes no sense
            return None

    def moment(self, line: Line, value: str | None = None) -> Moment:
        """A DATE or DATE-TIME property. Raises `ValueError`."""
        text = (line.value if value is None else value).strip()
        if (day := _DAY.fullmatch(text)) is not None:
            return Moment(at=Day(int(day[1]), int(day[2]), int(day[3])))
        match = _MOMENT.fullmatch(text)
        if match is None:
            raise ValueError(f"{text[:40]} is no date or time")
        year, month, number, hour, minute, second = (int(match[i]) for i in range(1, 7))
        at = datetime(year, month, number, hour, minute, min(second, 59))  # 60 is a leap second
        if match[7]:
            return Moment(at=at.replace(tzinfo=UTC))
        name = line.parameters.get("TZID", "")
        if not name:
            return Moment(at=at)
        zone = self.named(name)
        return Moment(at=at.replace(tzinfo=zone), zone=name)

    def wall(self, at: datetime, zone: tzinfo | None = None) -> datetime:
        """The same instant on the home's clock (or a zone's), without an offset. Raises `ValueError` at the ends of time."""
        wanted = zone or self.home
        if at.tzinfo is None or same_zone(at.tzinfo, wanted):
            return at.replace(tzinfo=None)
        try:
            return at.astimezone(wanted).replace(tzinfo=None)
        except OverflowError as beyond:
            raise ValueError("it lies beyond the calendar") from beyond


def zone_key(zone: tzinfo) -> str | None:
    """Its IANA name; None for one that has none."""
    if zone is UTC:
        return "UTC"
    return zone.key if isinstance(zone, ZoneInfo) else None


def same_zone(one: tzinfo, other: tzinfo) -> bool:
    return one is other or (zone_key(one) is not None and zone_key(one) == zone_key(other))


@lru_cache(maxsize=64)
def zone_lines(name: str) -> tuple[str, ...]:
    """The VTIMEZONE of an IANA zone, unfolded."""
    text: str = Timezone.from_tzid(name, first_date=_FIRST, last_date=_LAST).to_ical().decode()
    return tuple(line for line in text.replace("\r\n ", "").split("\r\n") if line and not line.startswith("COMMENT"))
