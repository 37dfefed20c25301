"""How much of something is said with its name: `two loaves of bread`, 卵2パック. Pure; units are data (`word_lists/`)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from yamori.agents.lists.rules.vocabulary import LISTS, words_for
from yamori.domain.language import is_spaced

_NUMBER = r"\d+(?:[.,]\d+)?(?:\s?/\s?\d+)?"
_ANYTHING = "thing"
"""Stands for whatever an amount is said of."""


@dataclass(frozen=True, kw_only=True)
class Amount:
    """A thing to be put on a list."""

    name: str
    quantity: str = ""


def amount_of(said: str) -> Amount:
    """The name without articles and amounts; all of it where nothing else would be left."""
    words = " ".join(said.split()).strip(' 、,。.「」『』“”"')
    found = _japanese(words) or (_english(words) if is_spaced(words) else None) or Amount(name=words)
    return found if found.name else Amount(name=words)


def is_amount(said: str) -> bool:
    """Whether the words are an amount and nothing else: 3パック, `two dozen`."""
    if re.fullmatch(_counted(), said.strip(), re.I) is not None:
        return True
    told = _english(f"{said.strip()} {_ANYTHING}") if is_spaced(said) else None
    return told is not None and told.name == _ANYTHING and bool(told.quantity)


def is_number(said: str) -> bool:
    """Whether the words only count: `3`, `two`."""
    return said.strip().isdecimal() or said.strip().casefold() in _pairs("numbers")


def is_unit(said: str) -> bool:
    return said.strip().casefold() in _bare_units()


def _english(said: str) -> Amount:
    words = _without_fillers(said)
    for phrase, quantity in sorted(_pairs("phrases").items(), key=lambda each: -len(each[0])):
        if words.casefold().startswith(f"{phrase} "):
            return Amount(name=_of(words[len(phrase) :]), quantity=quantity)
    behind = re.fullmatch(rf"(?P<name>.+?)(?:\s*[x×]\s*|\s*\(|,\s*)(?P<number>{_NUMBER}\s?(?:{_units('en')})?)\)?", words, re.I)
    if behind is not None:
        return Amount(name=behind["name"].strip(), quantity=behind["number"].strip())
    name, comma, rest = words.rpartition(", ")
    if comma and (told := _english(f"{rest} {_ANYTHING}")).name == _ANYTHING and told.quantity:
        return Amount(name=name.strip(), quantity=told.quantity)  # `limes, three dozen`
    numbers = "|".join(_pairs("numbers"))
    ahead = re.match(rf"(?P<number>{_NUMBER}|(?:{numbers})\b)(?:\s*(?P<unit>{_units('en')})\b(?!-))?(?P<rest>.*)", words, re.I)
    if ahead is None or ahead["rest"][:1] not in ("", " "):
        return Amount(name=words)
    number, unit = _pairs("numbers").get(ahead["number"].casefold(), ahead["number"]), ahead["unit"] or ""
    rest = _of(ahead["rest"]) if unit else ahead["rest"].strip()
    if not rest:
        return Amount(name=_without_article(words))
    if ahead["number"].casefold() in words_for("articles") and not unit:
        return Amount(name=rest)
    return Amount(name=rest, quantity=f"{number} {unit}".strip())


def _japanese(said: str) -> Amount | None:
    amount = rf"(?P<quantity>{_counted()})(?:{_any('behind_amounts')})?"
    behind = re.fullmatch(rf"(?P<name>.*[^\x00-\x7f].*?)(?:{_any('before_amounts')})?\s*{amount}", said, re.I)
    found = behind or re.fullmatch(rf"{amount}(?:{_any('before_counted')})(?P<name>.+)", said, re.I)
    if found is None:
        return None
    name = re.sub(rf"(?:{_any('object')})$", "", found["name"].strip(" 、"))
    return Amount(name=name, quantity=found["quantity"].strip())


@cache
def _counted() -> str:
    """A number and its unit, as they are written without blanks."""
    return rf"(?:{_any('about')})?(?:{_NUMBER}|(?:{_any('digits')})+)\s?(?:{_units('ja')})"


@cache
def _any(sort: str) -> str:
    """The words of a sort of a language whose words do not stand apart."""
    return "|".join(map(re.escape, LISTS.of("ja").ordered(sort)))


def _of(rest: str) -> str:
    words = rest.strip()
    first, _, others = words.partition(" ")
    return _without_fillers(others) if others and first.casefold() in words_for("of") else words


def _without_fillers(said: str) -> str:
    words = said.split()
    while len(words) > 1 and words[0].casefold() in words_for("fillers"):
        words = words[1:]
    return " ".join(words)


def _without_article(said: str) -> str:
    words = said.split()
    return " ".join(words[1:] if len(words) > 1 and words[0].casefold() in words_for("articles") else words)


@cache
def _pairs(sort: str) -> Mapping[str, str]:
    return LISTS.pairs(sort)


@cache
def _bare_units() -> frozenset[str]:
    """Those that stand behind a number without a blank."""
    return frozenset(unit.casefold() for unit in LISTS.of("ja").ordered("units"))


@cache
def _units(language: str) -> str:
    return "|".join(map(re.escape, sorted(LISTS.of(language).ordered("units"), key=len, reverse=True)))
