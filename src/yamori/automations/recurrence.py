"""Days that come again: RFC 5545 rules, read by `dateutil`, on days of the calendar.

Called by the nouns (which rule is one) and by `rules.due` (which day is next). Only days come from a rule, the time of day is the
trigger's own, so that no occurrence moves or doubles when the clocks change.
"""

import re
from datetime import date as Day
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from yamori.domain.errors import InvalidRequest

if TYPE_CHECKING:
    from dateutil.rrule import rrule

LONGEST_RULE = 300
_ORDER = ("FREQ", "INTERVAL", "BYMONTH", "BYWEEKNO", "BYYEARDAY", "BYMONTHDAY", "BYDAY", "BYSETPOS", "WKST", "COUNT", "UNTIL")
_FREQUENCIES = ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
_PART = re.compile(r"([A-Z]+)=([A-Z0-9,+:-]+)")
_PROBED_FROM = Day(9969, 1, 1)
"""Whether a rule ever comes is looked for here, near `dateutil`'s last year: it gives up only there. 30 years hold every kind of year."""
_DAY = timedelta(days=1)


@lru_cache(maxsize=4096)
def rule_of(text: str) -> str:
    """The rule in one spelling, its UNTIL a day. Raises `InvalidRequest` for what is none, and for one that never comes (30 February)."""
    flat = text.strip().upper().removeprefix("RRULE:").strip(";")
    if not flat or len(flat) > LONGEST_RULE:
        raise InvalidRequest(f"a recurrence is an RFC 5545 rule of at most {LONGEST_RULE} characters, such as FREQ=DAILY", where="rule")
    parts: dict[str, str] = {}
    for piece in flat.split(";"):
        match = _PART.fullmatch(piece)
        if match is None or match[1] not in _ORDER or match[1] in parts:
            raise InvalidRequest(f"{piece[:40]!r} is no part of a recurrence; known are {', '.join(_ORDER)}, once each", where="rule")
        parts[match[1]] = match[2]
    if parts.get("FREQ") not in _FREQUENCIES:
        raise InvalidRequest(f"a recurrence begins with FREQ={'|'.join(_FREQUENCIES)}", where="rule", nearest=_FREQUENCIES)
    if "UNTIL" in parts:
        parts["UNTIL"] = parts["UNTIL"][:8]
    rule = ";".join(f"{key}={parts[key]}" for key in _ORDER if key in parts)
    bare = ";".join(f"{key}={value}" for key, value in parts.items() if key not in ("INTERVAL", "COUNT", "UNTIL"))
    try:
        _parsed(rule, Day(2026, 1, 1))
        ever = next(iter(_parsed(bare, _PROBED_FROM)), None)
    except (ValueError, TypeError, KeyError, IndexError) as wrong:  # dateutil's way to refuse a rule
        raise InvalidRequest(f"{rule!r} is no recurrence rule of RFC 5545 ({wrong})", where="rule") from wrong
    if ever is None:
        raise InvalidRequest(f"{rule!r} never comes: it names a day that no year has", where="rule")
    return rule


def next_day(rule: str, starts: Day, after: Day) -> Day | None:
    """The first day later than `after` on which a rule of `rule_of` comes, never before `starts`; None where it has ended."""
    if after >= Day.max - _DAY:
        return None
    first = max(after + _DAY, starts)
    found = _parsed(rule, _nearer_start(rule, starts, first)).after(datetime.combine(first, datetime.min.time()), inc=True)
    return found.date() if found is not None else None


def _nearer_start(rule: str, starts: Day, first: Day) -> Day:
    """A later start with the same days from `first` on: `dateutil` walks a rule from its start, which takes long after some years."""
    parts = dict(part.split("=", 1) for part in rule.split(";"))
    if "COUNT" in parts:
        return starts
    if parts["FREQ"] in ("DAILY", "WEEKLY"):
        length = int(parts.get("INTERVAL", "1")) * (7 if parts["FREQ"] == "WEEKLY" else 1)
        rounds = max((first - starts).days // length - 1, 0)
        return starts + rounds * length * _DAY
    names_its_days = not parts.keys().isdisjoint(("BYDAY", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO"))
    begin = Day(max(first.year - 1, 1), 1, 1)  # the year before: `dateutil` cuts the round short in which a rule starts
    return begin if names_its_days and "INTERVAL" not in parts and begin > starts else starts


@lru_cache(maxsize=1024)
def _parsed(rule: str, starts: Day) -> "rrule":
    from dateutil.rrule import rrule, rrulestr

    found = rrulestr(rule, dtstart=datetime.combine(starts, datetime.min.time()), cache=False)
    if not isinstance(found, rrule):
        raise ValueError("several rules in one")
    return found
