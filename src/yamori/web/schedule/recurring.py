"""A recurrence rule in a person's words. What is too unusual for words is shown as the rule that it is."""

import re
from datetime import date as Day
from datetime import datetime, timedelta

from yamori.web.words import Words

_DAYS = {"MO": "mon", "TU": "tue", "WE": "wed", "TH": "thu", "FR": "fri", "SA": "sat", "SU": "sun"}
_UNITS = {"DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year"}

_CODES = tuple(_DAYS)
_ENDS = ("COUNT", "UNTIL")
_A_LEAP_YEAR = 2024
_A_WEEK = timedelta(days=7)
CHOICES = ("FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "FREQ=WEEKLY", "FREQ=WEEKLY;INTERVAL=2", "FREQ=MONTHLY", "FREQ=YEARLY")
"""Repetitions that a dialog offers; what they do not say of the day is said by the day on which they are chosen."""


def fitted(rule: str, day: Day) -> str:
    """A choice with the days that it means when it is chosen on this one: `FREQ=MONTHLY` on a 15th is the 15th of every month."""
    match rule:
        case "FREQ=MONTHLY":
            return f"{rule};BYMONTHDAY={day.day}"
        case "FREQ=YEARLY":
            return f"{rule};BYMONTH={day.month};BYMONTHDAY={day.day}"
        case _ if rule.startswith("FREQ=WEEKLY") and "BYDAY" not in rule:
            return f"{rule};BYDAY={_CODES[day.weekday()]}"
    return rule


def instead(before: str, choice: str, *, starts: Day, day: Day) -> tuple[str, Day]:
    """The rule of a choice in the place of another rule, chosen on a day, and the day from which it counts.

    It ends when the other one did, and this day is never in a week that it leaves out.
    """
    ends = [piece for piece in before.split(";") if piece.partition("=")[0] in _ENDS]
    monday, shown = starts - timedelta(days=starts.weekday()), day - timedelta(days=day.weekday())
    if "INTERVAL=2" in choice and (shown - monday) // _A_WEEK % 2:
        starts += _A_WEEK
    return ";".join([fitted(choice, day), *ends]), starts


def spoken(rule: str, words: Words) -> str:
    """`FREQ=WEEKLY;INTERVAL=2;BYDAY=FR` reads `every 2 weeks: Fri`."""
    parts = dict(piece.partition("=")[::2] for piece in rule.split(";"))
    unit = _UNITS.get(parts.pop("FREQ", ""))
    interval = parts.pop("INTERVAL", "1")
    until = parts.pop("UNTIL", "")
    count = parts.pop("COUNT", "")
    listed = parts.pop("BYDAY", "")
    days = [_day(code, words) for code in listed.split(",")] if listed else []
    month_days, month = parts.pop("BYMONTHDAY", ""), parts.pop("BYMONTH", "")
    if month and (unit != "year" or days or not (month.isdecimal() and month_days.isdecimal())):
        return rule
    if unit is None or parts.keys() - {"WKST"} or None in days or not re.fullmatch(r"(-1|[0-9]+)?(,(-1|[0-9]+))*", month_days):
        return rule
    every = words(f"routines.every_{unit}") if interval == "1" else words(f"routines.every_{unit}s", count=interval)
    if unit == "week" and interval == "1" and len(days) == len(_DAYS):
        every, days = words("routines.every_day"), []
    if month:
        named = [words.day(Day(_A_LEAP_YEAR, int(month), int(month_days)), year=False)]
    else:
        in_month = [
            words("routines.on_last_day") if day == "-1" else words("routines.on_day", day=day) for day in month_days.split(",") if day
        ]
        named = [day for day in days if day] + in_month
    listed_days = words("routines.and").join(named)
    if days and listed.replace(",", "").isalpha():
        listed_days = words("routines.weekdays", days=listed_days)
    said = words("routines.rule" if interval == "1" else "routines.rule_between", every=every, days=listed_days) if named else every
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
