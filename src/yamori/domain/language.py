"""Which of the household's languages a text is in."""

import re
from enum import StrEnum

_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uff66-\uff9f]")

_LETTER = "[0-9A-Za-z\u00c0-\u024f]"
"""Of a language whose words stand apart; one of Japanese beside it ends a word."""


class Language(StrEnum):
    ENGLISH = "en"
    JAPANESE = "ja"


DEFAULT_LANGUAGE = Language.ENGLISH
"""Where nobody's language is known: programs, tools called by their names, logs."""
_SCRIPTS = {Language.JAPANESE: _JAPANESE}
"""Languages that are known by their letters."""


def language_of(text: str) -> Language:
    """Japanese as soon as a kana or kanji stands in it: English sentences do not borrow those, Japanese borrows Latin."""
    return next((language for language, letters in _SCRIPTS.items() if letters.search(text)), DEFAULT_LANGUAGE)


def is_spaced(text: str) -> bool:
    """Whether its words stand apart, as they do in every language but Japanese: where one ends is seen by what is behind it."""
    return not _JAPANESE.search(text)


def holds_words(text: str, words: str) -> bool:
    """Whether words stand in a text, both of one spelling; where words stand apart, only as whole ones."""
    if not is_spaced(words):
        return words in text
    return re.search(rf"(?<!{_LETTER}){re.escape(words)}(?!{_LETTER})", text) is not None
