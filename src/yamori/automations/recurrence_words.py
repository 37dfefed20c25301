"""Days that come again as people say them, in English and Japanese. Called by `wording`; pure."""

from collections.abc import Sequence

_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_DAYS_EN = ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays")
_DAYS_JA = "月火水木金土日"
_MONTHS_EN = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
_PLACES_EN = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", -1: "last", -2: "second to last"}
_PLACES_JA = {-1: "最終", -2: "最後から2番目の"}


def days_said(rule: str, *, japanese: bool) -> str | None:
    """The days of an RFC 5545 rule (`every day`, `on the last Friday of every month`, 毎月15日); None for one that nobody says in words."""
    parts = dict(part.split("=", 1) for part in rule.split(";") if "=" in part)
    interval = int(parts.get("INTERVAL", "1"))
    if set(parts) - {"FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYMONTH", "UNTIL", "COUNT", "WKST"}:
        return None
    match parts.get("FREQ"):
        case "DAILY" if not set(parts) & {"BYDAY", "BYMONTHDAY", "BYMONTH"}:
            return _every(interval, ("毎日", "日ごと"), "day", japanese)
        case "WEEKLY" if not set(parts) & {"BYMONTHDAY", "BYMONTH"}:
            return _weekly(parts.get("BYDAY", ""), interval, japanese)
        case "MONTHLY" if "BYMONTH" not in parts:
            days = _of_month(parts, japanese)
            every = _every(interval, ("毎月", "か月ごとの"), "month", japanese)
            return None if days is None else f"{every}{days}" if japanese else f"on {days} of {every}"
        case "YEARLY" if interval == 1 and parts.get("BYMONTH", "").isdigit():
            days, month = _of_month(parts, japanese), int(parts["BYMONTH"])
            if days is None or not 1 <= month <= len(_MONTHS_EN):
                return None
            return f"毎年{month}月{days}" if japanese else f"every year on {days} of {_MONTHS_EN[month - 1]}"
        case _:
            return None


def _weekly(codes: str, interval: int, japanese: bool) -> str | None:
    days = [_CODES.index(code) for code in codes.split(",") if code in _CODES]
    if not days or len(days) < len(codes.split(",")):
        return None
    if interval == 1 and days == [0, 1, 2, 3, 4]:
        return "平日" if japanese else "every weekday"
    if interval == 1 and days == [5, 6]:
        return "週末" if japanese else "at weekends"
    names = "・".join(_DAYS_JA[d] for d in days) + "曜" if japanese else f"on {_listed([_DAYS_EN[d] for d in days])}"
    if interval == 1:
        return f"毎週{names}" if japanese else names
    return f"{interval}週間ごとの{names}" if japanese else f"every {_nth(interval)} week {names}"


def _of_month(parts: dict[str, str], japanese: bool) -> str | None:
    """The day within a month: by number, or as a weekday by its place; None for anything more."""
    number, weekday = parts.get("BYMONTHDAY"), parts.get("BYDAY")
    if (number is None) is (weekday is None):
        return None
    if number is not None:
        if not number.removeprefix("-").isdigit() or int(number) < -1:
            return None
        if int(number) == -1:
            return "末日" if japanese else "the last day"
        return f"{int(number)}日" if japanese else f"the {_nth(int(number))}"
    place, code = (weekday or "")[:-2], (weekday or "")[-2:]
    if code not in _CODES or not place.lstrip("+-").isdigit() or int(place) not in _PLACES_EN:
        return None
    day = _CODES.index(code)
    if japanese:
        return f"{_PLACES_JA.get(int(place), f'第{int(place)}')}{_DAYS_JA[day]}曜"
    return f"the {_PLACES_EN[int(place)]} {_DAYS_EN[day].removesuffix('s')}"


def _every(interval: int, words: tuple[str, str], unit: str, japanese: bool) -> str:
    if interval == 1:
        return words[0] if japanese else f"every {unit}"
    return f"{interval}{words[1]}" if japanese else f"every {_nth(interval)} {unit}"


def _nth(number: int) -> str:
    """`1st`, `2nd`, `11th`."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _listed(names: Sequence[str]) -> str:
    """`Mondays`, `Mondays and Fridays`, `Mondays, Wednesdays and Fridays`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
