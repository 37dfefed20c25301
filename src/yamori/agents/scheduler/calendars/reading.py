"""Events and to-dos as rows of the schedule: what a file holds, and why some of it cannot be taken.

A plain function of the text and the home's zone. Nothing in a text is more than data; nothing in it makes this raise.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date as Day

from yamori.agents.scheduler.calendars import names
from yamori.agents.scheduler.calendars.components import Component, Unfit, number_in
from yamori.agents.scheduler.calendars.fields import Fields, RoutineFields
from yamori.agents.scheduler.calendars.lines import MOST_NOTES, Block, Line, parsed
from yamori.agents.scheduler.calendars.notes import Note, Why
from yamori.agents.scheduler.calendars.spans import Series, instance_day, series_of
from yamori.agents.scheduler.calendars.splitting import ended, moved_days, rule_from
from yamori.agents.scheduler.calendars.vcalendar import translated
from yamori.agents.scheduler.calendars.zones import Zones
from yamori.agents.scheduler.rules.rows.routine import MOST_SKIPPED
from yamori.domain.plain_text import single_line


@dataclass(frozen=True, kw_only=True)
class Found:
    """One event or to-do, as it would stand in the schedule."""

    uid: str
    instance: str = ""
    """For a changed occurrence of a recurring event: the day that the rule names; empty for the event itself."""
    component: str
    """VEVENT or VTODO."""
    fields: Fields
    line: int = 0


@dataclass(frozen=True, kw_only=True)
class Contents:
    """What a file holds."""

    found: tuple[Found, ...]
    notes: tuple[Note, ...]
    cancelled: frozenset[tuple[str, str]] = frozenset()
    """UIDs and instances that are there only to say that they do not take place."""
    refused: frozenset[str] = frozenset()
    """UIDs of which something is there that could not be taken."""


def read_calendar(content: str | bytes, home: str, *, splits: bool = False) -> Contents:
    """What stands in an iCalendar file, in a home of this time zone.

    A change of "this and all following" occurrences makes two series where `splits`; else it is taken for this one alone, and said so: a
    server's resource holds one series.
    """
    file = parsed(content)
    zones = Zones(home, (b for top in file.blocks for b in top.blocks if b.name == "VTIMEZONE"))
    reader = _Reader(zones, list(file.notes), splits=splits)
    tops = [translated(top, zones.home) for top in file.blocks]
    blocks = [block for top in tops for block in (top.blocks if top.name == "VCALENDAR" else (top,))]
    for block in sorted(blocks, key=lambda b: b.first("RECURRENCE-ID") is not None):  # a series before its changed occurrences
        reader.take(block)
    return reader.contents()


@dataclass(frozen=True, kw_only=True)
class _Following:
    """A change of one occurrence and of all that follow it; without a component they do not take place."""

    day: Day
    component: Component | None
    line: int
    title: str


class _Reader:
    def __init__(self, zones: Zones, notes: list[Note], *, splits: bool) -> None:
        self._zones = zones
        self._notes = notes
        self._splits = splits
        self._found: dict[tuple[str, str], tuple[Found, tuple[int, str]]] = {}
        self._series: dict[str, Series] = {}
        self._following: dict[tuple[str, Day], _Following] = {}
        self._cancelled: dict[tuple[str, str], Day | None] = {}
        self._refused: set[str] = set()
        self._zones_said: set[str] = set()

    def take(self, block: Block) -> None:
        if block.name in ("VTIMEZONE", "VCALENDAR"):
            return
        title = single_line(block.text("SUMMARY"))
        uid = names.short_uid(block.text("UID").strip() or _made_up(block))

        def say(why: Why, detail: str = "") -> None:
            self._say(Note(why=why, title=title, line=block.number, detail=detail))

        try:
            if block.name not in ("VEVENT", "VTODO"):
                raise Unfit(Why.KIND, block.name)
            instance = self._instance(uid, block)
            follows = bool(instance) and _is_following(block)
            cancelled = block.text("STATUS").upper() == "CANCELLED"
            component = Component(block, self._zones, say)
            if follows and self._can_split(uid):
                day = Day.fromisoformat(instance)
                change = _Following(day=day, component=None if cancelled else component, line=block.number, title=title)
                self._following[uid, day] = change
                return
            if cancelled:
                self._cancelled[uid, instance] = None
                raise Unfit(Why.CANCELLED)
            if follows:
                say(Why.RANGE)
            fields = component.fields(recurs=not instance)
        except Unfit as unfit:
            say(unfit.why, unfit.detail)
            if unfit.why is not Why.CANCELLED:
                self._refused.add(uid)
            return
        found = Found(uid=uid, instance=instance, component=block.name, fields=fields, line=block.number)
        age = (number_in(block.text("SEQUENCE")), block.text("LAST-MODIFIED") or block.text("DTSTAMP"))
        known = self._found.get((uid, instance))
        if known is not None and known[0].fields != fields:
            say(Why.TWICE)
        if known is None or age >= known[1]:
            self._found[uid, instance] = (found, age)

    def contents(self) -> Contents:
        away: dict[str, set[Day]] = {}
        for uid, instance in (*self._found, *self._cancelled):
            if instance:
                away.setdefault(uid, set()).add(Day.fromisoformat(instance))
        found = []
        for one, _ in self._found.values():
            days = away.get(one.uid) if not one.instance else None
            if days and isinstance(one.fields, RoutineFields):
                skipped = tuple(sorted({*one.fields.skipped, *days}))[:MOST_SKIPPED]
                one = replace(one, fields=replace(one.fields, skipped=skipped))
            found += self._split(one) if not one.instance else [one]
        return Contents(
            found=tuple(found), notes=tuple(self._notes), cancelled=frozenset(self._cancelled), refused=frozenset(self._refused)
        )

    def _can_split(self, uid: str) -> bool:
        known = self._found.get((uid, ""))
        return self._splits and known is not None and isinstance(known[0].fields, RoutineFields)

    def _split(self, one: Found) -> list[Found]:
        """The series as many as it has become, each later one an event of its own."""
        changes = sorted((change for (uid, _), change in self._following.items() if uid == one.uid), key=lambda c: c.day)
        found: list[Found] = []
        for change in changes:
            fields = one.fields
            assert isinstance(fields, RoutineFields)
            later = self._later(one, fields, change) if change.component is not None else None
            if change.component is not None and later is None:
                self._say(Note(why=Why.RANGE, title=change.title, line=change.line))
                continue
            if (before := ended(fields, change.day)) is not None:
                found.append(replace(one, fields=before))
            if later is None:
                return found
            one = later
        return [*found, one]

    def _later(self, one: Found, fields: RoutineFields, change: _Following) -> Found | None:
        assert change.component is not None
        first = change.component.first_day()
        rule = rule_from(fields, change.day, first) if first is not None else None
        if first is None or rule is None:
            return None
        try:
            after = change.component.fields(recurs=True, rule=rule)
        except Unfit:
            return None
        if not isinstance(after, RoutineFields):
            return None
        skipped = tuple(sorted({*after.skipped, *moved_days(fields.skipped, change.day, first)} - {first}))[:MOST_SKIPPED]
        uid = names.short_uid(f"{one.uid}/{change.day.isoformat()}")
        return Found(uid=uid, component=one.component, fields=replace(after, skipped=skipped), line=change.line)

    def _instance(self, uid: str, block: Block) -> str:
        """The day of the series that a changed occurrence stands for, in the series' own zone."""
        try:
            if block.first("RECURRENCE-ID") is None:
                if block.first("RRULE") is not None:
                    self._series[uid] = series_of(block, self._zones)
                return ""
            series = self._series.get(uid) or series_of(block, self._zones)
            return instance_day(block, series).isoformat()
        except ValueError as wrong:
            raise Unfit(Why.BAD_VALUE, str(wrong)[:40]) from wrong

    def _say(self, note: Note) -> None:
        if note.why in (Why.ZONE, Why.ZONE_OFFSET):
            if note.detail in self._zones_said:
                return
            self._zones_said.add(note.detail)
        if len(self._notes) < MOST_NOTES:
            self._notes.append(note)


def _is_following(block: Block) -> bool:
    line = block.first("RECURRENCE-ID")
    return line is not None and line.parameters.get("RANGE", "").strip('"').upper() == "THISANDFUTURE"


def _made_up(block: Block) -> str:
    """A UID for what has none: the same for the same event."""
    return names.short_uid("none " + "\n".join(_without_stamps(block.lines)) + " " * 300)


def _without_stamps(lines: Iterable[Line]) -> Iterable[str]:
    return (line.whole for line in lines if line.name not in ("DTSTAMP", "LAST-MODIFIED", "CREATED", "SEQUENCE"))
