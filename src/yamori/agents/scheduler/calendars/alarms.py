"""Alarms of events (RFC 5545, 3.6.6) as the seconds by which a reminder comes before something begins, and back.

Whether a calendar shows, sounds or mails its alarm, here it is a reminder. What has a day and no time begins at `instants.MORNING`, as
it does for every reminder. Everything is reckoned on the wall clock of the event, but for an alarm at a moment.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from datetime import date as Day
from datetime import time as Clock
from zoneinfo import ZoneInfo

from icalendar import vDuration

from yamori.agents.scheduler.calendars.fields import Fields, RoutineFields, TaskFields
from yamori.agents.scheduler.calendars.lines import Block, Line, escaped
from yamori.agents.scheduler.calendars.notes import Why
from yamori.agents.scheduler.calendars.spans import span_of
from yamori.agents.scheduler.calendars.zones import Zones
from yamori.agents.scheduler.rules.rows.instants import MORNING, instant
from yamori.agents.scheduler.rules.rows.reminder import LATEST, LONGEST_LEAD

MOST_ALARMS = 50
"""Of one event."""
_KINDS = frozenset({"", "DISPLAY", "AUDIO", "EMAIL"})
_NO_ALARM = "NONE"
"""Apple's way of saying that an event has no alarm."""
_MIDNIGHT = Clock()


def read_alarms(block: Block, fields: Fields, zones: Zones, say: Callable[[Why, str], None]) -> tuple[int, ...]:
    """Of one event or to-do; what cannot become a reminder is said and left out."""
    found: set[int] = set()
    for alarm in block.blocks:
        if alarm.name != "VALARM" or alarm.text("ACTION").upper() == _NO_ALARM:
            continue
        lead = lead_of(alarm, block, fields, zones)
        if lead is None or len(found) >= MOST_ALARMS:
            say(Why.ALARM, alarm.text("TRIGGER"))
        else:
            found.add(lead)
    return tuple(sorted(found))


def leads_of(block: Block, fields: Fields, zones: Zones) -> Mapping[int, int]:
    """The alarms of an event that are reminders, by their place among what is inside it: how long before it begins each comes."""
    leads = ((place, lead_of(alarm, block, fields, zones)) for place, alarm in enumerate(block.blocks) if alarm.name == "VALARM")
    return {place: lead for place, lead in leads if lead is not None}


def lead_of(alarm: Block, block: Block, fields: Fields, zones: Zones) -> int | None:
    """Seconds before the beginning; None for an alarm that no reminder can be."""
    trigger = alarm.first("TRIGGER")
    if trigger is None or alarm.text("ACTION").upper() not in _KINDS:
        return None
    try:
        seconds = (_until if trigger.value.strip()[:1].isdigit() else _before)(trigger, block, fields, zones)
    except (ValueError, OverflowError):
        return None
    if seconds is None or seconds > LONGEST_LEAD.total_seconds():
        return None
    later_that_day = fields.time is None and seconds > -LATEST.total_seconds()
    return seconds if seconds >= 0 or later_that_day else None


def alarm_lines(fields: Fields, leads: Sequence[int], names: Collection[str]) -> list[list[str]]:
    """The lines of each alarm, in an event that has properties of these names."""
    # A trigger is reckoned from what there is (RFC 5545, 3.8.6.3): a to-do may have an end alone, or a beginning that the schedule ignores.
    ignored = isinstance(fields, TaskFields) and (fields.time is None or fields.duration is None)
    related = ";RELATED=END" if "DUE" in names and ("DTSTART" not in names or ignored) else ""
    made = []
    for lead in leads:
        offset = -lead if fields.time is not None else MORNING.hour * 3600 - lead
        trigger = f"TRIGGER{related}:{'-' if offset < 0 else ''}{_length(abs(offset))}"
        made.append(["BEGIN:VALARM", "ACTION:DISPLAY", f"DESCRIPTION:{escaped(fields.title)}", trigger, "END:VALARM"])
    return made


def _until(trigger: Line, block: Block, fields: Fields, zones: Zones) -> int | None:
    """Of an alarm at a moment. One of something that comes again would come for its first time only, so that it is no reminder."""
    at = zones.moment(trigger).at
    if isinstance(fields, RoutineFields) or fields.date is None or not isinstance(at, datetime):
        return None
    aware = at if at.tzinfo is not None else at.replace(tzinfo=zones.home)
    return int((instant(fields.date, fields.time, zones.home) - aware.astimezone(UTC)).total_seconds())


def _before(trigger: Line, block: Block, fields: Fields, zones: Zones) -> int | None:
    """Of an alarm so long before the beginning or the end."""
    offset: timedelta = vDuration.from_ical(trigger.value.strip())  # type: ignore[no-untyped-call]
    zone = ZoneInfo(fields.zone) if isinstance(fields, RoutineFields) and fields.zone else zones.home
    span = span_of(block, zones)
    start, end = _wall(span.start, zones, zone), _wall(span.end, zones, zone)
    anchor = start or end
    if anchor is not None and trigger.parameters.get("RELATED", "").upper() == "END":
        anchor = end or anchor + (fields.duration or timedelta(0))
    day = fields.date if isinstance(fields, TaskFields) else (start or end or datetime.min).date()
    if anchor is None or day is None:
        return None
    return int((datetime.combine(day, fields.time or MORNING) - anchor - offset).total_seconds())


def _wall(at: Day | datetime | None, zones: Zones, zone: ZoneInfo) -> datetime | None:
    if at is None:
        return None
    return zones.wall(at, zone) if isinstance(at, datetime) else datetime.combine(at, _MIDNIGHT)


def _length(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    minutes, rest = divmod(rest, 60)
    parts = "".join(f"{count}{unit}" for count, unit in ((hours, "H"), (minutes, "M"), (rest, "S")) if count)
    return f"PT{parts or '0S'}"
