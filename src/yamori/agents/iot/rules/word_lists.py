"""The word lists of this agent (`word_lists/*.yaml`), as the rules compare them."""

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


def says(text: str, sort: str) -> bool:
    """Whether a text, in lower case, holds a word of a sort."""
    return _LISTS.stand_in(text, sort)
