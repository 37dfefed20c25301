"""What a list or a calendar of another system holds, as the house reads it. The gateway fills these; the schedule shows them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from yamori.domain.home import Device, Home
from yamori.domain.values import Value

AGENDA_CAPABILITIES = {"items": "todoList", "events": "calendarEvents"}
"""The capability that makes a device a list or a calendar, by what is read of it. A narrower one has a suffix behind a hyphen."""


def without_agendas(home: Home) -> Home:
    """The home without the devices that are nothing but a list or a calendar; itself where it has none."""
    devices = tuple(device for device in home.devices if not _is_agenda(device))
    return home if len(devices) == len(home.devices) else replace(home, devices=devices)


def _is_agenda(device: Device) -> bool:
    held = [name.partition("-")[0] for _, name in device.capabilities()]
    return bool(held) and all(name in AGENDA_CAPABILITIES.values() for name in held)


@dataclass(frozen=True, kw_only=True)
class ListItem:
    """One entry of a to-do or shopping list."""

    summary: str
    done: bool = False
    due: date | None = None
    """A `datetime` where a time of day is given."""


@dataclass(frozen=True, kw_only=True)
class CalendarEvent:
    """One occurrence of an event."""

    summary: str
    start: date
    """An aware `datetime`; a plain `date` for an event of whole days."""
    end: date
    """Of the same type as `start`, exclusive (RFC 5545, 3.6.1)."""
    place: str = ""
    description: str = ""

    @property
    def all_day(self) -> bool:
        return not isinstance(self.start, datetime)


def list_item(raw: Value) -> ListItem | None:
    """An entry as Home Assistant's `todo.get_items` gives it, or a plain string; None for what holds no summary."""
    if isinstance(raw, str):
        return ListItem(summary=raw.strip()) if raw.strip() else None
    if not isinstance(raw, Mapping) or not (summary := _text(raw, "summary")):
        return None
    return ListItem(summary=summary, done=raw.get("status") == "completed", due=_moment(raw.get("due")))


def calendar_event(raw: Value) -> CalendarEvent | None:
    """An event as Home Assistant's `calendar.get_events` gives it; None for one without a beginning. An event whose end is missing, or lies
    before its start, has no length; one of whole days then lasts one day."""
    if not isinstance(raw, Mapping):
        return None
    start, end = _moment(raw.get("start")), _moment(raw.get("end"))
    if start is None:
        return None
    if end is None or isinstance(end, datetime) is not isinstance(start, datetime) or end < start:
        end = start
    return CalendarEvent(
        summary=_text(raw, "summary"), start=start, end=end, place=_text(raw, "location"), description=_text(raw, "description")
    )


def sorted_events(events: Iterable[CalendarEvent], start: datetime, end: datetime) -> list[CalendarEvent]:
    """Those that touch the time from `start` to `end` (aware), by their beginning; days begin and end where `start` is."""

    def moment(value: date) -> datetime:
        return value if isinstance(value, datetime) else datetime.combine(value, time(), start.tzinfo)

    found = [e for e in events if moment(e.start) < end and (moment(_last(e)) > start or start <= moment(e.start))]
    return sorted(found, key=lambda e: moment(e.start))


def _last(event: CalendarEvent) -> date:
    """Where it ends; one of whole days lasts at least a day."""
    return max(event.end, event.start + timedelta(days=1)) if event.all_day else event.end


def _text(raw: Mapping[str, Value], name: str) -> str:
    value = raw.get(name)
    return value.strip() if isinstance(value, str) else ""


def _moment(raw: Value) -> date | None:
    """A day, or an aware moment."""
    if not isinstance(raw, str):
        return None
    try:
        return date.fromisoformat(raw)
    except ValueError:
        pass
    try:
        found = datetime.fromisoformat(raw)
    except ValueError:
        return None
    return found if found.tzinfo is not None else None
