"""Days and times of day as answers about the sky and the weather say them. Pure."""

from datetime import date, datetime, time

from yamori.automations.texts import TEXTS
from yamori.domain.language import Language

_NEXT_WEEK = 7


def day_words(day: date, today: date, language: Language) -> str:
    """`tomorrow`, `on Saturday`, `on 4 December`; 明日, 土曜日, 12月4日. English begins small, as within a sentence."""
    name = day_name(day, today, language)
    return name if _is_near(day, today, language) else TEXTS.said(language, "days.within", day=name)


def day_name(day: date, today: date, language: Language) -> str:
    """The day alone: `tomorrow`, `Saturday`, `4 December`."""
    if _is_near(day, today, language):
        return TEXTS.said(language, f"days.near.{(day - today).days}")
    if not is_dated(day, today):
        return TEXTS.said(language, "days.weekday", weekday=TEXTS.listed(language, "weekday_names")[day.weekday()])
    month = TEXTS.listed(language, "months")[day.month - 1]
    return TEXTS.said(language, "days.date" if day.year == today.year else "days.date_of_year", day=day, month=month)


def is_dated(day: date, today: date) -> bool:
    """Whether a day is called by its date, as it is too far away for a name."""
    return not -1 <= (day - today).days < _NEXT_WEEK


def _is_near(day: date, today: date, language: Language) -> bool:
    return TEXTS.has(language, f"days.near.{(day - today).days}")


def time_words(moment: datetime | time, language: Language) -> str:
    """`07:05`; 7時5分, and 7時 for the full hour. The moment is already on the place's clock."""
    return TEXTS.said(language, "time.minutes" if moment.minute else "time.full", at=moment)
