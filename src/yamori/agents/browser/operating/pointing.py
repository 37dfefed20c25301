"""What the words of a person point at on a page without naming it: a quoted name, the third of a kind, the cheapest of several rows,
a value that the page itself states. Pure; the words are in `word_lists/`.
"""

import operator
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from yamori.agents.browser.engine import Element
from yamori.agents.browser.operating.words import LISTS
from yamori.agents.browser.rules.whole_words import folded, stand_in

_MONEY = re.compile(r"(?:[$€£¥]\s?|USD\s?|EUR\s?)(?P<amount>\d[\d,]*(?:\.\d+)?)|(?P<after>\d[\d,]*)\s?(?:円|yen\b)", re.IGNORECASE)
_LENGTH = re.compile(
    r"\b(?P<hours>\d+)\s*(?:h|hours?|hrs?)\b\s*(?:(?P<minutes>\d+)\s*(?:m|min|minutes?)\b)?|(?P<h>\d+)時間(?:(?P<m>\d+)分)?", re.IGNORECASE
)
_CLOCK = re.compile(r"\b(?P<hour>\d{1,2}):(?P<minute>\d{2})\s*(?P<half>[ap]m)?", re.IGNORECASE)
_SUM = re.compile(r"(?<![\w.])(?P<one>-?\d+)\s*(?P<do>[-+x×*÷/])\s*(?P<other>-?\d+)\s*=")
_ORDINAL = r"(?:(?P<number>\d+)\s?(?:st|nd|rd|th)\b|(?P<named>{named}))"
_BETWEEN = r"\s(?:\w+\s){0,2}?"
_DOES: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "x": operator.mul,
    "×": operator.mul,
    "*": operator.mul,
}


@dataclass(frozen=True, kw_only=True)
class Pointed:
    """`2nd textbox`: what kind, which of them, and where it is said."""

    kind: str
    number: int
    """From 1; -1 for the last."""
    start: int
    end: int


def exactly_named(name: str, elements: Sequence[Element]) -> Sequence[Element]:
    """Those with this very name; else those that differ in capitals or in the marks around it; else those that begin with it; else
    those that are drawn as this sign."""
    wanted = _bare(name)
    sign = _held()["signs"].get(folded(name))
    drawn: Collection[str] = LISTS.words(f"sign_{sign}") if sign else ()
    ways: tuple[Callable[[Element], bool], ...] = (
        lambda one: one.name.strip() == name.strip(),
        lambda one: folded(one.name) == folded(name),
        lambda one: bool(wanted) and _bare(one.name) == wanted,
        lambda one: len(wanted) > 2 and _bare(one.name).startswith(f"{wanted} "),
        lambda one: _bare(one.name) in drawn,
    )
    for is_it in ways:
        if found := [one for one in elements if is_it(one)]:
            return found
    return ()


def pointed_at(said: str) -> Sequence[Pointed]:
    """Every ordinal with a kind after it, in the order of the sentence. `said` is folded."""
    found: list[Pointed] = []
    for match in _pattern().finditer(said):
        number = int(match["number"]) if match["number"] else int(_pairs("ordinals")[match["named"]])
        found.append(Pointed(kind=_pairs("controls")[match["kind"]], number=number, start=match.start(), end=match.end()))
    return found


def of_kind(kind: str, elements: Sequence[Element]) -> Sequence[Element]:
    """In the order of the page. Of results those links that are no number of a page."""
    if kind == "textarea":
        return [one for one in elements if one.role == "textbox" and one.kind == "textarea"]
    if kind == "link":
        return [one for one in elements if one.role == "link" and re.search(r"[^\W\d_]", one.name)]
    return [one for one in elements if one.role == kind]


def nth(pointed: Pointed, elements: Sequence[Element]) -> Element | None:
    of = of_kind(pointed.kind, elements)
    at = len(of) - 1 if pointed.number < 0 else pointed.number - 1
    return of[at] if 0 <= at < len(of) else None


