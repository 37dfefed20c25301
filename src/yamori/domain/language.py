"""Which of the household's two languages a text is in, and sentences that exist in both."""

import re
from enum import StrEnum

_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uff66-\uff9f]")


class Language(StrEnum):
    ENGLISH = "en"
    JAPANESE = "ja"

    @property
    def other(self) -> "Language":
        return Language.ENGLISH if self is Language.JAPANESE else Language.JAPANESE


def language_of(text: str) -> Language:
    """Japanese as soon as a kana or kanji stands in it: English sentences do not borrow those, Japanese borrows Latin."""
    return Language.JAPANESE if _JAPANESE.search(text) else Language.ENGLISH


def is_spaced(text: str) -> bool:
    """Whether its words stand apart, as they do in every language but Japanese: where one ends is seen by what is behind it."""
    return not _JAPANESE.search(text)


def holds_words(text: str, words: str) -> bool:
    """Whether words stand in a text, both of one spelling; where words stand apart, only as whole ones."""
    return re.search(rf"\b{re.escape(words)}\b", text) is not None if is_spaced(words) else words in text
