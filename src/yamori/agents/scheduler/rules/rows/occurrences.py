"""When a recurrence rule comes round: RFC 5545 rules, read by `dateutil`, on days of the calendar.

Rules of days and weeks, which most are, are reckoned here: `dateutil` walks a rule from its start, which takes long after some years.
Only days come from a rule; the time of day is the routine's own, so that no occurrence moves or doubles when the clocks change.
"""

import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date as Day
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from yamori.domain.errors import InvalidRequest

if TYPE_CHECKING:
    from dateutil.rrule import rrule

WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_ORDER = ("FREQ", "INTERVAL", "BYMONTH", "BYWEEKNO", "BYYEARDAY", "BYMONTHDAY", "BYDAY", "BYSETPOS", "WKST", "COUNT", "UNTIL")
_FREQUENCIES = ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
_PART = re.compile(r"([A-Z]+)=([A-Z0-9,+:-]+)")
_DAY = timedelta(days=1)
LONGEST_RULE = 300
MOST_OCCURRENCES = 5000
"""Of one rule in one period: thirteen years of every day."""


def weekly(days: tuple[int, ...]) -> str:
    """The rule of these days of every week, 0 for Monday. Raises `InvalidRequest` for none."""
    if not days:
        raise InvalidRequest("a routine needs days, such as mon and thu", where="days")
    return "FREQ=WEEKLY;BYDAY=" + ",".join(_CODES[d] for d in sorted(set(days)))


@lru_cache(maxsize=4096)
def days_of(rule: str) -> tuple[str, ...]:
    """The days of a rule that says nothing but days of every week; empty for any other. Every day is all seven."""
    if rule == "FREQ=DAILY":
        return WEEK
    found = re.fullmatch(r"FREQ=WEEKLY;BYDAY=([A-Z,]+)", rule)
    return tuple(WEEK[_CODES.index(code)] for code in found[1].split(",")) if found else ()


@lru_cache(maxsize=4096)
def rule_of(text: str) -> str:
    """The rule in one spelling. Raises `InvalidRequest` for what is none, and for one that recurs more than once a day."""
    flat = text.strip().upper().removeprefix("RRULE:").strip(";")
    if not flat or len(flat) > LONGEST_RULE:
        raise InvalidRequest(
            f"a recurrence is an RFC 5545 rule of at most {LONGEST_RULE} characters, such as FREQ=WEEKLY;BYDAY=MO,TH", where="recurrence"
        )
    parts: dict[str, str] = {}
    for piece in flat.split(";"):
        match = _PART.fullmatch(piece)
        if match is None or match[1] not in _ORDER or match[1] in parts:
            raise InvalidRequest(f"{piece[:40]!r} is no part of a recurrence; known are {', '.join(_ORDER)}, once each", where="recurrence")
        parts[match[1]] = match[2]
    if parts.get("FREQ") not in _FREQUENCIES:
        raise InvalidRequest(f"a recurrence begins with FREQ={'|'.join(_FREQUENCIES)}", where="recurrence", nearest=_FREQUENCIES)
    if parts.get("INTERVAL") == "1":
        del parts["INTERVAL"]
    if "UNTIL" in parts:
        parts["UNTIL"] = parts["UNTIL"][:8]  # a day: the time of an occurrence is the routine's
    if parts["FREQ"] == "WEEKLY" and re.fullmatch(r"[A-Z,]+", parts.get("BYDAY", "")):
        parts["BYDAY"] = ",".join(sorted(set(parts["BYDAY"].split(",")), key=lambda c: _CODES.index(c) if c in _CODES else 9))
    rule = ";".join(f"{key}={parts[key]}" for key in _ORDER if key in parts)
    try:
        _parsed(rule, Day(2026, 1, 1))
    except (ValueError, TypeError, KeyError, IndexError) as wrong:  # dateutil's way to refuse a rule
        raise InvalidRequest(f"{rule!r} is no recurrence rule of RFC 5545 ({wrong})", where="recurrence") from wrong
    if _never(parts):
        raise InvalidRequest(f"{rule!r} never comes round: it names days that no year has", where="recurrence")
    return rule