def kind_called(word: str) -> str | None:
    """The kind of control that a word says and nothing else."""
    return _pairs("controls").get(folded(word))


def wants_opening(said: str) -> bool:
    return stand_in(LISTS.ordered("opens"), said)


def wants_nothing(said: str) -> bool:
    """A form shall go off as it is, empty."""
    return stand_in(LISTS.ordered("nothing"), said)


def superlative(said: str, rows: Sequence[Element]) -> Element | None:
    """The one of several alike whose row is the cheapest, the shortest, the earliest; None where not all rows say it or two are alike."""
    for each in _held()["superlatives"]:
        if not stand_in(LISTS.ordered(each["sort"]), said):
            continue
        measured = [(_measure(each["of"], f"{one.name} {one.near}"), one) for one in rows]
        values = [value for value, _ in measured if value is not None]
        if len(values) < 2 or len(values) != len(rows):
            return None
        best = max(values) if each["most"] else min(values)
        chosen = [one for value, one in measured if value == best]
        return chosen[0] if len(chosen) == 1 else None
    return None


def alike_rows(elements: Sequence[Element]) -> Sequence[Element]:
    """The largest group of buttons or links of one name, numbers left out."""
    groups: dict[str, list[Element]] = {}
    for one in elements:
        if one.role in ("button", "link"):
            groups.setdefault(re.sub(r"[\d.,]+", "#", folded(one.name)), []).append(one)
    return max(groups.values(), key=len, default=[])


def stated(said: str, text: str) -> str | None:
    """The value that the page states where the person asks for it by a label of the page, by its place, or as a sum to be worked out."""
    lines = [line for line in text.split("\n") if line.strip()]
    if stand_in(LISTS.ordered("computes"), said):
        sums = [match for line in lines if (match := _SUM.search(line))]
        if len(sums) == 1 and (does := _DOES.get(sums[0]["do"])) is not None:
            return str(does(int(sums[0]["one"]), int(sums[0]["other"])))
        return None
    words = [one for one in pointed_at(said) if one.kind == "word"]
    if len(words) == 1 and len(lines) == 1:
        of = re.findall(r"[\w'’-]+", lines[0])
        at = len(of) - 1 if words[0].number < 0 else words[0].number - 1
        return of[at] if 0 <= at < len(of) else None
    rows = [tuple(part.strip() for part in line.split(" | ")) for line in lines if line.count(" | ") == 1]
    found = [value for label, value in rows if stand_in(folded(label), said)]
    return found[0] if len(found) == 1 else None


def _measure(of: str, text: str) -> float | None:
    if of == "money":
        match = _MONEY.search(text)
        return float((match["amount"] or match["after"]).replace(",", "")) if match else None
    if of == "length":
        match = _LENGTH.search(text)
        return 60.0 * int(match["hours"] or match["h"]) + int(match["minutes"] or match["m"] or 0) if match else None
    match = _CLOCK.search(text)
    if match is None:
        return None
    half = (match["half"] or "").lower()
    hour = int(match["hour"]) % 12 + (12 if half == "pm" else 0) if half else int(match["hour"])
    return hour * 60.0 + int(match["minute"])


def _bare(name: str) -> str:
    return folded(name).strip(" .,:;!?…*›»>\"'")


@cache
def _pairs(sort: str) -> Mapping[str, str]:
    return LISTS.pairs(sort)


@cache
def _pattern() -> re.Pattern[str]:
    named = "|".join(sorted(map(re.escape, _pairs("ordinals")), key=len, reverse=True))
    kinds = "|".join(sorted(map(re.escape, _pairs("controls")), key=len, reverse=True))
    return re.compile(rf"(?<!\w){_ORDINAL.format(named=named)}(?:{_BETWEEN}|\s*の?)(?P<kind>{kinds})(?![a-z])")


@cache
def _held() -> dict[str, Any]:
    held: dict[str, Any] = yaml.safe_load((files("yamori.agents.browser.operating") / "pointing.yaml").read_text(encoding="utf-8"))
    return held
