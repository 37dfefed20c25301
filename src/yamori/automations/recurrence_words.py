"""Days that come again as people say them. Called by `wording`; pure."""

from yamori.automations.texts import TEXTS
from yamori.domain.language import Language

_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_WORKDAYS, _WEEKEND = [0, 1, 2, 3, 4], [5, 6]
_MONTHS = 12


def days_said(rule: str, language: Language) -> str | None:
    """The days of an RFC 5545 rule (`every day`, `on the last Friday of every month`, 毎月15日); None for one that nobody says in words."""
    parts = dict(part.split("=", 1) for part in rule.split(";") if "=" in part)
    interval = int(parts.get("INTERVAL", "1"))
    if set(parts) - {"FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYMONTH", "UNTIL", "COUNT", "WKST"}:
        return None
    match parts.get("FREQ"):
        case "DAILY" if not set(parts) & {"BYDAY", "BYMONTHDAY", "BYMONTH"}:
            return _every("day", interval, language)
        case "WEEKLY" if not set(parts) & {"BYMONTHDAY", "BYMONTH"}:
            return _weekly(parts.get("BYDAY", ""), interval, language)
        case "MONTHLY" if "BYMONTH" not in parts:
            days = _of_month(parts, language)
            return _every("month", interval, language, days=days) if days is not None else None
        case "YEARLY" if interval == 1 and parts.get("BYMONTH", "").isdigit():
            days, month = _of_month(parts, language), int(parts["BYMONTH"])
            if days is None or not 1 <= month <= _MONTHS:
                return None
            return TEXTS.said(language, "recurrence.year", days=days, month=TEXTS.listed(language, "months")[month - 1])
        case _:
            return None


def only_days(rule: str, language: Language) -> str:
    """The days on which alone something comes, as they can stand in brackets."""
    days = days_said(rule, language) or rule
    if days == TEXTS.said(language, "recurrence.workdays"):
        return TEXTS.said(language, "recurrence.only_workdays")
    return TEXTS.said(language, "recurrence.only", days=days)


def is_daily(rule: str, language: Language) -> bool:
    """Whether a rule is said as `every day`, with nothing more to it."""
    return days_said(rule, language) == _every("day", 1, language)


def _weekly(codes: str, interval: int, language: Language) -> str | None:
    days = [_CODES.index(code) for code in codes.split(",") if code in _CODES]
    if not days or len(days) < len(codes.split(",")):
        return None
    if interval == 1 and days == _WORKDAYS:
        return TEXTS.said(language, "recurrence.workdays")
    if interval == 1 and days == _WEEKEND:
        return TEXTS.said(language, "recurrence.weekend")
    names = TEXTS.listed(language, "recurrence.weekdays")
    *first, last = [names[day] for day in days]
    told = TEXTS.said(language, "recurrence.comma").join(first)
    return _every("week", interval, language, days=TEXTS.said(language, "recurrence.and").join(filter(None, (told, last))))


def _of_month(parts: dict[str, str], language: Language) -> str | None:
    """The day within a month: by number, or as a weekday by its place; None for anything more."""
    number, weekday = parts.get("BYMONTHDAY"), parts.get("BYDAY")
    if (number is None) is (weekday is None):
        return None
    if number is not None:
        if not number.removeprefix("-").isdigit() or int(number) < -1:
            return None
        if int(number) == -1:
            return TEXTS.said(language, "recurrence.last")
        return TEXTS.said(language, "recurrence.number", nth=_nth(int(number), language))
    place, code = (weekday or "")[:-2], (weekday or "")[-2:]
    if code not in _CODES or not place.lstrip("+-").isdigit() or not TEXTS.has(language, f"recurrence.places.{int(place)}"):
        return None
    day = TEXTS.listed(language, "weekday_names")[_CODES.index(code)]
    return TEXTS.said(language, "recurrence.place", place=TEXTS.said(language, f"recurrence.places.{int(place)}"), weekday=day)


def _every(unit: str, interval: int, language: Language, **values: object) -> str:
    return TEXTS.counted(language, f"recurrence.{unit}", interval, nth=_nth(interval, language), **values)


def _nth(number: int, language: Language) -> str:
    """`1st`, `22nd`, `113th`: as its last two digits, else its last one, are counted."""
    endings = (number % 100, number % 10)
    ending = next((str(n) for n in endings if TEXTS.has(language, f"ordinals.{n}")), "other")
    return TEXTS.said(language, f"ordinals.{ending}", count=number)
