"""Which of the household's languages a text is in."""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TypeVar

_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uff66-\uff9f]")

_LETTER = "[0-9A-Za-z\u00c0-\u024f]"
"""Of a language whose words stand apart; one of Japanese beside it ends a word."""


class Language(StrEnum):
    """By its ISO 639 code. Those that stand here are spoken by every part of the house; of any other, `Language("de")`, what there are
    files of, and English else."""

    ENGLISH = "en"
    JAPANESE = "ja"

    @classmethod
    def _missing_(cls, value: object) -> "Language | None":
        """One object a code, so that `is` compares. None for what is no code."""
        if not isinstance(value, str) or not _CODE.fullmatch(value):
            return None
        other = str.__new__(cls, value)
        other._name_, other._value_ = value.upper(), value
        return cls._value2member_map_.setdefault(value, other)  # type: ignore[return-value]


_CODE = re.compile("[a-z]{2,3}")

DEFAULT_LANGUAGE = Language.ENGLISH
"""Where nobody's language is known: programs, tools called by their names, logs."""
_SCRIPTS = {Language.JAPANESE: _JAPANESE}
"""Languages that are known by their letters."""


_COUNTRIES = {"JP": Language.JAPANESE}
"""Those whose language is known here, by ISO 3166 code."""


_Held = TypeVar("_Held")


def spoken(held: Mapping[Language, _Held], language: Language) -> _Held:
    """What there is of a language, of English where there is nothing of it."""
    return held.get(language, held[DEFAULT_LANGUAGE])


def language_in(country: str) -> Language:
    """The language of a country, for people of whom nothing else is known."""
    return _COUNTRIES.get(country, DEFAULT_LANGUAGE)


def language_of(text: str) -> Language:
    """Japanese as soon as a kana or kanji stands in it: English sentences do not borrow those, Japanese borrows Latin."""
    return next((language for language, letters in _SCRIPTS.items() if letters.search(text)), DEFAULT_LANGUAGE)


def is_lettered(name: str, language: Language) -> bool:
    """Whether a name is written in the letters of a language."""
    return language_of(name) is (language if language in _SCRIPTS else DEFAULT_LANGUAGE)


def is_spaced(text: str) -> bool:
    """Whether its words stand apart, as they do in every language but Japanese: where one ends is seen by what is behind it."""
    return not _JAPANESE.search(text)


def holds_words(text: str, words: str) -> bool:
    """Whether words stand in a text, both of one spelling; where words stand apart, only as whole ones."""
    if not is_spaced(words):
        return words in text
    return re.search(rf"(?<!{_LETTER}){re.escape(words)}(?!{_LETTER})", text) is not None


def whole_words(words: Iterable[str], *, any_case: bool = False) -> re.Pattern[str]:
    """What finds any of these words, the longest first: whole where words stand apart, elsewhere wherever they stand."""
    ordered = sorted(words, key=len, reverse=True)
    spaced = "|".join(re.escape(word) for word in ordered if is_spaced(word))
    others = [re.escape(word) for word in ordered if not is_spaced(word)]
    found = "|".join([*([rf"(?<!\w)(?:{spaced})(?!\w)"] if spaced else []), *others])
    return re.compile(found or "(?!)", re.IGNORECASE if any_case else 0)
