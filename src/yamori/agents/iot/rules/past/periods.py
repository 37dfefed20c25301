"""Which period a question about the past is about, and how that is said back."""

from dataclasses import dataclass, replace
from datetime import date as Day
from datetime import datetime, time, timedelta, tzinfo

from yamori.domain.language import Language
from yamori.domain.when import DayPart, When, resolve

_DAY = timedelta(days=1)
_WITHOUT = timedelta(days=7)
"""So far back is looked where a question names no time."""
_NIGHT_ENDS = time(6)
_OPEN = ("since", "from")
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_DAYS_JA = "月火水木金土日"
_PARTS = {DayPart.MORNING: "morning", DayPart.AFTERNOON: "afternoon", DayPart.EVENING: "evening", DayPart.NIGHT: "night"}


@dataclass(frozen=True, kw_only=True)
class Period:
    """From `start` on and before `end`, both aware; `end` may be still to come."""

    start: datetime
    end: datetime
    is_moment: bool = False
    """Only `start` was said: `at three in the morning`."""
    part: DayPart | None = None
    """The part of one day that it is."""
    said: bool = True
    """Its words name it; else it is the last seven days."""


def last_days(now: datetime) -> Period:
    """What is looked at where no time is named."""
    return Period(start=now - _WITHOUT, end=now, said=False)


def period_of(text: str, now: datetime) -> Period | None:
    """The latest period that the words of a question about the past mean; None where they name none, or no single one that has
    begun."""
    when = resolve(text, now)
    if not when.found or when.problem or when.recurrence is not None or when.others:
        return None
    found = _period_of(when, now)
    if found is None:
        return None
    back = timedelta(0)
    step = timedelta(days=7) if when.date_said else _DAY
    while found.start - back > now and back < timedelta(days=366):
        back += step
    start, end = found.start - back, found.end - back
    if any(span.lead in _OPEN for span in when.spans) and when.end_time is None:
        return Period(start=start, end=now) if start < now else None
    return replace(found, start=start, end=end) if start < now else None


def _period_of(when: When, now: datetime) -> Period | None:
    zone = now.tzinfo
    assert zone is not None, "a household's clock gives aware moments"
    if when.date is None and when.time is None and when.part is None:
        return Period(start=now - when.duration, end=now) if when.duration else None
    day = when.date or now.date()
    if when.time is not None:
        start = _at(day, when.time, zone)
        if when.end_time is not None:
            end = _at(day, when.end_time, zone)
            return Period(start=start, end=end if end > start else _at(day + _DAY, when.end_time, zone))
        return Period(start=start, end=start + timedelta(seconds=1), is_moment=True)
    if when.part is not None:
        start = _at(day, when.part.begins, zone)
        end = _at(day + _DAY, _NIGHT_ENDS, zone) if when.part is DayPart.NIGHT else _at(day, when.part.ends, zone)
        return Period(start=start, end=end, part=when.part)
    start, last = _at(day, time(0), zone), when.end_date or day
    return Period(start=start, end=_at(last + _DAY, time(0), zone))


def _at(day: Day, clock: time, zone: tzinfo) -> datetime:
    return datetime.combine(day, clock, zone)


def period_text(period: Period, now: datetime, language: Language) -> str:
    """As it ends a sentence in English (`yesterday`, `since 14:00`) or begins one in Japanese (昨日, 14:00から)."""
    japanese = language is Language.JAPANESE
    start, end = period.start, period.end
    if not period.said:
        return "ここ7日間で" if japanese else "in the last 7 days"
    if period.is_moment:
        moment = moment_text(start, now, language)
        return f"{moment}に" if japanese else moment
    if period.part is not None:
        return _part_text(period, now, language)
    whole_days = start.time() == end.time() == time(0)
    if whole_days and (days := (end.date() - start.date()).days) >= 1:
        return _days_text(start.date(), days, now, language)
    if abs(end - now) <= timedelta(minutes=1):
        since = moment_text(start, now, language, bare=True)
        return f"{since}から今まで" if japanese else f"since {since}"
    first, last = moment_text(start, now, language, bare=True), _clock(end)
    if end.date() != start.date():
        last = moment_text(end, now, language, bare=True)
    return f"{first}から{last}まで" if japanese else f"from {first} to {last}"


def _part_text(period: Period, now: datetime, language: Language) -> str:
    days = (now.date() - period.start.date()).days
    part = _PARTS[period.part] if period.part is not None else ""
    if language is Language.JAPANESE:
        named = {"morning": "朝", "afternoon": "午後", "evening": "夕方", "night": "夜"}[part]
        return f"{'今日' if days == 0 else day_text(period.start.date(), now, language)}の{named}"
    if days == 0:
        return "tonight" if part == "night" else f"this {part}"
    if days == 1:
        return "last night" if part == "night" else f"yesterday {part}"
    return f"in the {part} of {day_text(period.start.date(), now, language).removeprefix('on ')}"


def _days_text(first: Day, days: int, now: datetime, language: Language) -> str:
    japanese = language is Language.JAPANESE
    monday = now.date() - timedelta(days=now.weekday())
    if days == 1:
        return day_text(first, now, language)
    if days == 7 and first in (monday, monday - timedelta(days=7)):
        this = first == monday
        return ("今週" if this else "先週") if japanese else ("this week" if this else "last week")
    next_month = (first.replace(day=1) + timedelta(days=32)).replace(day=1)
    if first.day == 1 and first + timedelta(days=days) == next_month:
        return f"{first.month}月" if japanese else f"in {first:%B}"
    last = first + timedelta(days=days - 1)
    if last >= now.date():
        since = day_text(first, now, language).removeprefix("on ")
        return f"{since}から今まで" if japanese else f"since {since}"
    begin, end = (day_text(day, now, language).removeprefix("on ") for day in (first, last))
    return f"{begin}から{end}まで" if japanese else f"from {begin} to {end}"


def day_text(day: Day, now: datetime, language: Language) -> str:
    """`today`, `on Tuesday`, `on 3 October`; 今日, 火曜日, 10月3日."""
    ago = (now.date() - day).days
    if language is Language.JAPANESE:
        near = {0: "今日", 1: "昨日", 2: "おととい"}.get(ago)
        return near or (f"{_DAYS_JA[day.weekday()]}曜日" if 0 < ago < 7 else f"{day.month}月{day.day}日")
    near = {0: "today", 1: "yesterday"}.get(ago)
    if near:
        return near
    if 0 < ago < 7:
        return f"on {_DAYS[day.weekday()]}"
    return f"on {day.day} {day:%B}" + (f" {day.year}" if day.year != now.year else "")


def moment_text(at: datetime, now: datetime, language: Language, *, bare: bool = False) -> str:
    """`at 14:05 today`, `on Tuesday at 14:05`; `bare` as it follows `since`: `Tuesday, 14:05`."""
    at = at.astimezone(now.tzinfo)
    clock, is_today = _clock(at), at.date() == now.date()
    day = day_text(at.date(), now, language)
    if language is Language.JAPANESE:
        return f"{day}の{clock}"
    if bare:
        return clock if is_today else f"{day.removeprefix('on ')} at {clock}"
    return f"today at {clock}" if is_today else f"{day} at {clock}"


def _clock(at: datetime) -> str:
    return f"{at:%H:%M}"
