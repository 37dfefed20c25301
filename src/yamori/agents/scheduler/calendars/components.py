"""One event or to-do as a row of the schedule: what of it can be taken, and why some of it cannot."""

import json
import math
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from datetime import date as Day
from datetime import time as Clock
from functools import cached_property

from icalendar import vDuration

from yamori.agents.scheduler.calendars import names
from yamori.agents.scheduler.calendars.alarms import read_alarms
from yamori.agents.scheduler.calendars.fields import Fields, RoutineFields, StepFields, TaskFields, fields_of, routine_with, task_with
from yamori.agents.scheduler.calendars.lines import Block, Line
from yamori.agents.scheduler.calendars.notes import Why
from yamori.agents.scheduler.calendars.spans import Series, Span, series_of, span_of
from yamori.agents.scheduler.calendars.zones import Zones, same_zone, zone_key
from yamori.agents.scheduler.rules.rows.entry import LONGEST_DURATION, LONGEST_MEMO, LONGEST_PLACE, LONGEST_TITLE, CustomTask, checked
from yamori.agents.scheduler.rules.rows.occurrences import next_occurrence, rule_of
from yamori.agents.scheduler.rules.rows.routine import MOST_SKIPPED, MOST_STEPS, Routine, checked_routine
from yamori.domain.errors import InvalidRequest
from yamori.domain.plain_text import single_line

UNTITLED = "(no title)"
_CLOCK_PARTS = ("BYHOUR", "BYMINUTE", "BYSECOND")
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
_DAY = timedelta(days=1)


