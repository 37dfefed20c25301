"""When a recurrence rule comes round: RFC 5545 rules, read by `dateutil`, on days of the calendar.

Only days come from a rule; the time of day is the routine's own, so that no occurrence moves or doubles when the clocks change.
"""

import re
from datetime import date as Day
from datetime import datetime
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from yamori.domain.errors import InvalidRequest

if TYPE_CHECKING:
    from dateutil.rrule import rrule

WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_ORDER = ("FREQ", "INTERVAL", "BYMONTH", "BYWEEKNO", "BYYEARDAY", "BYMONTHDAY", "BYDAY", "BYSETPOS", "WKST", "COUNT", "UNTIL")
_FREQUENCIES = ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
_PART = re.compile(r"([A-Z]+)=([A-Z0-9,+:-]+)")
LONGEST_RULE = 300
MOST_OCCURRENCES = 5000
"""Of one rule in one period: thirteen years of every day."""


def weekly(days: tuple[int, ...]) -> str:
    """The rule of these days of every week, 0 for Monday. Raises `InvalidRequest` for none."""
    if not days:
        raise InvalidRequest("a routine needs days, such as mon and thu", where="days")
    return "FREQ=WEEKLY;BYDAY=" + ",".join(_CODES[d] for d in sorted(set(days)))


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
    return rule


def occurrences(rule: str, starts: Day, first: Day, last: Day, *, skipped: tuple[Day, ...] = ()) -> tuple[Day, ...]:
    """The days from `first` to `last`, both included, on which a rule of `rule_of` comes round, in order; never before `starts`."""
    if last < starts or last < first:
        return ()
    begin, end = datetime.combine(max(first, starts), datetime.min.time()), datetime.combine(last, datetime.min.time())
    found = islice(_parsed(rule, starts).between(begin, end, inc=True), MOST_OCCURRENCES)
    return tuple(day for at in found if (day := at.date()) not in skipped)


def next_occurrence(rule: str, starts: Day, after: Day, *, skipped: tuple[Day, ...] = ()) -> Day | None:
    """The first day later than `after`; None where the rule has ended."""
    parsed = _parsed(rule, starts)
    at = datetime.combine(after, datetime.min.time())
    for _ in range(len(skipped) + 1):
        found = parsed.after(at)
        if found is None:
            return None
        if found.date() not in skipped:
            return found.date()
        at = found
    return None


def previous_occurrence(rule: str, starts: Day, before: Day, *, skipped: tuple[Day, ...] = ()) -> Day | None:
    """The last day earlier than `before`; None where the rule had not begun."""
    parsed = _parsed(rule, starts)
    at = datetime.combine(before, datetime.min.time())
    for _ in range(len(skipped) + 1):
        found = parsed.before(at)
        if found is None:
            return None
        if found.date() not in skipped:
            return found.date()
        at = found
    return None


@lru_cache(maxsize=4096)
def _parsed(rule: str, starts: Day) -> "rrule":
    from dateutil.rrule import rrule, rrulestr

    found = rrulestr(rule, dtstart=datetime.combine(starts, datetime.min.time()), cache=False)
    if not isinstance(found, rrule):
        raise ValueError("several rules in one")
    return found
