"""Who says so and when: the end of every answer about the weather, and the words for its times. Pure."""

from datetime import date, datetime, timedelta

from yamori.automations.calendar_words import day_words, is_dated, time_words
from yamori.automations.location import noted
from yamori.automations.texts import TEXTS
from yamori.automations.weather.forecast import Forecast, Period, whole_day
from yamori.automations.weather.outline import Part, part_period
from yamori.automations.weather.simulated import NAME as SIMULATED
from yamori.domain.language import Language

_OLD = timedelta(hours=3)


def attribution(forecast: Forecast, *, now: datetime, language: Language) -> str:
    """`(Open-Meteo, 07:00)`; with its age where it is older than three hours or not of today."""
    zone = forecast.location.zone
    fetched, there = forecast.fetched_at.astimezone(zone), now.astimezone(zone)
    age = now - forecast.fetched_at
    is_of_today = fetched.date() == there.date()
    is_old = (age > _OLD or not is_of_today) and age > timedelta(0)
    return TEXTS.said(
        language,
        "weather.source.today" if is_of_today else "weather.source.day",
        source=TEXTS.said(language, "weather.source.simulated") if forecast.source == SIMULATED else forecast.source,
        day=day_words(fetched.date(), there.date(), language),
        time=time_words(fetched, language),
        age=TEXTS.said(language, "weather.source.age", age=_age(age, language)) if is_old else "",
    )


def ended(forecast: Forecast, sentence: str, *, now: datetime, language: Language) -> str:
    """The sentence with its source, and a note where the place is approximate."""
    source = attribution(forecast, now=now, language=language)
    return noted(TEXTS.said(language, "weather.ended", sentence=sentence, source=source), forecast.location, language)


def period_words(forecast: Forecast, period: Period, *, now: datetime, language: Language) -> str:
    """`tomorrow morning`, `today until 18:00`, `on Saturday from 10:00 to 14:00`; 明日の午前, 今日の18時まで."""
    zone = forecast.location.zone
    today = now.astimezone(zone).date()
    start, end = period.start.astimezone(zone), period.end.astimezone(zone)
    begins_now = period.start <= now < period.end
    whole = whole_day(start.date(), zone)
    if period.end == whole.end and (period.start == whole.start or begins_now):
        return day_words(start.date(), today, language)
    for part in Part:
        found = part_period(start.date(), part, zone)
        if period.end == found.end and (period.start == found.start or (begins_now and period.start >= found.start)):
            return _part_words(part, start.date(), today, language)
    return TEXTS.said(
        language,
        f"periods.{_span_name(begins_now, end.date() != start.date())}",
        day=day_words(start.date(), today, language),
        last=day_words(end.date(), today, language),
        start=time_words(start, language),
        end=time_words(end, language),
    )


def _span_name(begins_now: bool, is_over_days: bool) -> str:
    if begins_now:
        return "from_now_to_day" if is_over_days else "from_now"
    return "to_day" if is_over_days else "within_day"


def parts_words(parts: tuple[Part, ...], considered: tuple[Part, ...], language: Language) -> str:
    """When in a day: `in the afternoon`, `from the afternoon on`, `all day`; 午後に, 午後から, 一日中."""
    names = [TEXTS.said(language, f"parts.names.{part.name.lower()}") for part in parts]
    if parts == considered and len(parts) > 1:
        return TEXTS.said(language, "parts.whole" if len(parts) == len(Part) else "parts.rest")
    in_a_row = len(parts) > 1 and parts[-1] - parts[0] == len(parts) - 1
    if in_a_row and parts[-1] is Part.EVENING:
        return TEXTS.said(language, "parts.onwards", first=names[0])
    if in_a_row and len(parts) > 2:
        return TEXTS.said(language, "parts.through", first=names[0], last=names[-1])
    each = TEXTS.said(language, "parts.and").join(TEXTS.said(language, "parts.each", part=name) for name in names)
    return TEXTS.said(language, "parts.text", parts=each)


def _part_words(part: Part, day: date, today: date, language: Language) -> str:
    name = (
        "today" if day == today else "date" if is_dated(day, today) else "near"
    )  # `on 16 December in the morning`, but `on Monday morning`
    return TEXTS.said(language, f"parts.{name}.{part.name.lower()}", day=day_words(day, today, language))


def _age(age: timedelta, language: Language) -> str:
    hours = round(age / timedelta(hours=1))
    if hours >= 48:
        return TEXTS.counted(language, "units.day", age.days)
    if hours < 1:
        return TEXTS.counted(language, "units.minute", max(1, round(age / timedelta(minutes=1))))
    return TEXTS.counted(language, "units.hour", hours)
