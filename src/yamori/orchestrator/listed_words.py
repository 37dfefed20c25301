"""The word lists of the orchestrator (`word_lists/*.yaml`)."""

import re
from pathlib import Path

from yamori.domain.language import Language
from yamori.understanding.word_lists import WordLists

LISTS = WordLists(Path(__file__).parent / "word_lists")


def lists_of(language: Language) -> WordLists:
    """Those of one language: how its sentences begin and end, say."""
    return LISTS.of(language.value)


def begins(text: str, sort: str) -> bool:
    """Whether a text, in lower case, begins with a word of a sort."""
    return LISTS.begin(text, sort)


def says(text: str, sort: str) -> bool:
    """Whether a text, in lower case, holds a word of a sort."""
    return LISTS.stand_in(text, sort)


def phrasing(sort: str) -> re.Pattern[str]:
    """What finds the phrasings of a sort in a text in lower case."""
    return LISTS.phrasing(sort)
