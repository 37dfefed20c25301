"""Rows of the schedule as events and to-dos: a whole file, or one event written over what a server holds of it.

An event that came from elsewhere keeps every line that says something the schedule does not know: guests, categories, alarms that
are no reminders.
"""

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from datetime import date as Day
from datetime import time as Clock

from yamori.agents.scheduler.calendars import names
from yamori.agents.scheduler.calendars.alarms import alarm_lines, leads_of
from yamori.agents.scheduler.calendars.fields import Fields, RoutineFields, TaskFields, changed
from yamori.agents.scheduler.calendars.lines import Block, Line, escaped, folded, line_of, parsed
from yamori.agents.scheduler.calendars.spans import Series, instance_day, series_of
from yamori.agents.scheduler.calendars.zones import Zones, zone_lines
from yamori.agents.scheduler.rules.rows.occurrences import next_occurrence

PRODUCT = "-//Yamori//Household//EN"
_DAY = timedelta(days=1)
_WHEN = frozenset({"date", "time", "duration", "zone", "recurrence", "starts", "skipped"})
_GROUPS: Mapping[str, frozenset[str]] = {
    "SUMMARY": frozenset({"title"}),
    "LOCATION": frozenset({"place"}),
    "DESCRIPTION": frozenset({"memo", "steps"}),
    "STATUS": frozenset({"done"}),
    "DTSTART": _WHEN,
}
"""Which fields make which properties, each group under the name of its first property."""
_OF_GROUP: Mapping[str, tuple[str, ...]] = {
    "SUMMARY": ("SUMMARY",),
    "LOCATION": ("LOCATION",),
    "DESCRIPTION": ("DESCRIPTION", names.STEPS),
    "STATUS": ("STATUS", "COMPLETED", "PERCENT-COMPLETE", names.DONE),
    "DTSTART": ("DTSTART", "DTEND", "DUE", "DURATION", "RRULE", "EXDATE", names.DURATION, names.STARTS, names.TIME),
}


@dataclass(frozen=True, kw_only=True)
class Part:
    """One row of an event: the event itself, or a changed occurrence of it."""

    uid: str
    instance: str = ""
    """The day that the rule names; empty for the event itself."""
    component: str
    """VEVENT or VTODO."""
    fields: Fields
    seen: Fields | None = None
    """As both sides last agreed on them; None where it is new."""
    created: datetime
    updated: datetime
    version: int = 1


def component_for(fields: Fields) -> str:
    """What a row is among calendars: an event where it has a day, a to-do where it has none."""
    return "VTODO" if isinstance(fields, TaskFields) and fields.date is None else "VEVENT"


def written(parts: Sequence[Part], home: str, *, name: str = "") -> bytes:
    """A calendar of these rows."""
    masters = {part.uid: part for part in parts if not part.instance}
    away = _days_away(parts)
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{PRODUCT}", "CALSCALE:GREGORIAN"]
    if name:
        lines += [f"X-WR-CALNAME:{escaped(name)}", f"X-WR-TIMEZONE:{home}", "REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H"]
    for zone in sorted({_zone(part.fields, home) for part in parts if part.fields.time is not None}):
        lines += zone_lines(zone)
    for part in parts:
        lines += _component(part, masters.get(part.uid), home, away.get(part.uid, frozenset()))
    return folded([*lines, "END:VCALENDAR"])


