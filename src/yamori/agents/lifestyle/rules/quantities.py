"""The quantities of a text in either language, to compare what was translated with what it was made from.

Patterns rather than a parser: quantulum3 and pint read English alone, and all that matters here is that a number is never believed
beside another unit than the paper's.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_WORDS = {word: float(n) for n, word in enumerate(_ONES.split())} | {word: 10.0 * n for n, word in enumerate(_TENS.split(), 2)}
_WORDS |= {"once": 1.0, "twice": 2.0, "half": 0.5, "dozen": 12.0, "first": 1.0, "second": 2.0, "third": 3.0, "fourth": 4.0, "fifth": 5.0}
_KANJI = {c: float(n) for n, c in enumerate("一二三四五六七八九十", 1)}
_MONTHS = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"]
_MANY = {"万": 1e4, "億": 1e8, "千": 1e3, "割": 10.0, "thousand": 1e3, "million": 1e6, "billion": 1e9}
_LENIENT = {0.5, 1.0}
"""An article, "each" and 半 say these, too."""

ANY = ""
"""The unit of a number without a known one."""
_AMBIGUOUS = {
    "日": {"day", ANY},
    "年": {"year", ANY},
    "歳": {"year", ANY},
    "度": {"degree", ANY},
    "キロ": {"kg", "km"},
    "ミリ": {"mm", "ml"},
}
_NAMES = {
    "second": r"seconds?|secs?|s|秒間?",
    "minute": r"minutes?|mins?|分間?(?!の\s?\d)",
    "hour": r"hours?|hrs?|h|時間",
    "day": r"days?|nights?|日間|日目|泊|晩",
    "week": r"weeks?|週間?",
    "month": r"months?|[かヶカヵケ箇]月間?",
    "year": r"years?|yrs?|年間",
    "yen": r"yen|jpy|円",
    "percent": r"%|per ?cent|パーセント",
    "degree": r"°\s?[CF]?|degrees?|c(?:elsius)?|℃|℉",
    "mm": r"mm|millimet(?:re|er)s?|ミリメートル",
    "cm": r"cm|centimet(?:re|er)s?|センチ(?:メートル)?",
    "m": r"m|met(?:re|er)s?|メートル",
    "km": r"km|kilomet(?:re|er)s?|キロメートル",
    "mg": r"mg|milligram(?:me)?s?|ミリグラム",
    "g": r"g|gram(?:me)?s?|グラム",
    "kg": r"kg|kilo(?:gram(?:me)?)?s?|キログラム",
    "ml": r"ml|cc|millilit(?:re|er)s?|ミリリットル",
    "litre": r"l|lit(?:re|er)s?|リットル",
    "inch": r"inch(?:es)?|インチ",
    "foot": r"feet|foot|ft|フィート",
    "watt": r"w|watts?|ワット",
    "volt": r"v|volts?|ボルト",
    "ampere": r"a|amps?|amperes?|アンペア",
    "bar": r"bar|バール",
}
_UNITS = "|".join(f"(?P<{name}>{said})" for name, said in _NAMES.items())
_DIGITS = r"\d+(?:[.,]\d+)*"
_CLOCK = re.compile(
    r"(?P<before>午前|午後|朝|昼|夕方|夜|晩)?\s*(?<![\d.,])(?P<hour>\d{1,2})"
    r"(?:\s*時(?!間)(?:\s*(?P<minute>\d{1,2})\s*分|(?P<half>半))?|[:.](?P<past>[0-5]\d)(?!\d)(?=\s*(?:a|p)\.?m|(?<=:\d\d))"
    r"|(?=\s*(?:[ap]\.?m\b|o.clock)))\s*(?P<after>a\.?m\b\.?|p\.?m\b\.?|o.clock)?",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    rf"(?P<money>[¥￥]\s*)?(?P<n>{_DIGITS})\s*(?P<many>[万億千割]|(?:thousand|million|billion)\b)?[\s-]?"
    rf"(?:(?:{_UNITS})(?![a-z])|(?P<ambiguous>[日年歳度]|キロ|ミリ))?(?P<on>\s*(?:to|and|or|[-–~〜～・、,/]|から|または|or)\s*(?=[¥￥]?\d))?",
    re.IGNORECASE,
)
_SPELLED = re.compile(
    rf"\b(?P<word>{'|'.join(_WORDS)})\b[\s-](?:(?:full|whole|working|business|more|consecutive)\s)?(?:(?:{_UNITS})(?![a-z]))?",
    re.IGNORECASE,
)
_MONTH = re.compile(rf"\b(?P<name>{'|'.join(_MONTHS)})\b|(?P<n>\d{{1,2}})\s?月(?!間)", re.IGNORECASE)
_IN_KANJI = re.compile(rf"(?P<word>[一二三四五六七八九十])(?:{_UNITS}|(?P<ambiguous>[日年歳度]|キロ))?")


@dataclass(frozen=True, kw_only=True)
class Quantity:
    """A number of a text."""

    value: float
    """Of a time of day its minutes from midnight, of the name of a month its number."""
    units: frozenset[str]
    """All that it may be in; `ANY` where none is said."""
    spelled: bool = False
    """In words, which also stand where nothing is counted."""

    def is_in(self, others: "list[Quantity]") -> bool:
        return any(self.value == other.value and not self.units.isdisjoint(other.units) for other in others)


def quantities(text: str) -> list[Quantity]:
    """Every number of the text with its unit: clock times, months and amounts, in digits and in words."""
    plain = unicodedata.normalize("NFKC", text)
    found: list[Quantity] = []
    for pattern, read in ((_CLOCK, _time), (_MONTH, _month)):
        found += [read(m) for m in pattern.finditer(plain)]
        plain = pattern.sub(" ; ", plain)
    found += _amounts(plain)
    found += [_spelled(m, _WORDS) for m in _SPELLED.finditer(f"{plain} ")]
    return found + [_spelled(m, _KANJI) for m in _IN_KANJI.finditer(plain)]


def same_quantities(original: str, translated: str) -> bool:
    """Whether a translation neither lost a number, nor made one up, nor gave one another unit."""
    here, there = quantities(original), quantities(translated)
    return _all_in(here, there) and _all_in(there, here)


def _all_in(some: list[Quantity], others: list[Quantity]) -> bool:
    return all(one.spelled or one.value in _LENIENT or one.is_in(others) for one in some)


def _time(m: re.Match[str]) -> Quantity:
    hour, minute = int(m["hour"]), int(m["minute"] or m["past"] or (30 if m["half"] else 0))
    after = (m["after"] or "").replace(".", "").lower()
    late = after == "pm" or (m["before"] in ("午後", "夕方", "夜", "晩") and hour < 12)
    hour = hour % 12 + 12 if late else 0 if after == "am" and hour == 12 else hour
    return Quantity(value=hour * 60.0 + minute, units=frozenset({"clock"}))


def _month(m: re.Match[str]) -> Quantity:
    value = _MONTHS.index(m["name"].lower()) + 1 if m["name"] else int(m["n"])
    return Quantity(value=float(value), units=frozenset({"named month"}), spelled=(m["name"] or "").lower() in ("may", "march"))


def _amounts(text: str) -> Iterator[Quantity]:
    """The first of "4 to 12 minutes" is in minutes, too."""
    waiting: list[float] = []
    for m in _AMOUNT.finditer(text):
        value = _value(m["n"]) * _MANY.get((m["many"] or "").lower(), 1.0)
        units = frozenset({"yen"}) if m["money"] else frozenset({"percent"}) if m["many"] == "割" else _units(m)
        if units == {ANY} and m["on"]:
            waiting.append(value)
            continue
        yield Quantity(value=value, units=units)
        yield from (Quantity(value=v, units=units | {ANY}) for v in waiting)
        waiting = []
    yield from (Quantity(value=v, units=frozenset({ANY})) for v in waiting)


def _spelled(m: re.Match[str], words: dict[str, float]) -> Quantity:
    return Quantity(value=words[m["word"].lower()], units=_units(m), spelled=True)


def _units(m: re.Match[str]) -> frozenset[str]:
    if said := m.groupdict().get("ambiguous"):
        return frozenset(_AMBIGUOUS[said])
    return frozenset({next((name for name in _NAMES if m[name]), ANY)})


def _value(text: str) -> float:
    whole = text.replace(",", "") if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", text) else text.replace(",", ".")
    try:
        return float(whole)
    except ValueError:  # 1.2.3: a version or a date; its digits are what must be kept
        return float("".join(filter(str.isdecimal, text)))
