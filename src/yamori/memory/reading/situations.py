"""Settings, values and situations in what is told: `22 degrees in the evening`. Pure."""

import re
from dataclasses import dataclass
from datetime import datetime

from yamori.domain.language import Language, is_spaced, language_of
from yamori.memory.reading.vocabulary import folded, holds, kinds, table, words_below, words_for

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_JAPANESE_DIGITS = str.maketrans("０１２３４５６７８９", "0123456789")
_RANGES = {"temperature": (5.0, 35.0), "brightness": (0.0, 100.0), "volume": (0.0, 100.0)}
"""What a number can be of a setting; in °C and percent."""
_COMFORT = (15.0, 30.0)
"""Degrees that people like a room to have."""


@dataclass(frozen=True, kw_only=True)
class Setting:
    name: str
    value: str
    """A number as text, in degrees Celsius or percent."""


def setting_in(text: str) -> Setting | None:
    """The amount that the text names, and of what; None where it names none, or one that cannot be of anything known."""
    flat, language = folded(text), language_of(text)
    number = _number_in(text, language)
    for name, row in table("settings").items():
        low, high = _RANGES[name]
        has_unit = _has_unit(text, row["unit"].get(language.value, ()))
        speaks = holds(flat, tuple(map(folded, row["said"].get(language.value, ())))) is not None
        fits = number is not None and low <= float(number) <= high
        if number is not None and fits and has_unit and (speaks or name == "temperature"):
            return Setting(name=name, value=number)
    if number is not None:
        return None
    for name, levels in table("levels").items():
        said = holds(flat, tuple(map(folded, table("settings")[name]["said"].get(language.value, ()))))
        for amount, words in levels.items():
            if said and holds(flat, tuple(map(folded, words.get(language.value, ())))) is not None:
                return Setting(name=name, value=str(amount))
    return None


def warmth_in(said: str) -> str | None:
    """The degrees of `it at 22 in the evening`: a number alone that can be no other amount; None where it can."""
    language = language_of(said)
    bare = folded(said)
    for phrase in words_below("situations", language).get(situation_in(said), ()):
        bare = " ".join(f" {bare} ".replace(f" {phrase} ", " ").split())
    whose, _, number = bare.rpartition(" at ")
    low, high = _COMFORT
    if whose not in words_for("warmth_of", language) or not _NUMBER.fullmatch(number) or not low <= float(number) <= high:
        return None
    return number


def settings_felt(text: str) -> tuple[str, ...]:
    """The settings that somebody speaks of who wants one otherwise: `it's cold in here`."""
    flat, felt = folded(text), words_below("felt", language_of(text))
    return tuple(name for name, words in felt.items() if holds(flat, words) is not None)


def settings_named(text: str) -> tuple[str, ...]:
    """The settings of which the text speaks."""
    flat, language = folded(text), language_of(text)
    rows = table("settings").items()
    return tuple(name for name, row in rows if holds(flat, tuple(map(folded, row["said"].get(language.value, ())))) is not None)


def situation_in(text: str) -> str:
    """When it is so; empty where the text does not say."""
    flat, language = folded(text), language_of(text)
    return next((name for name, words in words_below("situations", language).items() if holds(flat, words) is not None), "")


def is_now(situation: str, now: datetime, text: str = "") -> bool:
    """Whether a situation is the present one: by the clock, or because the text names it. Of a text that names another one the clock
    only says so where it says that of the other one, too."""
    named = situation_in(text)
    if not situation or named == situation:
        return True
    return _by_the_clock(situation, now) and (not named or _by_the_clock(named, now))


def is_another_time(situation: str, now: datetime, text: str = "") -> bool:
    """Whether a situation is of hours of the day that it is not now, nor by what the text says."""
    return kinds("hours").get(situation) is not None and not is_now(situation, now, text)


def is_of_an_hour(situation: str) -> bool:
    """Whether the clock says when it is."""
    return situation in kinds("hours")


def _by_the_clock(situation: str, now: datetime) -> bool:
    hours = kinds("hours").get(situation)
    if hours is None:
        return False
    start, end = hours
    return bool(start <= now.hour < end if start < end else now.hour >= start or now.hour < end)


def _number_in(text: str, language: Language) -> str | None:
    found = _NUMBER.findall(text.translate(_JAPANESE_DIGITS))
    if len(found) == 1:
        return str(found[0])
    from yamori.domain.when.amounts import amounts_in

    return None if found or amounts_in(text) else _spelled(text, language)


def _spelled(text: str, language: Language) -> str | None:
    """A number in words below a hundred, where just one is said."""
    words = table("numbers")[language.value]
    flat = folded(text)
    said = [words[w] for w in sorted(words, key=len, reverse=True) if holds(flat, (w,))]
    return str(said[0]) if said else None


def _has_unit(text: str, units: tuple[str, ...] | list[str]) -> bool:
    plain = text.translate(_JAPANESE_DIGITS).casefold()
    return any(
        unit in plain if not (is_spaced(unit) and unit[:1].isalpha()) else holds(folded(text), (unit,)) is not None for unit in units
    )
