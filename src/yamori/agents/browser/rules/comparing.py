"""Whether a question asks for the first of several in an order (`the nearest`, 次の), and which rows of a table are that. Pure.

Whoever asks so is never given a row that nobody compared: the caller shows all of them where `first_of` finds none.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from yamori.agents.browser.pages.extracting import Passage
from yamori.agents.browser.rules.query import stated_years, without_days
from yamori.agents.browser.rules.ranking import asked_terms, says, terms_of
from yamori.domain.language import language_of
from yamori.domain.when import find_when
from yamori.domain.when.span import Kind

_NUMBER = re.compile(r"(?P<before>[¥$€£])?(?P<number>-?\d[\d,]*(?:\.\d+)?)\s*(?P<unit>[^\W\d_]+|[%°]\s?[CF]?)?")
_BETWEEN = 8
"""Characters that may stand between a superlative and its adjective: 一番駅に近い."""
_CLOCK = re.compile(r"(?<!\d)([01]?\d|2[0-3])[:：]([0-5]\d)(?!\d)")
_LENGTHS = {
    "m": (1.0, "m"), "metre": (1.0, "m"), "meter": (1.0, "m"), "メートル": (1.0, "m"), "km": (1000.0, "m"), "キロ": (1000.0, "m"),
    "キロメートル": (1000.0, "m"), "mi": (1609.344, "m"), "mile": (1609.344, "m"), "ft": (0.3048, "m"),
    "min": (1.0, "min"), "minute": (1.0, "min"), "分": (1.0, "min"), "h": (60.0, "min"), "hour": (60.0, "min"), "時間": (60.0, "min"),
}  # fmt: skip
"""Units of a distance and of the time that it takes, in metres and minutes."""
_PRICES = {
    "¥": "¥",
    "円": "¥",
    "yen": "¥",
    "$": "$",
    "€": "€",
    "£": "£",
    "dollar": "$",
    "euro": "€",
    "pound": "£",
    "eur": "€",
    "usd": "$",
    "jpy": "¥",
}
_LONGEST_FIRST = sorted((*_LENGTHS, *_PRICES), key=len, reverse=True)
_FREE = frozenset({"free", "無料"})


class Order(StrEnum):
    LEAST = "least"
    MOST = "most"
    NEXT = "next"
    """The soonest from today on."""
    LAST = "last"
    """The latest until today."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, kw_only=True)
class Ordering:
    """What a question orders by."""

    order: Order
    measure: str
    """`length`, `price`, `number`, `date`, `clock`; empty where it is not known."""
    word: str
    """As it was said."""


@dataclass(frozen=True, kw_only=True)
class First:
    """What a comparison found."""

    rows: Sequence[Passage]
    """Several where they are equal."""
    column: str
    count: int
    """How many were compared."""


def ordering_of(question: str, now: datetime) -> Ordering | None:
    """None where it asks for no first one. `Next Friday` is a day, and no order."""
    said = unicodedata.normalize("NFKC", without_days(question, now)).lower()
    language = language_of(question).value
    words = _words(language)
    for phrase in words.get("no_order", ()):
        said = said.replace(phrase, " ")
    found = [(match.start(), -len(match[0]), one) for form, one in _forms(language) for match in form.finditer(said)]
    if found:
        at, length, one = min(found, key=lambda each: each[:2])
        return Ordering(order=one.order, measure=one.measure, word=said[at : at - length])
    if (match := re.search("|".join(map(re.escape, words.get("superlatives", ["$^"]))), said)) is not None:
        return Ordering(order=Order.UNKNOWN, measure="", word=match[0])
    return None


def without_reason(question: str) -> str:
    """What stands behind the reason that a sentence gives first (`My knee hurts, so which …`)."""
    joints = _words(language_of(question).value).get("joints", ())
    return question[max((question.rfind(one) + len(one) for one in joints if one in question), default=0) :] or question


def says_order(text: str, ordering: Ordering) -> bool:
    """Whether a text speaks of the order itself: `The nearest park is …` is a page's own word."""
    return ordering.word in unicodedata.normalize("NFKC", text).lower()


def alike(rows: Sequence[Passage], row: Passage, asked: frozenset[str]) -> list[Passage]:
    """The rows of the same table that say, as the given one does, what was asked about."""
    said = terms_of(row.text)
    wanted = {term for term in asked if says(said, term)}
    return [one for one in rows if one.table == row.table and one.cells and all(says(terms_of(one.text), term) for term in wanted)]


def unsaid(row: Passage, title: str, asked: frozenset[str], ordering: Ordering) -> frozenset[str]:
    """What of a question neither a row nor anything above it says: a table of walks does not tell which *hotel* is the nearest."""
    said, order = terms_of(" ".join((title, *row.headings, row.text))), ordering.word
    words = terms_of(order).words
    return frozenset(term for term in asked if not says(said, term) and term not in words and (term.isascii() or term not in order))


