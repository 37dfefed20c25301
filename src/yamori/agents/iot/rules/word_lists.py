"""The word lists of this agent (`word_lists/*.yaml`), as the rules compare them."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from yamori.agents.iot.rules.glossary import stem
from yamori.understanding.word_lists import WordLists

_LISTS = WordLists(Path(__file__).parents[1] / "word_lists")


@cache
def words_for(sort: str) -> frozenset[str]:
    return _LISTS.words(sort)


@cache
def ordered_words(sort: str) -> tuple[str, ...]:
    """The words of a sort, the first of which counts most."""
    return _LISTS.ordered(sort)


@cache
def stems_for(sort: str) -> frozenset[str]:
    """The stems of the words of a sort."""
    return frozenset(map(stem, words_for(sort)))


def finder(sort: str) -> re.Pattern[str]:
    """What finds the words of a sort in a text in lower case."""
    return _LISTS.finder(sort)


@cache
def pairs_for(sort: str) -> Mapping[str, str]:
    """Words of a sort, and what each of them stands for."""
    return _LISTS.pairs(sort)


def begins(text: str, sort: str) -> bool:
    """Whether a text, in lower case, begins with a word of a sort."""
    return _LISTS.begin(text, sort)


def ends(text: str, sort: str) -> bool:
    """Whether a text, in lower case, ends with a form of a sort."""
    return _LISTS.end(text, sort)


def is_form(text: str, sort: str) -> bool:
    """Whether a text, in lower case, is a form of a sort and nothing else."""
    return _LISTS.is_form(text, sort)


def says(text: str, sort: str) -> bool:
    """Whether a text, in lower case, holds a word of a sort."""
    return _LISTS.stand_in(text, sort)


def phrasing(sort: str) -> re.Pattern[str]:
    """What finds the phrasings of a sort in a text in lower case."""
    return _LISTS.phrasing(sort)


def without_beginning(text: str, sort: str) -> str:
    """A text, in lower case, without what phrasings of a sort say at its beginning, however many."""
    rest = text.lstrip(_MARKS)
    while found := phrasing(sort).match(rest):
        rest = rest[found.end() :].lstrip(_MARKS)
    return rest


_MARKS = " ,.;:!?、。"
