"""The word lists of this agent (`word_lists/*.yaml`), as the rules compare them."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from yamori.understanding.word_lists import WordLists

_LISTS = WordLists(Path(__file__).parents[1] / "word_lists")


@cache
def words_for(sort: str) -> frozenset[str]:
    return _LISTS.words(sort)


@cache
def pairs_for(sort: str) -> Mapping[str, str]:
    """Words of a sort, and what each of them stands for."""
    return _LISTS.pairs(sort)


@cache
def forms_for(sort: str) -> frozenset[str]:
    """Every phrase that the forms of a sort stand for."""
    return _LISTS.forms(sort)


def says(text: str, sort: str) -> bool:
    """Whether a text, in lower case, holds a word of a sort."""
    return _LISTS.stand_in(text, sort)


def begins(text: str, sort: str) -> bool:
    """Whether a text, in lower case, begins with a word of a sort."""
    return _LISTS.begin(text, sort)
