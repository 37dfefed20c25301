"""The word lists of this agent (`word_lists/*.yaml`), as the rules compare them."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from yamori.understanding.word_lists import WordLists, whole_words

_LISTS = WordLists(Path(__file__).parents[1] / "word_lists")


@cache
def words_for(sort: str) -> frozenset[str]:
    return _LISTS.words(sort)


def says(text: str, sort: str) -> bool:
    """Whether a text, in lower case, holds a word of a sort."""
    return _LISTS.stand_in(text, sort)


def values_in(text: str, sort: str) -> frozenset[str]:
    """What the words of a sort in a text, in lower case, stand for."""
    pattern, values = _valued(sort)
    return frozenset(values[found] for found in pattern.findall(text))


@cache
def _valued(sort: str) -> tuple[re.Pattern[str], Mapping[str, str]]:
    values = _LISTS.pairs(sort)
    return whole_words(values), values


def phrasing(sort: str) -> re.Pattern[str]:
    """What finds the phrasings of a sort in a text in lower case."""
    return _LISTS.phrasing(sort)