def rewritten(text: str, parts: Sequence[Part], home: str, *, now: datetime) -> bytes:
    """What a server holds of one event (`text`), with what changed here written over it and nothing else touched.

    `parts` are all rows of the event; a changed occurrence that is not among them any more is taken out.
    """
    top = next((b for b in parsed(text).blocks if b.name == "VCALENDAR"), None)
    if top is None:
        return written(parts, home)
    masters = {part.uid: part for part in parts if not part.instance}
    away = _days_away(parts)
    wanted = {(part.uid, part.instance): part for part in parts}
    clocks = Zones(home, (block for block in top.blocks if block.name == "VTIMEZONE"))
    series = _series_in(top.blocks, clocks)
    kept = []
    for block in top.blocks:
        if block.name not in ("VEVENT", "VTODO"):
            kept.append(block)
            continue
        spot = (names.short_uid(block.text("UID").strip()), _instance_of(block, series, clocks))
        part = wanted.pop(spot, None)
        if part is None:
            continue
        known = leads_of(block, part.seen or part.fields, clocks)
        if _rewrite(block, part, masters.get(part.uid), home, away.get(part.uid, frozenset()), now):
            _rewrite_alarms(block, part, known, clocks)
        kept.append(block)
    uid = next((b.text("UID").strip() for b in kept if b.name in ("VEVENT", "VTODO")), "")
    for part in wanted.values():
        lines = _component(part if not uid else replace(part, uid=uid), masters.get(part.uid), home, away.get(part.uid, frozenset()))
        kept.append(_block(lines))
    zones = {b.text("TZID") for b in kept if b.name == "VTIMEZONE"}
    needed = {_zone(part.fields, home) for part in parts if part.fields.time is not None} - zones
    top.blocks = [*(_block(list(zone_lines(zone))) for zone in sorted(needed)), *kept]
    return folded(top.written())


def _series_in(blocks: Iterable[Block], clocks: Zones) -> Mapping[str, Series]:
    """Of each recurring event or to-do, by its UID."""
    found = {}
    for block in blocks:
        if block.name in ("VEVENT", "VTODO") and block.first("RRULE") is not None:
            with suppress(ValueError):  # one that cannot be read has no changed occurrences either
                found[block.text("UID").strip()] = series_of(block, clocks)
    return found


def _instance_of(block: Block, series: Mapping[str, Series], clocks: Zones) -> str:
    """The day of a changed occurrence, as `reading` knows it; empty for the event itself."""
    if block.first("RECURRENCE-ID") is None:
        return ""
    try:
        return instance_day(block, series.get(block.text("UID").strip()) or series_of(block, clocks)).isoformat()
    except ValueError:
        return ""


def _days_away(parts: Iterable[Part]) -> Mapping[str, frozenset[Day]]:
    """The days of each event that have an occurrence of their own, so that they need not be left out."""
    days: dict[str, set[Day]] = {}
    for part in parts:
        if part.instance:
            days.setdefault(part.uid, set()).add(Day.fromisoformat(part.instance))
    return {uid: frozenset(found) for uid, found in days.items()}


def _rewrite(block: Block, part: Part, master: Part | None, home: str, away: frozenset[Day], now: datetime) -> bool:
    """The properties of one component; whether anything is different in it."""
    different = changed(part.seen, part.fields)
    groups = [name for name, own in _GROUPS.items() if different & own]
    moved = master is not None and part.instance and bool(changed(master.seen, master.fields) & _WHEN)
    # An event's own status (tentative, confirmed) says nothing of whether it is done.
    old = tuple(line for line in block.lines if line.name == "STATUS" and block.name == "VEVENT" and "STATUS" in groups)
    if not groups and not moved and "alarms" not in different:
        return False
    new = _properties(part, home, away)
    replaced = {name for group in groups for name in _OF_GROUP[group]} | {"DTSTAMP", "LAST-MODIFIED", "SEQUENCE"}
    early = _kept_start(block, part) if "DTSTART" in groups else ()
    if moved:
        replaced.add("RECURRENCE-ID")
    number = block.first("SEQUENCE")
    sequence = int(number.value) + 1 if number is not None and number.value.strip().isdigit() else 1
    lines = [line for line in block.lines if line.name not in replaced]
    lines += [line_of(line) for group in groups for line in new[group]]
    lines += [*old, *early, line_of(f"SEQUENCE:{sequence}"), line_of(f"DTSTAMP:{_utc(now)}"), line_of(f"LAST-MODIFIED:{_utc(now)}")]
    if moved:
        lines.append(line_of(_recurrence_id(part, master, home)))
    block.lines = lines
    return True


