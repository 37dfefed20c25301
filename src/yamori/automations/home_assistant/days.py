"""The days of a recurrence as a condition of Home Assistant, whose time triggers come every day."""

from datetime import date, timedelta

from yamori.automations.home_assistant.reasons import Reason, Unsayable
from yamori.automations.home_assistant.written import Part
from yamori.automations.recurrence import next_day

_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_KNOWN = {"FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYMONTH", "UNTIL", "WKST"}
_TODAY = "now().toordinal()"
_LEFT = "((now().replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)).day - now().day"
"""How many days of the month come after today."""


def days_condition(rule: str, starts: date, created: date) -> tuple[Part, ...]:
    """What must be true on a day of the rule; nothing for every day. Raises `Unsayable` for a rule that templates do not say shortly."""
    parts = dict(part.split("=", 1) for part in rule.split(";"))
    if "COUNT" in parts:
        raise Unsayable(Reason.COUNTED)
    if not parts.keys() <= _KNOWN:
        raise Unsayable(Reason.RULE, rule)
    weekdays = _weekdays(parts, starts)
    tests = _templates(parts, starts, rule)
    if starts > created and not _begins_by_itself(rule, parts, starts, created):
        tests.append(f"{_TODAY} >= {starts.toordinal()}")
    if (until := parts.get("UNTIL")) is not None:
        tests.append(f"{_TODAY} <= {date(int(until[:4]), int(until[4:6]), int(until[6:8])).toordinal()}")
    found: list[Part] = []
    if weekdays:
        found.append({"condition": "time", "weekday": [WEEKDAYS[day] for day in weekdays]})
    if tests:
        found.append({"condition": "template", "value_template": f"{{{{ {' and '.join(tests)} }}}}"})
    return tuple(found)


def _begins_by_itself(rule: str, parts: dict[str, str], starts: date, created: date) -> bool:
    """No day of the rule lies between its making and its start."""
    fixed = parts["FREQ"] == "DAILY" or not parts.keys().isdisjoint(("BYDAY", "BYMONTHDAY"))
    first = next_day(rule, created, created - timedelta(days=1)) if fixed and "INTERVAL" not in parts else None
    return first is not None and first >= starts


def _weekdays(parts: dict[str, str], starts: date) -> list[int]:
    """The plain weekdays; those with a number (`1MO`) are a template's."""
    days = [day for day in parts.get("BYDAY", "").split(",") if day]
    if parts["FREQ"] == "WEEKLY" and not days and "BYMONTHDAY" not in parts:
        return [starts.weekday()]
    plain = sorted({_CODES.index(day) for day in days if day in _CODES})
    return plain if len(plain) == len(set(days)) and len(plain) < 7 else []


def _templates(parts: dict[str, str], starts: date, rule: str) -> list[str]:
    tests = []
    days = [day for day in parts.get("BYDAY", "").split(",") if day]
    numbered = [day for day in days if day not in _CODES]
    if numbered:
        if parts["FREQ"] not in ("MONTHLY", "YEARLY") or (parts["FREQ"] == "YEARLY" and "BYMONTH" not in parts):
            raise Unsayable(Reason.RULE, rule)
        tests.append(_either([_nth(day, rule) for day in days]))
    months = [int(month) for month in parts.get("BYMONTH", "").split(",") if month]
    dates = [int(day) for day in parts.get("BYMONTHDAY", "").split(",") if day]
    if parts["FREQ"] in ("MONTHLY", "YEARLY") and not dates and not days:
        dates = [starts.day]
    if parts["FREQ"] == "YEARLY" and not months and not days:
        months = [starts.month] if "BYMONTHDAY" not in parts else []
    if months:
        tests.append(f"now().month in {months}" if len(months) > 1 else f"now().month == {months[0]}")
    if dates:
        tests.append(_either([f"now().day == {day}" if day > 0 else f"{_LEFT} == {-day - 1}" for day in dates]))
    if (interval := int(parts.get("INTERVAL", "1"))) > 1:
        tests.append(_every(parts, interval, starts))
    return tests


def _nth(day: str, rule: str) -> str:
    """`2TU`: the second Tuesday of the month; `-1FR`: the last Friday."""
    code, number = day[-2:], day[:-2]
    weekday = f"now().weekday() == {_CODES.index(code)}"
    if not number:
        return weekday
    which = int(number)
    if not 1 <= abs(which) <= 5:
        raise Unsayable(Reason.RULE, rule)
    week = f"(now().day - 1) // 7 == {which - 1}" if which > 0 else f"({_LEFT}) // 7 == {-which - 1}"
    return f"{weekday} and {week}"


def _every(parts: dict[str, str], interval: int, starts: date) -> str:
    """Every second day, week, month or year, counted from the first."""
    match parts["FREQ"]:
        case "DAILY":
            return f"({_TODAY} - {starts.toordinal()}) % {interval} == 0"
        case "WEEKLY":
            first = _CODES.index(parts.get("WKST", "MO"))
            begins = starts.toordinal() - (starts.weekday() - first) % 7
            return f"(({_TODAY} - {begins}) // 7) % {interval} == 0"
        case "MONTHLY":
            return f"(now().year * 12 + now().month - {starts.year * 12 + starts.month}) % {interval} == 0"
        case _:
            return f"(now().year - {starts.year}) % {interval} == 0"


def _either(tests: list[str]) -> str:
    return tests[0] if len(tests) == 1 and " and " not in tests[0] else f"({' or '.join(f'({test})' for test in tests)})"
