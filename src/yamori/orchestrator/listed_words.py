"""The word lists of the orchestrator (`word_lists/*.yaml`)."""

from pathlib import Path

from yamori.understanding.word_lists import WordLists

_LISTS = WordLists(Path(__file__).parent / "word_lists")


def words_for(sort: str) -> frozenset[str]:
    return _LISTS.words(sort)


def begins(text: str, sort: str) -> bool:
    """Whether a text, in lower case, begins with a word of a sort."""
    return _LISTS.begin(text, sort)


def says(text: str, sort: str) -> bool:
    """Whether a text, in lower case, holds a word of a sort."""
    return _LISTS.stand_in(text, sort)