def _rewrite_alarms(block: Block, part: Part, known: Mapping[int, int], zones: Zones) -> None:
    """An alarm that still comes when it should stays as it is; `known` are those that were reminders before anything was rewritten."""
    ours, seen, now = part.fields.alarms, part.seen.alarms if part.seen is not None else (), leads_of(block, part.fields, zones)
    gone = {place for place, lead in known.items() if lead in seen and now.get(place) not in ours}
    block.blocks = [inner for place, inner in enumerate(block.blocks) if place not in gone]
    there = {lead for place, lead in now.items() if place not in gone}
    new = alarm_lines(part.fields, [lead for lead in ours if lead not in there], {line.name for line in block.lines})
    block.blocks += [_block(lines) for lines in new]


def _kept_start(block: Block, part: Part) -> tuple[Line, ...]:
    """A to-do's own beginning, which the schedule does not know, where it still lies before its end."""
    start, fields = block.first("DTSTART"), part.fields
    if block.name != "VTODO" or start is None or not isinstance(fields, TaskFields) or fields.date is None or fields.duration is not None:
        return ()
    dated = "T" in start.value
    return (start,) if dated is (fields.time is not None) and start.value[:8] < _day(fields.date) else ()


def _component(part: Part, master: Part | None, home: str, away: frozenset[Day]) -> list[str]:
    lines = [f"BEGIN:{part.component}", f"UID:{escaped(part.uid)}"]
    if part.instance:
        lines.append(_recurrence_id(part, master, home))
    lines += [f"DTSTAMP:{_utc(part.updated)}", f"CREATED:{_utc(part.created)}", f"LAST-MODIFIED:{_utc(part.updated)}"]
    lines.append(f"SEQUENCE:{part.version - 1}")
    for group in _properties(part, home, away).values():
        lines += group
    for alarm in alarm_lines(part.fields, part.fields.alarms, {re.split("[:;]", line, maxsplit=1)[0] for line in lines}):
        lines += alarm
    return [*lines, f"END:{part.component}"]


def _properties(part: Part, home: str, away: frozenset[Day]) -> Mapping[str, list[str]]:
    fields, todo = part.fields, part.component == "VTODO"
    made: dict[str, list[str]] = {
        "SUMMARY": [f"SUMMARY:{escaped(fields.title)}"],
        "LOCATION": [f"LOCATION:{escaped(fields.place)}"] if fields.place else [],
    }
    match fields:
        case TaskFields():
            made["DESCRIPTION"] = [f"DESCRIPTION:{escaped(fields.memo)}"] if fields.memo else []
            made["STATUS"] = _status(fields.done, part.updated) if todo else [f"{names.DONE}:TRUE"] if fields.done else []
            made["DTSTART"] = _due(fields, home) if todo else _day_or_time(fields, home)
        case RoutineFields():
            text = names.described(fields)
            made["DESCRIPTION"] = [f"DESCRIPTION:{escaped(text)}"] if text else []
            if fields.steps:
                steps = [{k: v for k, v in vars(step).items() if v is not None} for step in fields.steps]
                made["DESCRIPTION"].append(f"{names.STEPS}:{escaped(json.dumps(steps, ensure_ascii=False))}")
            made["STATUS"] = []
            made["DTSTART"] = _recurring(fields, home, away, "DUE" if todo else "DTEND")
    return made


def _status(done: bool, at: datetime) -> list[str]:
    return ["STATUS:COMPLETED", f"COMPLETED:{_utc(at)}", "PERCENT-COMPLETE:100"] if done else ["STATUS:NEEDS-ACTION"]


def _day_or_time(fields: TaskFields, home: str) -> list[str]:
    assert fields.date is not None  # what has none is a to-do
    return _span(fields.date, fields.time, fields.duration, home, "DTEND")


