"""Which period a question about the past is about, and how that is said back."""

from dataclasses import dataclass, replace
from datetime import date as Day
from datetime import datetime, time, timedelta, tzinfo

from yamori.agents.iot.texts import TEXTS
from yamori.domain.language import Language
from yamori.domain.when import DayPart, When, resolve

_DAY = timedelta(days=1)
_WITHOUT = timedelta(days=7)
"""So far back is looked where a question names no time."""
_NIGHT_ENDS = time(6)
_OPEN = ("since", "from")
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
    start, end = period.start, period.end
    if not period.said:
        return TEXTS.said(language, "times.last_days")
    if period.is_moment:
        return TEXTS.said(language, "times.moment", moment=moment_text(start, now, language))
    if period.part is not None:
        return _part_text(start.date(), period.part, now, language)
    whole_days = start.time() == end.time() == time(0)
    if whole_days and (days := (end.date() - start.date()).days) >= 1:
        return _days_text(start.date(), days, now, language)
    first = moment_text(start, now, language, bare=True)
    if abs(end - now) <= timedelta(minutes=1):
        return TEXTS.said(language, "times.since", since=first)
    last = _clock(end) if end.date() == start.date() else moment_text(end, now, language, bare=True)
    return TEXTS.said(language, "times.between", first=first, last=last)


def _part_text(day: Day, part: DayPart, now: datetime, language: Language) -> str:
    near = {0: "today", 1: "yesterday"}.get((now.date() - day).days, "day")
    return TEXTS.said(language, f"times.parts.{_PARTS[part]}.{near}", day=day_text(day, now, language, bare=True))


def _days_text(first: Day, days: int, now: datetime, language: Language) -> str:
    monday = now.date() - timedelta(days=now.weekday())
    if days == 1:
        return day_text(first, now, language)
    if days == 7 and first in (monday, monday - timedelta(days=7)):
        return TEXTS.said(language, "times.this_week" if first == monday else "times.last_week")
    next_month = (first.replace(day=1) + timedelta(days=32)).replace(day=1)
    if first.day == 1 and first + timedelta(days=days) == next_month:
        return TEXTS.said(language, "times.month", day=first)
    last = first + timedelta(days=days - 1)
    begin, end = (day_text(day, now, language, bare=True) for day in (first, last))
    if last >= now.date():
        return TEXTS.said(language, "times.since", since=begin)
    return TEXTS.said(language, "times.between", first=begin, last=end)


def day_text(day: Day, now: datetime, language: Language, *, bare: bool = False) -> str:
    """`today`, `on Tuesday`, `on 3 October`; 今日, 火曜日, 10月3日. `bare` as it follows `since`: `Tuesday`."""
    ago, form = (now.date() - day).days, "bare" if bare else "whole"
    near = TEXTS.listed(language, "times.near")
    if 0 <= ago < len(near):
        return near[ago]
    if 0 < ago < 7:
        return TEXTS.said(language, f"times.weekday.{form}", weekday=TEXTS.listed(language, "times.weekdays")[day.weekday()])
    return TEXTS.said(language, f"times.{'date' if day.year == now.year else 'date_of_year'}.{form}", day=day)


def moment_text(at: datetime, now: datetime, language: Language, *, bare: bool = False) -> str:
    """`today at 14:05`, `on Tuesday at 14:05`; `bare` as it follows `since`: `Tuesday at 14:05`."""
    at = at.astimezone(now.tzinfo)
    if bare and at.date() == now.date():
        return TEXTS.said(language, "times.clock_today", clock=_clock(at))
    return TEXTS.said(language, "times.clock", day=day_text(at.date(), now, language, bare=bare), clock=_clock(at))


def _clock(at: datetime) -> str:
    return f"{at:%H:%M}"
