"""What a search engine is asked: the person's words, where they live, and the year where they speak of a date. Pure."""

import re
from collections.abc import Sequence
from datetime import datetime

from yamori.understanding.utterance import utterance_of

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
LONGEST = 300
"""Characters of a query."""


def wanted_year(question: str, now: datetime) -> int | None:
    """The year that a question names, or in which lies the day that it speaks of; None where it speaks of none."""
    if (named := _YEAR.search(question)) is not None:
        return int(named[0])
    return next((time.date.year for time in utterance_of(question, now).times if time.date is not None), None)


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