class Unfit(Exception):
    """This one cannot be taken."""

    def __init__(self, why: Why, detail: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.detail = detail


class Component:
    """One component being read; raises `Unfit`."""

    def __init__(self, block: Block, zones: Zones, say: Callable[..., None]) -> None:
        self._block = block
        self._zones = zones
        self._say = say

    def first_day(self) -> Day | None:
        """The day on which it begins, in its own zone; None where that cannot be read."""
        try:
            start = self._span.start
        except Unfit:
            return None
        return start.date() if isinstance(start, datetime) else start

    def fields(self, *, recurs: bool, rule: str = "") -> Fields:
        """The row. `rule` is that of a series whose later part this is; its own counts where it has one. Raises `Unfit`."""
        block = self._block
        self._check_zones()
        if any(block.first(name) for name in ("RDATE",)):
            self._say(Why.MORE_DATES)
        rules = block.every("RRULE") if recurs else ()
        if rule and not rules:
            rules = (Line(number=block.number, name="RRULE", parameters={}, value=rule, whole=""),)
        if rules and block.name == "VTODO" and self._done():
            self._say(Why.SERIES_DONE)
            rules = ()
        try:
            fields = self._routine(rules) if rules else self._task()
        except InvalidRequest as wrong:
            raise Unfit(Why.RULE if wrong.where == "recurrence" else Why.REFUSED, str(wrong)) from wrong
        alarms = read_alarms(block, fields, self._zones, self._say)
        return replace(fields, alarms=alarms) if alarms else fields

    @cached_property
    def _span(self) -> Span:
        try:
            return span_of(self._block, self._zones)
        except ValueError as wrong:
            raise Unfit(Why.BAD_VALUE, str(wrong)[:40]) from wrong

    def _check_zones(self) -> None:
        """Say what is not known of the zones that it names."""
        for name in ("DTSTART", "DTEND", "DUE", "RECURRENCE-ID"):
            line = self._block.first(name)
            zone = line.parameters.get("TZID", "").strip('"') if line is not None else ""
            if not zone:
                continue
            if self._zones.named(zone) is None:
                self._say(Why.ZONE, zone[:60])
            elif self._zones.by_offset(zone):
                self._say(Why.ZONE_OFFSET, zone[:60])

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
        start, end = self._span.start, self._span.end
        if start is None:
            raise Unfit(Why.NO_START)
        if not isinstance(start, datetime):
            return start, None, self._days(start)
        begins = self._wall(start)
        return begins.date(), begins.time(), self._length(begins, self._wall(end) if end is not None else None)

    def _todo(self) -> tuple[Day | None, Clock | None, timedelta | None]:
        start, due = self._span.start, self._span.end
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
            raise Unfit(Why.RULE, "several rules (RRULE, EXRULE) at once")
        start = self._span.start or self._span.end
        if start is None:
            raise Unfit(Why.NO_START)
        series = self._series()
        zone = series.zone
        if isinstance(start, datetime):
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
            skipped=self._skipped(series),
            zone=None if time is None or same_zone(zone, self._zones.home) else zone_key(zone),
            steps=steps,
        )
        empty = Routine(id=0, person="", title=UNTITLED, recurrence=rule, starts=day, created=at, updated=at)
        fields = fields_of(checked_routine(routine_with(empty, new)))
        assert isinstance(fields, RoutineFields)
        return fields if steps is not None else replace(fields, steps=None)

    def _series(self) -> Series:
        try:
            return series_of(self._block, self._zones)
        except ValueError as wrong:
            raise Unfit(Why.BAD_VALUE, str(wrong)[:40]) from wrong

    def _rule(self, text: str, zone: tzinfo, time: Clock | None) -> str:
        """The rule without what the time of day says already, its end as a day of its zone."""
        kept = []
        for piece in text.strip().strip(";").split(";"):
            name, _, value = (part.strip() for part in piece.upper().partition("="))
            if name in _CLOCK_PARTS:
                expected = {"BYHOUR": time.hour, "BYMINUTE": time.minute, "BYSECOND": time.second}[name] if time else -1
                if not value.isdigit() or int(value) != expected:
                    raise Unfit(Why.RULE, piece[:60])
                continue
            if name == "UNTIL":
                value = self._until(value, zone, time)
            kept.append(f"{name}={value}" if value else name)
        rule = rule_of(";".join(kept))
        if time is not None and rule.startswith("FREQ=WEEKLY") and "BYSETPOS" in rule and "BYDAY" not in rule:
            raise Unfit(Why.RULE, rule)
        return rule

    def _until(self, value: str, zone: tzinfo, time: Clock | None) -> str:
        try:
            until = self._zones.moment(Line(number=0, name="UNTIL", parameters={}, value=value, whole=""))
            if not isinstance(until.at, datetime):
                return _digits(until.at)
            end = self._zones.wall(until.at, zone)
        except ValueError as wrong:
            raise Unfit(Why.RULE, f"UNTIL={value[:40]}") from wrong
        earlier = time is not None and end.time() < time
        return _digits(end.date() - _DAY if earlier and end.date() > Day.min else end.date())

    def _starts(self, rule: str, day: Day) -> Day:
        """Our own first day, which may lie before the first occurrence, as long as nobody moved that."""
        own = _day(self._block.text(names.STARTS))
        if own is None or not Day(1, 1, 2) <= own <= day:
            return day
        return own if next_occurrence(rule, own, own - _DAY) == day else day

    def _skipped(self, series: Series) -> tuple[Day, ...]:
        days = set()
        for line in self._block.every("EXDATE"):
            for value in line.value.split(","):
                try:
                    days.add(series.day_of(self._zones.moment(line, value).at))
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

    def _end(self) -> Day | datetime | None:
        """When it ends; a to-do without a beginning has none."""
        return self._span.end if self._block.name == "VEVENT" or self._span.start is not None else None

    def _wall(self, at: Day | datetime, zone: tzinfo | None = None) -> datetime:
        try:
            return self._zones.wall(at, zone) if isinstance(at, datetime) else datetime.combine(at, Clock())
        except ValueError as wrong:
            raise Unfit(Why.BAD_VALUE, "DTSTART") from wrong

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
            raise Unfit(Why.BAD_VALUE, "DURATION") from wrong
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
        seconds = number_in(self._block.text(names.DURATION))
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
        if status := block.text("STATUS").strip().upper():
            return status == "COMPLETED"  # whatever an earlier end of it has left behind
        return block.first("COMPLETED") is not None or block.text("PERCENT-COMPLETE").strip() == "100"

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


def number_in(text: str) -> int:
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text.strip()) else 0


def _day(text: str) -> Day | None:
    try:
        return Day.fromisoformat(text) if text else None
    except ValueError:
        return None


def _digits(day: Day) -> str:
    return f"{day.year:04}{day.month:02}{day.day:02}"
