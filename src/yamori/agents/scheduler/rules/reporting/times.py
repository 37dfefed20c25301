"""Days, periods, lengths and recurrences in words, in English and Japanese."""

from datetime import date as Day

from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.rows.occurrences import WEEK, days_of
from yamori.domain.language import Language

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DAYS_JA = "月火水木金土日"
_NEAR = {-1: "yesterday", 0: "today", 1: "tomorrow"}
_NEAR_JA = {-1: "昨日", 0: "今日", 1: "明日"}


def at_words(task: CustomTask, today: Day, language: Language) -> str:
    """`tomorrow, Sun 22 Nov, 15:30`, `11月22日(日)15:30`, `Thu 3 Dec to Sat 5 Dec`; empty where the task has neither."""
    clock = f"{task.time:%H:%M}" if task.time else ""
    if task.date is None:
        return clock
    japanese = language is Language.JAPANESE
    first = day_words(task.date, today, language)
    if task.of_whole_days and task.last_day is not None:
        return f"{first}{'〜' if japanese else ' to '}{day_words(task.last_day, today, language)}"
    return first + (clock if japanese else f", {clock}" if clock else "")


def day_words(day: Day, today: Day, language: Language) -> str:
    if language is Language.JAPANESE:
        year = f"{day.year}年" if day.year != today.year else ""
        return f"{year}{day.month}月{day.day}日({_DAYS_JA[day.weekday()]})"
    year = f" {day.year}" if day.year != today.year else ""
    near = _NEAR.get((day - today).days, "")
    return (f"{near}, " if near else "") + f"{_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]}{year}"


def period_words(start: Day | None, end: Day | None, today: Day, language: Language) -> str:
    if start is None or end is None:
        return ""
    japanese = language is Language.JAPANESE
    if start == end:
        near = _NEAR_JA.get((start - today).days, "") if japanese else ""
        words = day_words(start, today, language)
        return f"{near}、{words}" if near else words if japanese or (start - today).days in _NEAR else f"on {words}"
    first, last = (day_words(d, today, language).split(", ")[-1] for d in (start, end))
    return f"{first}から{last}まで" if japanese else f"from {first} to {last}"


def length_words(minutes: int, japanese: bool) -> str:
    """`1 h 30 min`, 1時間30分; empty for none."""
    hours, rest = divmod(minutes, 60)
    if japanese:
        return (f"{hours}時間" if hours else "") + (f"{rest}分" if rest else "")
    return " ".join(p for p in (f"{hours} h" if hours else "", f"{rest} min" if rest else "") if p)


def recurrence_words(rule: str, language: Language) -> str:
    """`Mon and Thu`, `every 2 weeks on Fri`, 毎週月・木曜; a rule that has no short name stands as it is."""
    japanese = language is Language.JAPANESE
    days = days_of(rule)
    if len(days) == 7:
        return "毎日" if japanese else "every day"
    if days in (WEEK[:5], WEEK[5:]):
        return ("平日" if len(days) == 5 else "土日") if japanese else ("on weekdays" if len(days) == 5 else "on weekends")
    if days:
        numbers = [WEEK.index(day) for day in days]
        if japanese:
            return "毎週" + "・".join(_DAYS_JA[n] for n in numbers) + "曜"
        names = [_DAYS[n] for n in numbers]
        return "every " + (", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else names[0])
    return _other_rule(dict(part.split("=", 1) for part in rule.split(";")), japanese) or rule


def _other_rule(parts: dict[str, str], japanese: bool) -> str:
    """Rules of one sort of day; empty for what mixes several."""
    interval, unit = int(parts.get("INTERVAL", "1")), parts["FREQ"]
    if set(parts) - {"FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYMONTH", "COUNT", "UNTIL"}:
        return ""
    days = [_counted(code, japanese) for code in parts.get("BYDAY", "").split(",") if code]
    numbers = [int(n) for n in parts.get("BYMONTHDAY", "").split(",") if n]
    if japanese:
        every = {"DAILY": "日", "WEEKLY": "週間", "MONTHLY": "か月", "YEARLY": "年"}[unit]
        plain = {"DAILY": "毎日", "WEEKLY": "毎週", "MONTHLY": "毎月", "YEARLY": "毎年"}[unit]
        text = plain if interval == 1 else f"{interval}{every}ごと"
        text += f"{parts['BYMONTH']}月" if "BYMONTH" in parts else ""
        text += "・".join("末日" if n == -1 else f"{n}日" for n in numbers)
        text += ("の" if interval > 1 and days else "") + "・".join(days)
        text += f"({parts['COUNT']}回)" if "COUNT" in parts else ""
        return text + (f"({_dated(parts['UNTIL'], True)}まで)" if "UNTIL" in parts else "")
    name = {"DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year"}[unit]
    text = f"every {name}" if interval == 1 else f"every {interval} {name}s"
    text += f" in {_MONTHS[int(parts['BYMONTH']) - 1]}" if parts.get("BYMONTH", "").isdigit() else ""
    text += " on the " + " and ".join("last day" if n == -1 else f"{n}." for n in numbers) if numbers else ""
    text += " on " + " and ".join(days) if days else ""
    text += f", {parts['COUNT']} times" if "COUNT" in parts else ""
    return text + (f" until {_dated(parts['UNTIL'], False)}" if "UNTIL" in parts else "")


_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_NTH = {"1": "first", "2": "second", "3": "third", "4": "fourth", "5": "fifth", "-1": "last"}


def _counted(code: str, japanese: bool) -> str:
    number, day = code[:-2].removeprefix("+"), _CODES.index(code[-2:])
    if japanese:
        return (("最終" if number == "-1" else f"第{number}") if number else "") + f"{_DAYS_JA[day]}曜"
    return (f"the {_NTH.get(number, number)} " if number else "") + _DAYS[day]


def _dated(until: str, japanese: bool) -> str:
    day = Day(int(until[:4]), int(until[4:6]), int(until[6:8]))
    return f"{day.year}年{day.month}月{day.day}日" if japanese else f"{day.day} {_MONTHS[day.month - 1]} {day.year}"