def shifted_rule(rule: str, days: int) -> str | None:
    """A rule of `rule_of` that comes so many days later; None where no rule does."""
    if not days:
        return rule
    parts = dict(part.split("=", 1) for part in rule.split(";"))
    codes = parts.get("BYDAY", "").split(",") if "BYDAY" in parts else []
    if set(parts) - {"FREQ", "INTERVAL", "BYDAY", "COUNT", "UNTIL"} or not set(codes) <= set(_CODES):
        return None
    if parts["FREQ"] not in ("DAILY", "WEEKLY") or (len(codes) > 1 and "INTERVAL" in parts):
        return None  # weeks that are left out begin on another day than these
    if codes:
        parts["BYDAY"] = ",".join(_CODES[(_CODES.index(code) + days) % 7] for code in codes)
    if "UNTIL" in parts:
        parts["UNTIL"] = f"{Day.fromisoformat(parts['UNTIL']) + days * _DAY:%Y%m%d}"
    return rule_of(";".join(f"{key}={value}" for key, value in parts.items()))


def _never(parts: Mapping[str, str]) -> bool:
    """Whether no year has a day of the rule. `dateutil` looks for one until the year 9999, for seconds; so it begins near that, early
    enough for every weekday on which a leap year or another can begin."""
    anywhere = ";".join(f"{key}={value}" for key, value in parts.items() if key not in ("INTERVAL", "COUNT", "UNTIL"))
    return next(iter(_parsed(anywhere, Day(9969, 1, 1))), None) is None


def occurrences(rule: str, starts: Day, first: Day, last: Day, *, skipped: tuple[Day, ...] = ()) -> tuple[Day, ...]:
    """The days from `first` to `last`, both included, on which a rule of `rule_of` comes round, in order; never before `starts`."""
    found = islice(takewhile(lambda day: day <= last, _from(rule, starts, first)), MOST_OCCURRENCES)
    return tuple(day for day in found if day not in skipped)


def next_occurrence(rule: str, starts: Day, after: Day, *, skipped: tuple[Day, ...] = ()) -> Day | None:
    """The first day later than `after`; None where the rule has ended."""
    coming = _from(rule, starts, after + _DAY) if after < Day.max else ()
    return next((day for day in coming if day not in skipped), None)


def past_occurrences(rule: str, starts: Day, last: Day, *, skipped: tuple[Day, ...] = ()) -> Iterator[Day]:
    """The days up to `last`, it included, the latest first."""
    return (day for day in _back_from(rule, starts, last) if day not in skipped)


def _from(rule: str, starts: Day, first: Day) -> Iterator[Day]:
    """Every day of the rule from `first` on, in order."""
    if (rounds := _rounds(rule)) is not None:
        yield from rounds.onward(starts, first)
    else:
        for at in _parsed(rule, _near(rule, starts, first)).xafter(datetime.combine(first, datetime.min.time()), inc=True):
            yield at.date()


def _near(rule: str, starts: Day, first: Day) -> Day:
    """A start from which `dateutil` finds the same days from `first` on, in less time.

    A rule that comes each day, week, month or year and names its days has nothing of its start in it, but for the round in which it
    starts, which `dateutil` cuts short. So it begins in the year before.
    """
    begin = Day(max(first.year - 1, 1), 1, 1)
    return begin if begin > starts and _names_its_days(rule) else starts


