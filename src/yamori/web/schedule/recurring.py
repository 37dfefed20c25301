"""A recurrence rule in a person's words. What is too unusual for words is shown as the rule that it is."""

import re
from datetime import datetime

from yamori.web.words import Words

_DAYS = {"MO": "mon", "TU": "tue", "WE": "wed", "TH": "thu", "FR": "fri", "SA": "sat", "SU": "sun"}
_UNITS = {"DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year"}


def spoken(rule: str, words: Words) -> str:
    """`FREQ=WEEKLY;INTERVAL=2;BYDAY=FR` reads `every 2 weeks: Fri`."""
    parts = dict(piece.partition("=")[::2] for piece in rule.split(";"))
    unit = _UNITS.get(parts.pop("FREQ", ""))
    interval = parts.pop("INTERVAL", "1")
    until = parts.pop("UNTIL", "")
    count = parts.pop("COUNT", "")
    listed = parts.pop("BYDAY", "")
    days = [_day(code, words) for code in listed.split(",")] if listed else []
    month_days = parts.pop("BYMONTHDAY", "")
    if unit is None or parts.keys() - {"WKST"} or None in days or not re.fullmatch(r"(-1|[0-9]+)?(,(-1|[0-9]+))*", month_days):
        return rule
    every = words(f"routines.every_{unit}") if interval == "1" else words(f"routines.every_{unit}s", count=interval)
    if unit == "week" and interval == "1" and len(days) == len(_DAYS):
        every, days = words("routines.every_day"), []
    named = [day for day in days if day] + [
        words("routines.on_last_day") if day == "-1" else words("routines.on_day", day=day) for day in month_days.split(",") if day
    ]
    said = words("routines.rule", every=every, days=words("routines.and").join(named)) if named else every
    if until:
        said = words("routines.until", rule=said, day=words.day(datetime.strptime(until[:8], "%Y%m%d")))
    return words("routines.times", rule=said, count=count) if count else said


def _day(code: str, words: Words) -> str | None:
    """`FR`, or `2FR` for the second Friday of a month; None for what has no words."""
    found = re.fullmatch(r"(-1|[1-5])?([A-Z]{2})", code)
    if found is None or found[2] not in _DAYS:
        return None
    name = words(f"routines.{_DAYS[found[2]]}")
    if not found[1]:
        return name
    return words("routines.last", day=name) if found[1] == "-1" else words("routines.nth", day=name, count=found[1])
