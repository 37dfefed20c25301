"""The vocabulary that the English rules share, as texts to build patterns from."""

import re
from collections.abc import Callable, Iterable

from yamori.domain.when.draft import Draft, Rule, Sentence
from yamori.domain.when.recurrence import Every
from yamori.domain.when.span import DayPart, Kind

_MONTH_NAMES = (
    ("january", "jan"), ("february", "feb"), ("march", "mar"), ("april", "apr"), ("may",), ("june", "jun"), ("july", "jul"),
    ("august", "aug"), ("september", "sept", "sep"), ("october", "oct"), ("november", "nov"), ("december", "dec"),
)  # fmt: skip
_WEEKDAY_NAMES = (
    ("monday", "mon"), ("tuesday", "tues", "tue"), ("wednesday", "wed"), ("thursday", "thurs", "thur", "thu"), ("friday", "fri"),
    ("saturday", "sat"), ("sunday", "sun"),
)  # fmt: skip

MONTHS = {name: number + 1 for number, names in enumerate(_MONTH_NAMES) for name in names}
WEEKDAYS = {name: number for number, names in enumerate(_WEEKDAY_NAMES) for name in names}

B = r"(?<![a-z0-9_])"
"""A word begins; Japanese letters may stand right before it."""
E = r"(?![a-z0-9_])"
MONTH = rf"(?:{'|'.join(sorted(MONTHS, key=len, reverse=True))})\.?"
FULL_MONTH = rf"(?:{'|'.join(names[0] for names in _MONTH_NAMES)})"
WEEKDAY = rf"(?:{'|'.join(sorted(WEEKDAYS, key=len, reverse=True))})"
FULL_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
PART = r"(?:morning|afternoon|evening|night)"
HOUR = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
HALF = r"(?:a\.m\.?|p\.m\.?|am(?![a-z])|pm(?![a-z]))"

MONTH_HINTS = "jan feb mar apr may jun jul aug sep oct nov dec"
WEEKDAY_HINTS = "mon tue wed thu fri sat sun"

_UNITS = {
    "s": None, "mi": Every.MINUTE, "h": Every.HOUR, "d": Every.DAY, "w": Every.WEEK, "f": Every.WEEK, "mo": Every.MONTH, "y": Every.YEAR,
}  # fmt: skip


def unit_of(word: str) -> Every | None:
    """The unit that `minutes`, `hrs` or `fortnight` (two weeks: the caller doubles) counts in; None for seconds."""
    return _UNITS[word[:2] if word[:2] in ("mi", "mo") else word[0]]


def part_of(name: str | None) -> DayPart | None:
    return DayPart(name) if name else None


def led_by(words: str, m: re.Match[str], s: Sentence) -> bool:
    """One of the words (`on|by|until`) stands right before the match."""
    return re.search(rf"\b(?:{words}) +$", s.low[max(0, m.start() - 8) : m.start()]) is not None


def rule(hints: str, pattern: str, build: Callable[[re.Match[str], Sentence], Iterable[Draft]], kind: Kind = Kind.DATE) -> Rule:
    return Rule(tuple(hints.split()), spaced(pattern), build, kind)


def spaced(pattern: str) -> str:
    """A single space in the pattern stands for any number of them."""
    return re.sub(r"(?<!\[) (?!\])", "[ ]+", pattern).replace("[ ]+?", "[ ]*")
