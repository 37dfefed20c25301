"""Who says so and when: the end of every answer about the weather, and the words for its times. Pure."""

from datetime import datetime, timedelta

from yamori.automations.calendar_words import day_words, time_words
from yamori.automations.location import approximation_note
from yamori.automations.weather.forecast import Forecast, Period, whole_day
from yamori.automations.weather.outline import Part, part_period
from yamori.automations.weather.simulated import NAME as SIMULATED
from yamori.domain.language import Language

_OLD = timedelta(hours=3)
_SIMULATED = "模擬の天気"
_PARTS = {
    Part.NIGHT: ("night", "未明"),
    Part.MORNING: ("morning", "午前"),
    Part.AFTERNOON: ("afternoon", "午後"),
    Part.EVENING: ("evening", "夜"),
}


def attribution(forecast: Forecast, *, now: datetime, language: Language) -> str:
    """`(Open-Meteo, 07:00)`; with its age where it is older than three hours or not of today."""
    zone = forecast.location.zone
    fetched, there = forecast.fetched_at.astimezone(zone), now.astimezone(zone)
    age = now - forecast.fetched_at
    is_of_today = fetched.date() == there.date()
    is_old = age > _OLD or not is_of_today
    day = "" if is_of_today else day_words(fetched.date(), there.date(), language)
    time = time_words(fetched, language)
    if language is Language.JAPANESE:
        source = _SIMULATED if forecast.source == SIMULATED else forecast.source
        told = f"、{_age(age, language)}前の予報" if is_old and age > timedelta(0) else ""
        return f"（{source}、{f'{day}の' if day else ''}{time}現在{told}）"
    told = f", {_age(age, language)} old" if is_old and age > timedelta(0) else ""
    return f"({forecast.source}, {f'{day} at ' if day else ''}{time}{told})"


def ended(forecast: Forecast, sentence: str, *, now: datetime, language: Language) -> str:
    """The sentence with its source, and a note where the place is approximate."""
    said = attribution(forecast, now=now, language=language)
    note = approximation_note(forecast.location, language)
    if language is Language.JAPANESE:
        return f"{sentence}{said}。{note}"
    return f"{sentence} {said}.{' ' + note if note else ''}"


def period_words(forecast: Forecast, period: Period, *, now: datetime, language: Language) -> str:
    """`tomorrow morning`, `today until 18:00`, `on Saturday from 10:00 to 14:00`; 明日の午前, 今日の18時まで."""
    zone = forecast.location.zone
    today = now.astimezone(zone).date()
    start, end = period.start.astimezone(zone), period.end.astimezone(zone)
    day = day_words(start.date(), today, language)
    is_japanese = language is Language.JAPANESE
    begins_now = period.start <= now < period.end
    whole = whole_day(start.date(), zone)
    if period.end == whole.end and (period.start == whole.start or begins_now):
        return day
    for part in Part:
        found = part_period(start.date(), part, zone)
        if period.end == found.end and (period.start == found.start or (begins_now and period.start >= found.start)):
            return _part_words(part, day, is_today=start.date() == today, language=language)
    last = "" if end.date() == start.date() else day_words(end.date(), today, language)
    if is_japanese:
        until = f"{f'{last or day}の' if last or begins_now else ''}{time_words(end, language)}まで"
        return until if begins_now else f"{day}の{time_words(start, language)}から{until}"
    until = f"{time_words(end, language)}{f' {last}' if last else ''}"
    if begins_now:
        return f"{'from now' if last else day} until {until}"
    begins = time_words(start, language)
    return f"{day} from {begins} to {until}" if last else f"{day} between {begins} and {until}"


def parts_words(parts: tuple[Part, ...], considered: tuple[Part, ...], language: Language) -> str:
    """When in a day: `in the afternoon`, `from the afternoon on`, `all day`; 午後に, 午後から, 一日中."""
    is_japanese = language is Language.JAPANESE
    names = [_PARTS[part][is_japanese] for part in parts]
    if parts == considered and len(parts) > 1:
        if len(parts) == len(Part):
            return "一日中" if is_japanese else "all day"
        return "この後ずっと" if is_japanese else "for the rest of the day"
    in_a_row = len(parts) > 1 and parts[-1] - parts[0] == len(parts) - 1
    if in_a_row and parts[-1] is Part.EVENING:
        return f"{names[0]}から" if is_japanese else f"from the {names[0]} on"
    if in_a_row and len(parts) > 2:
        return f"{names[0]}から{names[-1]}にかけて" if is_japanese else f"from the {names[0]} to the {names[-1]}"
    if is_japanese:
        return f"{'と'.join(names)}に"
    return " and ".join(f"in the {name}" for name in names)


def _part_words(part: Part, day: str, *, is_today: bool, language: Language) -> str:
    if language is Language.JAPANESE:
        if is_today and part is Part.EVENING:
            return "今夜"
        return f"{day}の{_PARTS[part][1]}"
    if is_today:
        return "tonight" if part is Part.EVENING else f"this {_PARTS[part][0]}"
    if part is Part.NIGHT:
        return f"early {day}"
    is_date = day[3:4].isdigit()  # `on 16 December in the morning`, but `on Monday morning`
    return f"{day} in the {_PARTS[part][0]}" if is_date else f"{day} {_PARTS[part][0]}"


def _age(age: timedelta, language: Language) -> str:
    hours = round(age / timedelta(hours=1))
    is_japanese = language is Language.JAPANESE
    if hours >= 48:
        days = age.days
        return f"{days}日" if is_japanese else f"{days} days"
    if hours < 1:
        minutes = max(1, round(age / timedelta(minutes=1)))
        return f"{minutes}分" if is_japanese else f"{minutes} minute{'s' if minutes > 1 else ''}"
    return f"{hours}時間" if is_japanese else f"{hours} hour{'s' if hours > 1 else ''}"