def first_of(rows: Sequence[Passage], ordering: Ordering, question: str, now: datetime) -> First | None:
    """None where code cannot tell: the rows carry no such number or date, several columns do, or there is only one row."""
    if ordering.order is Order.UNKNOWN or not rows or len({len(row.cells) for row in rows}) != 1:
        return None
    columns = [n for n in range(len(rows[0].cells)) if len({row.cells[n][0] for row in rows}) == 1]
    values = {n: held for n in columns if (held := _values([row.cells[n][1] for row in rows], ordering, now)) is not None}
    if (column := _meant([(n, rows[0].cells[n][0]) for n in values], ordering, question, now)) is None:
        return None
    dated = ordering.measure == "date"
    kept = [(value, row) for value, row in zip(values[column], rows, strict=True) if not dated or _is_due(value, row, ordering, now)]
    if not kept or (not dated and len(kept) < 2):
        return None
    pick: Callable[..., Any] = min if ordering.order in (Order.LEAST, Order.NEXT) else max
    first = pick(value for value, _ in kept)
    return First(rows=[row for value, row in kept if value == first], column=rows[0].cells[column][0], count=len(kept))


def _meant(columns: Sequence[tuple[int, str]], ordering: Ordering, question: str, now: datetime) -> int | None:
    """The column that the question names, else the only one; a bare number has to be named unless it is alone."""
    asked = asked_terms(question, now)
    named = [n for n, name in columns if any(terms_of(name).say(term) for term in asked)]
    for some in (named, [n for n, _ in columns]):
        if len(some) == 1:
            return some[0]
    return None


def _values(cells: Sequence[str], ordering: Ordering, now: datetime) -> list[Any] | None:
    """What each cell of a column comes to; None where one of them comes to nothing, or in another unit than the others."""
    if ordering.measure == "date":
        days = [_day(cell, ordering, now) for cell in cells]
        return None if None in days else days
    found = [_number(cell, ordering.measure) for cell in cells]
    units = {one[1] for one in found if one is not None and one[1] is not None}
    return None if None in found or len(units) > 1 else [one[0] for one in found if one is not None]


def _day(cell: str, ordering: Ordering, now: datetime) -> date | None:
    """The one day that a cell states. A past one has to name its year: a bare `5 March` is read as the coming one."""
    spans = find_when(cell, now)
    if len(spans) != 1 or spans[0].kind not in (Kind.DATE, Kind.MOMENT) or spans[0].problem:
        return None
    return spans[0].date if ordering.order is Order.NEXT or stated_years(cell) else None


def _is_due(day: date, row: Passage, ordering: Ordering, now: datetime) -> bool:
    """Whether a day is still to come, or is gone for what was last. Today's is over behind the last time that its row states."""
    if ordering.order is not Order.NEXT:
        return day <= now.date()
    clocks = [(int(hour), int(minute)) for _, text in row.cells for hour, minute in _CLOCK.findall(text)]
    return day > now.date() or (day == now.date() and (not clocks or max(clocks) >= (now.hour, now.minute)))


def _number(cell: str, measure: str) -> tuple[float, str | None] | None:
    """The one number of a cell, in the unit by which it is compared (None fits all); None where it holds none, or several."""
    text = unicodedata.normalize("NFKC", cell).strip().lower()
    if measure == "clock":
        clocks = _CLOCK.findall(text)
        return (60.0 * int(clocks[0][0]) + int(clocks[0][1]), None) if len(clocks) == 1 else None
    if measure == "price" and text in _FREE:
        return 0.0, None
    matches = list(_NUMBER.finditer(text))
    if len(matches) != 1 or _CLOCK.search(text):
        return None
    number, unit = float(matches[0]["number"].replace(",", "")), (matches[0]["before"] or matches[0]["unit"] or "").strip()
    if unit not in _LENGTHS and unit not in _PRICES:
        unit = next((one for one in _LONGEST_FIRST if not one.isascii() and unit.startswith(one)), unit.removesuffix("s"))
    if measure == "length":
        factor, base = _LENGTHS.get(unit, (0.0, ""))
        return (number * factor, base) if base else None
    if measure == "price":
        return (number, _PRICES[unit]) if unit in _PRICES else None
    return number, unit


@cache
def _forms(language: str) -> Sequence[tuple[re.Pattern[str], Ordering]]:
    words = _words(language)
    before = "|".join(map(re.escape, words.get("superlatives", ())))
    found: list[tuple[re.Pattern[str], Ordering]] = []
    for order, measures in words.get("orders", {}).items():
        for measure, said in measures.items():
            for word in said:
                edge = r"\b" if word.isascii() else ""
                lead = rf"(?:{before})[^、。,.!?]{{0,{_BETWEEN}}}?" if word in words.get("adjectives", ()) else ""
                one = Ordering(order=Order(order), measure=measure, word=word)
                found.append((re.compile(f"{lead}{edge}{re.escape(word)}{edge}"), one))
    return found


@cache
def _words(language: str) -> dict[str, Any]:
    file = Path(__file__).parents[1] / "words" / f"{language}.yaml"
    held: dict[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return held
