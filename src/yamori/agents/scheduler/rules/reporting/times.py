"""Days, periods, lengths and recurrences in words."""

from datetime import date as Day

from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.rows.occurrences import WEEK, days_of
from yamori.agents.scheduler.wording import Words

_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


def at_words(task: CustomTask, today: Day, words: Words) -> str:
    """`tomorrow, Sun 22 Nov, 15:30`, `11月22日(日)15:30`, `Thu 3 Dec to Sat 5 Dec`; empty where the task has neither."""
    if task.date is not None and task.of_whole_days and task.last_day is not None:
        return words.say("times.days_on_end", first=day_words(task.date, today, words), last=day_words(task.last_day, today, words))
    return moment_words(task.date, f"{task.time:%H:%M}" if task.time else "", today, words)


def moment_words(day: Day | None, clock: str, today: Day, words: Words) -> str:
    """A day and what the clock shows then, either of which may be missing."""
    return words.say("times.at", day=day_words(day, today, words) if day is not None else "", clock=clock)


def day_words(day: Day, today: Day, words: Words) -> str:
    return words.say("times.day", near=_near(day, today, words), date=date_words(day, today, words))


def period_words(start: Day | None, end: Day | None, today: Day, words: Words) -> str:
    if start is None or end is None:
        return ""
    if start == end:
        return words.say("times.one_day", near=_near(start, today, words), date=date_words(start, today, words))
    return words.say("times.period", first=date_words(start, today, words), last=date_words(end, today, words))


def _near(day: Day, today: Day, words: Words) -> str:
    return words.say("times.near", (day - today).days)


def date_words(day: Day, today: Day, words: Words, *, style: str = "times") -> str:
    """`Sun 22 Nov`, with its year where that is another one; in the `announcement` style `Sunday 22 November`."""
    return words.say(
        f"{style}.date",
        weekday=words.name(f"{style}.weekdays", day.weekday()),
        day=day.day,
        month=words.name(f"{style}.months", day.month - 1),
        year=day.year if day.year != today.year else "",
    )


def length_words(minutes: int, words: Words) -> str:
    """`1 h 30 min`, 1時間30分; empty for none."""
    hours, rest = divmod(minutes, 60)
    return words.say("times.length", hours=hours or "", minutes=rest or "")


def recurrence_words(rule: str, words: Words) -> str:
    """`Mon and Thu`, `every 2 weeks on Fri`, 毎週月・木曜; a rule that has no short name stands as it is."""
    days = days_of(rule)
    if len(days) == 7:
        return words.say("recurrence.every_day")
    if days in (WEEK[:5], WEEK[5:]):
        return words.say("recurrence.weekdays" if len(days) == 5 else "recurrence.weekend")
    if days:
        return words.say("recurrence.on_days", days=words.join("series", (words.name("times.weekdays", WEEK.index(day)) for day in days)))
    return _other_rule(dict(part.split("=", 1) for part in rule.split(";")), words) or rule


def _other_rule(parts: dict[str, str], words: Words) -> str:
    """Rules of one sort of day; empty for what mixes several."""
    if set(parts) - {"FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYMONTH", "COUNT", "UNTIL"}:
        return ""
    interval, months = int(parts.get("INTERVAL", "1")), parts.get("BYMONTH", "")
    numbers = [n for n in parts.get("BYMONTHDAY", "").split(",") if n]
    return words.count(
        "recurrence.rule",
        interval,
        every=words.count(f"recurrence.{parts['FREQ'].lower()}", interval),
        month=words.name("times.months", int(months) - 1) if months.isdigit() else "",
        months=months,
        numbers=words.join("rule", (words.say("recurrence.day_of_month", int(n), number=int(n)) for n in numbers)),
        days=words.join("rule", (_counted(code, words) for code in parts.get("BYDAY", "").split(",") if code)),
        times=parts.get("COUNT", ""),
        until=_whole_date(parts["UNTIL"], words) if "UNTIL" in parts else "",
    )


def _counted(code: str, words: Words) -> str:
    """`Mon`, `the second Mon`, 第2月曜."""
    number, day = code[:-2].removeprefix("+"), words.name("times.weekdays", _CODES.index(code[-2:]))
    return words.say("recurrence.weekday", nth=words.say("recurrence.nth", number, number=number) if number else "", day=day)


def _whole_date(until: str, words: Words) -> str:
    day = Day(int(until[:4]), int(until[4:6]), int(until[6:8]))
    return words.say("recurrence.last_date", day=day.day, month=words.name("times.months", day.month - 1), year=day.year)
