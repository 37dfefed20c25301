"""How long it still is until a day that was told: `how many days till Jo's birthday?`. Pure."""

from calendar import isleap
from datetime import date, datetime

from yamori.domain.language import language_of
from yamori.domain.when import find_when
from yamori.memory.reading.vocabulary import folded, holds, words_for


def asks_for_days(text: str) -> bool:
    """Whether a question wants to know how many days are left, rather than which day it is."""
    return holds(folded(text), words_for("days_until", language_of(text))) is not None


def days_until(told: str, now: datetime) -> int | None:
    """Days from `now` to the only date in what was told, or to when it comes round next; None where there is none, or several."""
    dates = {span.date for span in find_when(told, now) if span.date is not None}
    if len(dates) != 1:
        return None
    return (_next(dates.pop(), now.date()) - now.date()).days


def _next(day: date, today: date) -> date:
    if day >= today:
        return day
    year = today.year if (day.month, day.day) >= (today.month, today.day) else today.year + 1
    while (day.month, day.day) == (2, 29) and not isleap(year):
        year += 1
    return day.replace(year=year)
