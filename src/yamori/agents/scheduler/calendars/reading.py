"""Events and to-dos as rows of the schedule: what a file holds, and why some of it cannot be taken.

A plain function of the text and the home's zone. Nothing in a text is more than data; nothing in it makes this raise.
"""

import json
import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo
from datetime import date as Day
from datetime import time as Clock

from icalendar import vDuration

from yamori.agents.scheduler.calendars import names
from yamori.agents.scheduler.calendars.alarms import read_alarms
from yamori.agents.scheduler.calendars.fields import Fields, RoutineFields, StepFields, TaskFields, fields_of, routine_with, task_with
from yamori.agents.scheduler.calendars.lines import MOST_NOTES, Block, Line, parsed
from yamori.agents.scheduler.calendars.notes import Note, Why
from yamori.agents.scheduler.calendars.zones import Moment, Zones, same_zone, zone_key
from yamori.agents.scheduler.rules.entry import LONGEST_DURATION, LONGEST_MEMO, LONGEST_PLACE, LONGEST_TITLE, CustomTask, checked
from yamori.agents.scheduler.rules.occurrences import next_occurrence, rule_of
from yamori.agents.scheduler.rules.routine import MOST_SKIPPED, MOST_STEPS, Routine, checked_routine
from yamori.domain.errors import InvalidRequest
from yamori.domain.plain_text import single_line

UNTITLED = "(no title)"
_CLOCK_PARTS = ("BYHOUR", "BYMINUTE", "BYSECOND")
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
_DAY = timedelta(days=1)


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


