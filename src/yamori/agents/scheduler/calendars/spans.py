"""When an event begins and ends: days, or moments in the zones of the world. Exchange's whole days, which look like times, are days."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from datetime import date as Day
from datetime import time as Clock

from yamori.agents.scheduler.calendars.lines import Block, Line
from yamori.agents.scheduler.calendars.zones import Zones, zone_key

ALL_DAY = ("X-MICROSOFT-CDO-ALLDAYEVENT", "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT", "X-FUNAMBOL-ALLDAY")
"""What programs add to an event of whole days that they write from one midnight to another."""
_DAY = timedelta(days=1)
_CLOCKS_CHANGE = timedelta(hours=2)
_MIDNIGHT = Clock()


@dataclass(frozen=True, kw_only=True)
class Span:
    """As the calendar gives it."""

    start: Day | datetime | None
    end: Day | datetime | None
    """None where a length is given, or nothing."""
    zone: tzinfo | None = None
    """In which days that were written as times begin; None for any other."""


def span_of(block: Block, zones: Zones) -> Span:
    """Of an event or a to-do. Raises `ValueError` that names the property which cannot be read."""
    start, end = _at(block.first("DTSTART"), zones), _at(block.first("DTEND" if block.name == "VEVENT" else "DUE"), zones)
    if isinstance(start, datetime) and any(block.text(name).strip().upper() in ("TRUE", "1") for name in ALL_DAY):
        length = zones.wall(end, start.tzinfo) - start.replace(tzinfo=None) if isinstance(end, datetime) else _DAY
        days = round(length / _DAY)
        if days >= 1 and abs(length - days * _DAY) <= _CLOCKS_CHANGE:
            first = _midnight(start, zones)
            return Span(start=first, end=first + days * _DAY, zone=start.tzinfo or zones.home)
    return Span(start=start, end=end)


def _at(line: Line | None, zones: Zones) -> Day | datetime | None:
    if line is None:
        return None
    try:
        return zones.moment(line).at
    except ValueError as wrong:
        raise ValueError(line.name) from wrong


def _midnight(at: datetime, zones: Zones) -> Day:
    """The day that begins at a moment: in its own zone, in the home's, or wherever it is nearest to midnight."""
    for wall in (at.replace(tzinfo=None), zones.wall(at)):
        if wall.time() == _MIDNIGHT:
            return wall.date()
    return (at + _DAY / 2).date()


@dataclass(frozen=True, kw_only=True)
class Series:
    """How the occurrences of a recurring event are told apart: by days of its own zone, whatever zone names one of them."""

    zone: tzinfo
    whole_days: bool
    zones: Zones

    def day_of(self, at: Day | datetime) -> Day:
        """The day of the occurrence that a RECURRENCE-ID, an EXDATE or an UNTIL means. Raises `ValueError`."""
        if not isinstance(at, datetime):
            return at
        if at.tzinfo is None or (self.whole_days and (at.tzinfo is not UTC or at.time() == _MIDNIGHT)):
            return at.date()
        return self.zones.wall(at, self.zone).date()


def series_of(block: Block, zones: Zones) -> Series:
    """Of a recurring event or to-do. Raises `ValueError`."""
    span = span_of(block, zones)
    start = span.start if span.start is not None else span.end
    if not isinstance(start, datetime):
        return Series(zone=span.zone or zones.home, whole_days=True, zones=zones)
    known = start.tzinfo is not None and zone_key(start.tzinfo) is not None
    return Series(zone=start.tzinfo if known and start.tzinfo is not None else zones.home, whole_days=False, zones=zones)


def instance_day(block: Block, series: Series) -> Day:
    """The day of the series that a changed occurrence stands for. Raises `ValueError`."""
    line = block.first("RECURRENCE-ID")
    if line is None:
        raise ValueError("RECURRENCE-ID")
    at = _at(line, series.zones)
    if at is None:
        raise ValueError("RECURRENCE-ID")
    return series.day_of(at)
