"""Which of the times that were said some call on the schedule uses: as its date, time or length, as how far it moves a row, or as how
long before it a person is reminded. `evidence` calls it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock
from typing import Any

from yamori.agentkit.agent import ToolCall
from yamori.domain.when import Kind, WhenSpan

_MINUTE = timedelta(minutes=1)
_RECURRING = frozenset(("add_routine", "update_routine", "set_briefing", "toggle_step"))


@dataclass(frozen=True, kw_only=True)
class Values:
    """What times and numbers the calls hold, and what follows from them."""

    written: str
    """All values of the calls and of the rows that they change."""
    moments: tuple[datetime, ...]
    """When reminders come."""
    shifts: tuple[float, ...]
    """Minutes: leads of reminders, and how far rows are moved or lengthened."""
    any_time: bool
    """A reminder of something that has no time comes at an hour of the house's, or at the one that was said."""
    days: tuple[Day, ...]
    recurring: bool
    now: datetime

    def use(self, when: WhenSpan) -> bool:
        """Whether some call uses this expression of time."""
        if when.kind in (Kind.PART, Kind.PERIOD) or when.problem:
            return True
        if when.kind is Kind.RECURRENCE:
            return self.recurring
        if when.date is None and when.time is None:
            return when.duration is None or self._holds_length(when.duration)
        if (when.date is None or self._holds_day(when.date)) and (when.time is None or self._holds_time(when)):
            return True
        if when.date is not None and when.time is not None:
            ahead = (datetime.combine(when.date, when.time, self.now.tzinfo) - self.now) / _MINUTE
            return self.holds_number(str(round(ahead)))
        return False

    def holds_number(self, text: str) -> bool:
        """Whether a number stands in the calls, or is how far something is moved."""
        if not re.fullmatch(r"\d+(?:\.\d+)?", text):
            return False
        number = float(text)
        if any(number in (shift, shift / 60, shift / 1440, shift / 10080) for shift in self.shifts):
            return True
        if number < 24 and number == int(number) and any(f"{int(hour) % 24:02}:00" in self.written for hour in (number, number + 12)):
            return True  # `make it 4`
        return number == int(number) and re.search(rf"(?<![\d.:-])0?{int(number)}(?:\.0)?(?![\d:-])", self.written) is not None

    def _holds_day(self, day: Day) -> bool:
        weekday = f"{day:%a}"
        named = f"'{weekday.lower()}'" in self.written or re.search(rf"BYDAY=[^;']*{weekday[:2].upper()}", self.written) is not None
        later = any(other.weekday() == day.weekday() and 0 < (other - day).days <= 14 for other in self.days)  # `the Sunday after`
        return named or later or day.isoformat() in self.written or any(moment.date() == day for moment in self.moments)

    def _holds_time(self, when: WhenSpan) -> bool:
        clocks = [t for t in (when.time, *when.ambiguous) if isinstance(t, Clock)]
        clocks += [t.replace(hour=(t.hour + 12) % 24) for t in clocks]
        return self.any_time or any(f"{t:%H:%M}" in self.written or any(_at(m, t) for m in self.moments) for t in clocks)

    def _holds_length(self, length: timedelta) -> bool:
        minutes = length / _MINUTE
        scales = (minutes, minutes * 60, minutes / 60, minutes / 1440)
        return minutes in self.shifts or any(n == int(n) and self.holds_number(str(int(n))) for n in scales if n >= 1)


def _at(moment: datetime, clock: Clock) -> bool:
    return (moment.hour, moment.minute) == (clock.hour, clock.minute)


def values_of(calls: Sequence[ToolCall], rows: Sequence[Mapping[str, Any]], now: datetime) -> Values:
    """The values of calls, over the rows that they change (as the tools show them)."""
    leads = [
        float(v) for call in calls for key in ("remind_minutes", "lead_minutes") if isinstance(v := call.arguments.get(key), int | float)
    ]
    starts = [start for held in (*(call.arguments for call in calls), *rows) if (start := _start(held)) is not None]
    moved = [
        abs((new - old) / _MINUTE) for call in calls for row in rows if (new := _start({**row, **call.arguments})) and (old := _start(row))
    ]
    lengths = [
        abs(float(call.arguments["minutes"]) - float(row.get("minutes") or 60))  # type: ignore[arg-type]
        for call in calls
        for row in rows
        if isinstance(call.arguments.get("minutes"), int | float)
    ]
    return Values(
        written=" ".join([*(repr(call.arguments) for call in calls), *map(repr, rows)]),
        moments=tuple(start - timedelta(minutes=lead) for start in starts for lead in leads),
        shifts=(*leads, *(m for m in moved if m), *(n for n in lengths if n)),
        any_time=bool(leads) and any(held.get("date") and not held.get("time") for held in (*(call.arguments for call in calls), *rows)),
        days=tuple(Day.fromisoformat(d) for call in calls if re.fullmatch(r"\d{4}-\d\d-\d\d", d := str(call.arguments.get("date", "")))),
        recurring=any(call.tool in _RECURRING for call in calls) or "recurrence" in repr(rows),
        now=now,
    )


def _start(held: Mapping[str, Any]) -> datetime | None:
    """When what has a date, and perhaps a time, begins; a reminder of a whole day counts from midnight."""
    try:
        day = Day.fromisoformat(str(held["date"])[:10])
        clock = Clock.fromisoformat(str(held["time"])[:5]) if held.get("time") else Clock()
    except (KeyError, ValueError):
        return None
    return datetime.combine(day, clock)