class _Unfit(Exception):
    """This one cannot be taken."""

    def __init__(self, why: Why, detail: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.detail = detail


def read_calendar(text: str, home: str) -> Contents:
    """What stands in an iCalendar text, in a home of this time zone."""
    file = parsed(text)
    reader = _Reader(Zones(home, (b for top in file.blocks for b in top.blocks if b.name == "VTIMEZONE")), list(file.notes))
    for top in file.blocks:
        for block in top.blocks if top.name == "VCALENDAR" else (top,):
            reader.take(block)
    return reader.contents()


class _Reader:
    def __init__(self, zones: Zones, notes: list[Note]) -> None:
        self._zones = zones
        self._notes = notes
        self._found: dict[tuple[str, str], tuple[Found, tuple[int, str]]] = {}
        self._cancelled: dict[tuple[str, str], Day | None] = {}
        self._refused: set[str] = set()

    def take(self, block: Block) -> None:
        if block.name in ("VTIMEZONE", "VCALENDAR"):
            return
        title = single_line(block.text("SUMMARY"))
        uid = names.short_uid(block.text("UID").strip() or _made_up(block))
        try:
            if block.name not in ("VEVENT", "VTODO"):
                raise _Unfit(Why.KIND, block.name)
            instance = self._instance(block)
            if block.text("STATUS").upper() == "CANCELLED":
                self._cancelled[uid, instance] = None
                raise _Unfit(Why.CANCELLED)

            def say(why: Why, detail: str = "") -> None:
                self._say(Note(why=why, title=title, line=block.number, detail=detail))

            fields = _Event(block, self._zones, say).fields(recurs=not instance)
        except _Unfit as unfit:
            self._say(Note(why=unfit.why, title=title, line=block.number, detail=unfit.detail))
            if unfit.why is not Why.CANCELLED:
                self._refused.add(uid)
            return
        found = Found(uid=uid, instance=instance, component=block.name, fields=fields, line=block.number)
        age = (_number(block.text("SEQUENCE")), block.text("LAST-MODIFIED") or block.text("DTSTAMP"))
        known = self._found.get((uid, instance))
        if known is not None and known[0].fields != fields:
            self._say(Note(why=Why.TWICE, title=title, line=block.number))
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
            found.append(one)
        return Contents(
            found=tuple(found), notes=tuple(self._notes), cancelled=frozenset(self._cancelled), refused=frozenset(self._refused)
        )

    def _instance(self, block: Block) -> str:
        line = block.first("RECURRENCE-ID")
        if line is None:
            return ""
        try:
            at = self._zones.moment(line).at
            if isinstance(at, datetime):
                at = (self._zones.wall(at) if at.tzinfo is UTC else at).date()
        except ValueError as wrong:
            raise _Unfit(Why.BAD_VALUE, "RECURRENCE-ID") from wrong
        return at.isoformat()

    def _say(self, note: Note) -> None:
        if len(self._notes) < MOST_NOTES:
            self._notes.append(note)


class _Event:
    """One component being read; raises `_Unfit`."""

    def __init__(self, block: Block, zones: Zones, say: Callable[..., None]) -> None:
        self._block = block
        self._zones = zones
        self._say = say

    def fields(self, *, recurs: bool) -> Fields:
        block = self._block
        if any(block.first(name) for name in ("RDATE",)):
            self._say(Why.MORE_DATES)
        rules = block.every("RRULE") if recurs else ()
        try:
            fields = self._routine(rules) if rules else self._task()
        except InvalidRequest as wrong:
            raise _Unfit(Why.RULE if wrong.where == "recurrence" else Why.REFUSED, str(wrong)) from wrong
        alarms = read_alarms(block, fields, self._zones, self._say)
        return replace(fields, alarms=alarms) if alarms else fields

    def _task(self) -> TaskFields:
        day, time, duration = self._todo() if self._block.name == "VTODO" else self._event()
        at = _EPOCH
        task = CustomTask(id=0, person="", title=UNTITLED, created=at, updated=at)
        new = TaskFields(
            title=self._title(),
            date=day,
            time=time,
            duration=duration,
            place=self._place(),
            memo=self._text("DESCRIPTION", LONGEST_MEMO, "memo") or None,
            done=self._done(),
        )
        fields = fields_of(checked(task_with(task, new)))
        assert isinstance(fields, TaskFields)
        return fields

    def _event(self) -> tuple[Day, Clock | None, timedelta | None]:
        start = self._moment("DTSTART")
        if start is None:
            raise _Unfit(Why.NO_START)
        if not isinstance(start, datetime):
            return start, None, self._days(start)
        begins = self._wall(start)
        end = self._end()
        return begins.date(), begins.time(), self._length(begins, self._wall(end) if end is not None else None)

    def _todo(self) -> tuple[Day | None, Clock | None, timedelta | None]:
        start, due = self._moment("DTSTART"), self._moment("DUE")
        at = due if due is not None else start
        given = self._own_duration()
        if at is None:
            return None, self._own_time(), given
        if not isinstance(at, datetime):
            return at, None, given
        ends = self._wall(at)
        if isinstance(start, datetime) and due is not None:
            begins = self._wall(start)
            if timedelta(0) < ends - begins <= _DAY:
                return begins.date(), begins.time(), ends - begins
        return ends.date(), ends.time(), given

    def _routine(self, rules: tuple[Line, ...]) -> RoutineFields:
        if len(rules) > 1 or self._block.first("EXRULE") is not None:
            raise _Unfit(Why.RULE, "several rules (RRULE, EXRULE) at once")
        start = self._moment("DTSTART") or self._moment("DUE")
        if start is None:
            raise _Unfit(Why.NO_START)
        zone: tzinfo = self._zones.home
        if isinstance(start, datetime):
            zone = self._own_zone(start)
            begins = self._wall(start, zone)
            day, time = begins.date(), begins.time()
            end = self._end()
            duration = self._length(begins, self._wall(end, zone) if end is not None else None)
        else:
            day, time, duration = start, None, self._days(start)
        rule = self._rule(rules[0].value, zone, time)
        steps = self._steps()
        description = self._text("DESCRIPTION", LONGEST_MEMO + MOST_STEPS * 400, "memo")
        memo = names.memo_in(description, steps) if steps else description
        at = _EPOCH
        new = RoutineFields(
            title=self._title(),
            recurrence=rule,
            starts=self._starts(rule, day),
            time=time,
            duration=duration,
            place=self._place(),
            memo=self._fit(memo, LONGEST_MEMO, "memo") or None,
            skipped=self._skipped(zone),
            zone=None if time is None or same_zone(zone, self._zones.home) else zone_key(zone),
            steps=steps,
        )
        empty = Routine(id=0, person="", title=UNTITLED, recurrence=rule, starts=day, created=at, updated=at)
        fields = fields_of(checked_routine(routine_with(empty, new)))
        assert isinstance(fields, RoutineFields)
        return fields if steps is not None else replace(fields, steps=None)

    def _own_zone(self, start: datetime) -> tzinfo:
        """The zone in which it recurs: its own where it has a name."""
        if start.tzinfo is None:
            return self._zones.home
        if zone_key(start.tzinfo) is None:
            self._say(Why.ZONE, str(self._block.first("DTSTART").parameters.get("TZID", "")))  # type: ignore[union-attr]
            return self._zones.home
        return start.tzinfo

    def _rule(self, text: str, zone: tzinfo, time: Clock | None) -> str:
        """The rule without what the time of day says already, its end as a day of its zone."""
        kept = []
        for piece in text.strip().strip(";").split(";"):
            name, _, value = (part.strip() for part in piece.upper().partition("="))
            if name in _CLOCK_PARTS:
                expected = {"BYHOUR": time.hour, "BYMINUTE": time.minute, "BYSECOND": time.second}[name] if time else -1
                if not value.isdigit() or int(value) != expected:
                    raise _Unfit(Why.RULE, piece[:60])
                continue
            if name == "UNTIL":
                value = self._until(value, zone, time)
            kept.append(f"{name}={value}" if value else name)
        rule = rule_of(";".join(kept))
        if time is not None and rule.startswith("FREQ=WEEKLY") and "BYSETPOS" in rule and "BYDAY" not in rule:
            raise _Unfit(Why.RULE, rule)
        return rule

    def _until(self, value: str, zone: tzinfo, time: Clock | None) -> str:
        try:
            until = self._zones.moment(Line(number=0, name="UNTIL", parameters={}, value=value, whole=""))
            if not isinstance(until.at, datetime):
                return _digits(until.at)
            end = self._zones.wall(until.at, zone)
        except ValueError as wrong:
            raise _Unfit(Why.RULE, f"UNTIL={value[:40]}") from wrong
        earlier = time is not None and end.time() < time
        return _digits(end.date() - _DAY if earlier and end.date() > Day.min else end.date())

    def _starts(self, rule: str, day: Day) -> Day:
        """Our own first day, which may lie before the first occurrence, as long as nobody moved that."""
        own = _day(self._block.text(names.STARTS))
        if own is None or not Day(1, 1, 2) <= own <= day:
            return day
        return own if next_occurrence(rule, own, own - _DAY) == day else day

    def _skipped(self, zone: tzinfo) -> tuple[Day, ...]:
        days = set()
        for line in self._block.every("EXDATE"):
            for value in line.value.split(","):
                try:
                    at = self._zones.moment(line, value).at
                    days.add(self._zones.wall(at, zone).date() if isinstance(at, datetime) else at)
                except ValueError:
                    self._say(Why.BROKEN_LINE, line.whole[:80])
        if len(days) > MOST_SKIPPED:
            self._say(Why.CUT, "EXDATE")
        return tuple(sorted(days))[-MOST_SKIPPED:]

    def _steps(self) -> tuple[StepFields, ...] | None:
        text = self._block.text(names.STEPS)
        if not text:
            return None
        try:
            return tuple(
                StepFields(title=str(row["title"]), minutes=int(row["minutes"]) if row.get("minutes") else None, memo=row.get("memo"))
                for row in json.loads(text)[:MOST_STEPS]
            )
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):  # somebody else's idea of steps
            return None

    def _moment(self, name: str) -> Day | datetime | None:
        line = self._block.first(name)
        if line is None:
            return None
        try:
            found: Moment = self._zones.moment(line)
        except ValueError as wrong:
            raise _Unfit(Why.BAD_VALUE, name) from wrong
        if found.unknown:
            self._say(Why.ZONE, found.unknown[:60])
        return found.at

    def _end(self) -> Day | datetime | None:
        return self._moment("DTEND") if self._block.name == "VEVENT" else self._moment("DUE") if self._block.first("DTSTART") else None

    def _wall(self, at: Day | datetime, zone: tzinfo | None = None) -> datetime:
        try:
            return self._zones.wall(at, zone) if isinstance(at, datetime) else datetime.combine(at, Clock())
        except ValueError as wrong:
            raise _Unfit(Why.BAD_VALUE, "DTSTART") from wrong

    def _length(self, begins: datetime, ends: datetime | None) -> timedelta | None:
        length = ends - begins if ends is not None else self._stated()
        if length is None or length == timedelta(0):
            return None
        return self._possible(length)

    def _possible(self, length: timedelta) -> timedelta | None:
        if length < timedelta(0):
            self._say(Why.ENDS_BEFORE)
            return None
        if length > LONGEST_DURATION:
            self._say(Why.TOO_LONG)
            return None
        return timedelta(seconds=int(length.total_seconds())) or None

    def _stated(self) -> timedelta | None:
        line = self._block.first("DURATION")
        if line is None:
            return None
        try:
            found: timedelta = vDuration.from_ical(line.value.strip())  # type: ignore[no-untyped-call]
        except (ValueError, OverflowError) as wrong:
            raise _Unfit(Why.BAD_VALUE, "DURATION") from wrong
        return found

    def _days(self, start: Day) -> timedelta | None:
        """How long something lasts that has no time: whole days, None for one."""
        end = self._end()
        length = (self._wall(end).date() - start) if end is not None else self._stated()
        own = self._own_duration()
        if length is None:
            return own if own is not None and own <= _DAY else None
        if own is not None and math.ceil(own / _DAY) == math.ceil(length / _DAY):
            return own
        return None if timedelta(0) <= length <= _DAY else self._possible(length)

    def _own_duration(self) -> timedelta | None:
        seconds = _number(self._block.text(names.DURATION))
        return timedelta(seconds=seconds) if 0 < seconds <= LONGEST_DURATION.total_seconds() else None

    def _own_time(self) -> Clock | None:
        try:
            return Clock.fromisoformat(self._block.text(names.TIME))
        except ValueError:
            return None

    def _done(self) -> bool:
        block = self._block
        if block.name == "VEVENT":
            return block.text(names.DONE).upper() == "TRUE"
        return block.text("STATUS").upper() == "COMPLETED" or block.first("COMPLETED") is not None

    def _title(self) -> str:
        return self._fit(single_line(self._block.text("SUMMARY")), LONGEST_TITLE, "title") or UNTITLED

    def _place(self) -> str | None:
        return self._fit(single_line(self._block.text("LOCATION")), LONGEST_PLACE, "place") or None

    def _text(self, name: str, longest: int, called: str) -> str:
        return self._fit(self._block.text(name), longest, called)

    def _fit(self, text: str, longest: int, called: str) -> str:
        text = text.strip()
        if len(text) <= longest:
            return text
        self._say(Why.CUT, called)
        return text[: longest - 1].rstrip() + "…"


def _made_up(block: Block) -> str:
    """A UID for what has none: the same for the same event."""
    return names.short_uid("none " + "\n".join(_without_stamps(block.lines)) + " " * 300)


def _without_stamps(lines: Iterable[Line]) -> Iterable[str]:
    return (line.whole for line in lines if line.name not in ("DTSTAMP", "LAST-MODIFIED", "CREATED", "SEQUENCE"))


def _number(text: str) -> int:
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text.strip()) else 0


def _day(text: str) -> Day | None:
    try:
        return Day.fromisoformat(text) if text else None
    except ValueError:
        return None


def _digits(day: Day) -> str:
    return f"{day.year:04}{day.month:02}{day.day:02}"
