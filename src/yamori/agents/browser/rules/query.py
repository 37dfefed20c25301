"""What a search engine is asked: the person's words, where they live, and the year where they speak of a date. Pure."""

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta

from yamori.agents.browser.texts import TEXTS
from yamori.domain.language import Language
from yamori.domain.when import find_when
from yamori.understanding.utterance import utterance_of

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
LONGEST = 300
"""Characters of a query."""


def wanted_year(question: str, now: datetime) -> int | None:
    """The year that a question names, or in which lies the day that it speaks of; None where it speaks of none."""
    if (named := _YEAR.search(question)) is not None:
        return int(named[0])
    return next((time.date.year for time in utterance_of(question, now).times if time.date is not None), None)


def without_days(question: str, now: datetime) -> str:
    """A question without its expressions of time: pages state days, and no `tomorrow`."""
    kept, at = [], 0
    for time in utterance_of(question, now).times:
        kept.append(question[at : max(at, time.start)])
        at = max(at, time.end)
    return " ".join((*kept, question[at:]))


def with_dates(question: str, now: datetime) -> str:
    """A question with the date (`2026-03-05`) in the place of `tomorrow`: a model that compares it with a page does not know the day."""
    kept, at = [], 0
    for time in utterance_of(question, now).times:
        if time.date is not None and time.end_date in (None, time.date) and time.start >= at:
            kept += [question[at : time.start], time.date.isoformat()]
            at = time.end
    return "".join((*kept, question[at:]))


def wanted_days(question: str, now: datetime) -> Sequence[date]:
    """The days that it speaks of, a week's at most."""
    for time in utterance_of(question, now).times:
        if time.date is not None:
            last = min(time.end_date or time.date, time.date + timedelta(days=6))
            return [time.date + timedelta(days=n) for n in range((last - time.date).days + 1)]
    return ()


def wanted_period(question: str, now: datetime) -> tuple[date, date] | None:
    """The first and the last day of what it speaks of: `this month`; None where it speaks of no day."""
    time = next((time for time in utterance_of(question, now).times if time.date is not None), None)
    return (time.date, time.end_date or time.date) if time is not None and time.date is not None else None


def lies_outside(cells: Sequence[str], period: tuple[date, date], now: datetime) -> bool:
    """Whether a row is of another day: one of its cells is a date with its year, and only one, and lies outside."""
    dated = [spans[0] for cell in cells if _YEAR.search(cell) and len(spans := find_when(cell, now)) == 1]
    days = [span.date for span in dated if span.date is not None and span.end_date is None and span.problem is None]
    return len(days) == 1 and not period[0] <= days[0] <= period[1]


def states_day(text: str, days: Sequence[date]) -> bool:
    """Whether one of these days is written in a text, in a form that pages use."""
    return any(written in text for day in days for written in _written(day))


def _written(day: date) -> Sequence[str]:
    found = [day.isoformat(), f"{day:%Y/%m/%d}"]
    for language in Language:
        month = TEXTS.listed(language, "months")[day.month - 1]
        found += [form.format(day=day.day, month=month) for form in TEXTS.listed(language, "written_days")]
    return found


def stated_years(text: str) -> frozenset[int]:
    return frozenset(int(year) for year in _YEAR.findall(text))


def queries(question: str, *, place: str, now: datetime) -> Sequence[str]:
    """As it was asked, and once more with the home's place: what is meant may be near it, or nowhere in particular."""
    words = question[:LONGEST].strip()
    year = wanted_year(question, now)
    if year is not None and not _YEAR.search(question):
        words = f"{words} {year}"
    if not place or place.casefold() in question.casefold():
        return (words,)
    return (words, f"{words} {place}")