def _span(day: Day, time: Clock | None, duration: timedelta | None, zone: str, end: str) -> list[str]:
    """When something begins and ends."""
    if time is None:
        lines = [f"DTSTART;VALUE=DATE:{_day(day)}"]
        if duration is not None:
            days = math.ceil(duration / _DAY)
            if day <= Day.max - days * _DAY:
                lines.append(f"{end};VALUE=DATE:{_day(day + days * _DAY)}")
            lines.append(f"{names.DURATION}:{int(duration.total_seconds())}")
        return lines
    begins = datetime.combine(day, time)
    lines = [_at("DTSTART", begins, zone)]
    if duration is not None:
        lines.append(
            _at(end, begins + duration, zone) if begins < datetime.max - duration else f"DURATION:PT{int(duration.total_seconds())}S"
        )
    return lines


def _due(fields: TaskFields, home: str) -> list[str]:
    own = [f"{names.DURATION}:{int(fields.duration.total_seconds())}"] if fields.duration is not None else []
    if fields.date is None:
        return [*own, *([f"{names.TIME}:{fields.time.isoformat('seconds')}"] if fields.time else [])]
    if fields.time is None:
        return [f"DUE;VALUE=DATE:{_day(fields.date)}", *own]
    begins = datetime.combine(fields.date, fields.time)
    if fields.duration is None or fields.duration > _DAY:
        return [_at("DUE", begins, home), *own]
    return _span(fields.date, fields.time, fields.duration, home, "DUE")


def _recurring(fields: RoutineFields, home: str, away: frozenset[Day], end: str) -> list[str]:
    zone = fields.zone or home
    first = next_occurrence(fields.recurrence, fields.starts, fields.starts - _DAY) if fields.starts > Day.min else fields.starts
    day = first or fields.starts
    lines = _span(day, fields.time, fields.duration, zone, end)
    lines.append(f"RRULE:{_until_written(fields, zone)}")
    for skipped in fields.skipped:
        if skipped not in away:
            lines.append(
                f"EXDATE;VALUE=DATE:{_day(skipped)}" if fields.time is None else _at("EXDATE", datetime.combine(skipped, fields.time), zone)
            )
    if day != fields.starts:
        lines.append(f"{names.STARTS}:{fields.starts.isoformat()}")
    return lines


def _until_written(fields: RoutineFields, zone: str) -> str:
    """The rule; its last day as an instant where its occurrences have a time (RFC 5545, 3.3.10)."""
    if fields.time is None or "UNTIL=" not in fields.recurrence:
        return fields.recurrence
    from zoneinfo import ZoneInfo

    head, _, tail = fields.recurrence.partition("UNTIL=")
    digits, rest = tail[:8], tail[8:]
    last = datetime(int(digits[:4]), int(digits[4:6]), int(digits[6:8]), 23, 59, 59, tzinfo=ZoneInfo(zone))
    try:
        return f"{head}UNTIL={_utc(last)}{rest}"
    except OverflowError:  # the last day of the calendar
        return fields.recurrence


def _recurrence_id(part: Part, master: Part | None, home: str) -> str:
    day = Day.fromisoformat(part.instance)
    owner = master.fields if master is not None else part.fields
    if owner.time is None:
        return f"RECURRENCE-ID;VALUE=DATE:{_day(day)}"
    return _at("RECURRENCE-ID", datetime.combine(day, owner.time), _zone(owner, home))


def _zone(fields: Fields, home: str) -> str:
    return (fields.zone if isinstance(fields, RoutineFields) else None) or home


def _at(name: str, at: datetime, zone: str) -> str:
    digits = f"{_day(at.date())}T{at.hour:02}{at.minute:02}{at.second:02}"
    return f"{name}:{digits}Z" if zone == "UTC" else f"{name};TZID={zone}:{digits}"


def _utc(at: datetime) -> str:
    utc = at.astimezone(UTC)
    return f"{_day(utc.date())}T{utc.hour:02}{utc.minute:02}{utc.second:02}Z"


def _day(day: Day) -> str:
    return f"{day.year:04}{day.month:02}{day.day:02}"


def _block(lines: list[str]) -> Block:
    (block,) = parsed("\n".join(lines)).blocks
    return block