@lru_cache(maxsize=4096)
def _names_its_days(rule: str) -> bool:
    """Whether no interval is counted from the start, no number of times, and no day, weekday or month is the start's."""
    parts = {part.partition("=")[0] for part in rule.split(";")}
    return parts.isdisjoint(("COUNT", "INTERVAL")) and not parts.isdisjoint(("BYDAY", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO"))


def _back_from(rule: str, starts: Day, last: Day) -> Iterator[Day]:
    """Every day of the rule up to `last`, the latest first."""
    if (rounds := _rounds(rule)) is not None:
        yield from rounds.backward(starts, last)
    else:
        while last >= starts:
            # Found onward and turned round: to ask `dateutil` for one after the other walks from the start each time.
            begin = Day(max(last.year - 1, 1), 1, 1) if _names_its_days(rule) else starts
            found = deque(takewhile(lambda day: day <= last, _from(rule, starts, begin)), maxlen=MOST_OCCURRENCES)  # noqa: B023  # used up here
            yield from reversed(found)
            last = found[0] - _DAY if len(found) == MOST_OCCURRENCES else begin - _DAY


@dataclass(frozen=True, kw_only=True)
class _Rounds:
    """A rule that comes round evenly, for ever or until a day: it is reckoned from any day, where `dateutil` walks from the start."""

    length: int
    """Days from one round to the next."""
    week: int | None
    """The weekday with which a round begins, 0 for Monday; None: with that of the start."""
    offsets: tuple[int, ...]
    """The days of a round on which the rule comes, 0 for its first, in order; empty: the start's own."""
    until: Day

    def onward(self, starts: Day, first: Day) -> Iterator[Day]:
        origin, offsets = self._laid(starts)
        begin, end = max(starts, first).toordinal(), self.until.toordinal()
        at = begin - (begin - origin) % self.length
        while at <= end:
            yield from (Day.fromordinal(at + n) for n in offsets if begin <= at + n <= end)
            at += self.length

    def backward(self, starts: Day, last: Day) -> Iterator[Day]:
        origin, offsets = self._laid(starts)
        begin, end = starts.toordinal(), min(self.until, last).toordinal()
        at = end - (end - origin) % self.length
        while at + self.length > begin:
            yield from (Day.fromordinal(at + n) for n in reversed(offsets) if begin <= at + n <= end)
            at -= self.length

    def _laid(self, starts: Day) -> tuple[int, tuple[int, ...]]:
        """The first day of the round in which the rule starts, and the offsets."""
        into = 0 if self.week is None else (starts.weekday() - self.week) % 7
        return starts.toordinal() - into, self.offsets or (into,)


_DATE = len("20261121")


@lru_cache(maxsize=4096)
def _rounds(rule: str) -> _Rounds | None:
    """None for a rule of `rule_of` that does not come round evenly, or ends after so many times."""
    parts = dict(part.split("=") for part in rule.split(";"))
    every, until, days = int(parts.pop("INTERVAL", "1")), parts.pop("UNTIL", "99991231"), parts.pop("BYDAY", "")
    frequency, begins = parts.pop("FREQ"), parts.pop("WKST", "MO")
    if parts or every < 1 or frequency not in ("DAILY", "WEEKLY") or not (len(until) == _DATE and until.isdecimal()):
        return None
    codes = days.split(",") if days else []
    if any(code not in _CODES for code in (*codes, begins)) or (frequency == "DAILY" and codes and every > 1):
        return None
    weekly = frequency == "WEEKLY" or bool(codes)
    week = _CODES.index(begins)
    return _Rounds(
        length=7 * every if weekly else every,
        week=week if weekly else None,
        offsets=tuple(sorted({(_CODES.index(code) - week) % 7 for code in codes})),
        until=datetime.strptime(until, "%Y%m%d").date(),
    )


@lru_cache(maxsize=4096)
def _parsed(rule: str, starts: Day) -> "rrule":
    from dateutil.rrule import rrule, rrulestr

    found = rrulestr(rule, dtstart=datetime.combine(starts, datetime.min.time()), cache=False)
    if not isinstance(found, rrule):
        raise ValueError("several rules in one")
    return found
