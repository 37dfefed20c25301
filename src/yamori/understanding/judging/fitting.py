"""Whether words can hold an answer to a question at all: a price is money, a weight has its unit, a length of time a number.

Patterns rather than a parser of quantities: quantulum3 and pint read English alone, and all that is asked here is whether a unit stands
there.
"""

import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from string import ascii_lowercase

from yamori.understanding.word_lists import WordLists

_WORDS = WordLists(Path(__file__).parent / "words")
_DIGIT = re.compile(r"\d")
_UNITS = {
    "price": r"[¥￥€$£]|\d[.,]\d\d\b",
    "kilos": r"\d\s?(?:k[gm]|t)(?![a-z])",
    "length": r"\d\s?(?:[cmk]?m|in|ft|yd|キロ)(?![a-z])|[\"″]",
    "weight": r"\d\s?(?:[km]?g|lbs?|oz|t)(?![a-z])",
    "volume": r"\d\s?(?:[mdc]?l|cc|tbsp|tsp|m[3³])(?![a-z])",
    "power": r"\d\s?(?:k?w|k?va|k?wh|a|v)(?![a-z])",
    "loudness": r"\d\s?db(?![a-z])",
    "heat": r"\d\s?[cf](?![a-z])|[°℃]",
    "share": "%",
    "hour": r"\d[:.]\d\d",
    "colour": r"(?!)",
    "address": "@",
    "designation": r"\d{3}|[a-z]-?\d|\d-?[a-z]",
    # With its area, or the three digits of an emergency number.
    "telephone": r"\d[\d\s()/‐-―ー・-]{4,}\d|(?<!\d)\d{3}(?!\d)",
    "count": r"\d",
}
_HELD: Mapping[str, re.Pattern[str]] = {kind: re.compile(unit) for kind, unit in _UNITS.items()}
"""By the kind of what is asked: the signs, units and numbers that can answer it in every language; words are in `words/`."""
_KINDS = ("telephone", *(kind for kind in _UNITS if kind not in ("telephone", "count")), "count")
"""The first that is asked for counts."""
_CODE = re.compile(r"(?<![A-Za-z0-9])([A-Za-z]{1,2})[-.]?(\d{1,3})(?![A-Za-z0-9.-])")
"""Of a fault, as displays show it: a letter or two and a number, with a hyphen or a point between them or none."""
_DESIGNATION = re.compile(r"(?<![A-Za-z0-9.-])(?:[A-Za-z]{1,4}(?:-\d{1,4}|\d{2,4})[A-Za-z]{0,2}|\d+(?:-\d+){2,})(?![A-Za-z0-9-])")
"""Of a model (KX-40), a form (N400) or a method that goes by its numbers (5-4-3-2-1). A letter with one digit is often a size of paper."""
_ROW = re.compile(r"[\s\-*•・>|#]*(?:[^:;|]{1,24}:\s*)??(?P<first>[A-Za-z]{0,2}[-.]?\d{1,3})\s*(?:[:;/,、・|=(—–-]|\s\s|$)")
"""Of a table or a list: what stands first in it, behind the heading of its column if there is one. A sentence goes on otherwise."""
_BARE = re.compile(r"(?<![\d.,])\d{2,3}(?!\d)")
_QUOTING = "\"'“”「」『』"
_ENDS = re.compile(r"[?!;,.](?:\s|$)|$")


def can_answer(question: str, words: str) -> bool:
    """False only where a kind of answer (a price, a length) is asked for and the words hold none, or where they name another code than the
    display that is asked about."""
    kind, shown = _kind(question), _codes_shown(question)
    return (kind is None or _holds(kind, _plain(words))) and (not shown or not shown.isdisjoint(_codes(words)))


def has_the_kind(question: str, words: str) -> bool:
    """True only where a kind is asked for and the words hold it in digits."""
    # A date has its digits, but "at the end of the month" answers, too.
    kind, said = _kind(question) or ("count" if _WORDS.phrasing("asks_when").search(_plain(question)) else None), _plain(words)
    return kind is not None and _DIGIT.search(said) is not None and _holds(kind, said)


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).lower()


def _kind(question: str) -> str | None:
    asked = _plain(question)
    return next((kind for kind in _KINDS if _WORDS.phrasing(f"asks_{kind}").search(asked)), None)


def has_the_code(question: str, words: str) -> bool:
    """True only where a display's code is asked about, perhaps by its number alone, and the words hold it."""
    known = _codes(words)
    return not _codes_shown(question).isdisjoint(known) or not _bare(question).isdisjoint(code.lstrip(ascii_lowercase) for code in known)


def explains_the_code(question: str, words: str) -> bool:
    """True only where a row of the words begins with the code that a display is said to show: elsewhere it is mentioned."""
    rows = (_ROW.match(unicodedata.normalize("NFKC", line)) for line in words.splitlines())
    return any(has_the_code(question, row["first"]) for row in rows if row is not None)


def designated(text: str) -> frozenset[str]:
    """What goes by letters and digits there: models, codes, numbers in a row; however it is spelled."""
    return frozenset(found[0].replace("-", "").casefold() for found in _DESIGNATION.finditer(unicodedata.normalize("NFKC", text)))


def _codes_shown(question: str) -> set[str]:
    return _codes(question) if _WORDS.phrasing("display").search(_plain(question)) else set()


def _bare(question: str) -> set[str]:
    """The number that a display is said to show; the letter before it is often left out."""
    asked = _plain(question)
    return {found[0] for found in _BARE.finditer(asked) if _is_shown(asked[: found.start()], asked[found.end() :])}


def _is_shown(before: str, behind: str) -> bool:
    behind = behind.lstrip(_QUOTING)
    if _WORDS.phrasing("shown_behind").match(behind):
        return True
    if before[-1:].isalpha():
        return False
    ends = _ENDS.match(behind) or _WORDS.phrasing("behind_the_shown").match(behind.lstrip())
    return bool(ends and _WORDS.phrasing("before_the_shown").search(before.rstrip(_QUOTING)))


def _codes(text: str) -> set[str]:
    return {f"{found[1]}{found[2]}".casefold() for found in _CODE.finditer(unicodedata.normalize("NFKC", text))}


def _holds(kind: str, said: str) -> bool:
    return _HELD[kind].search(said) is not None or _WORDS.phrasing(f"holds_{kind}").search(said) is not None
