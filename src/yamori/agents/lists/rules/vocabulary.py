"""The words by which people speak of lists, as data (`word_lists/`), and the words of a piece of a sentence."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from yamori.understanding.detection import language_in
from yamori.understanding.normal_form import normal_form
from yamori.understanding.vocabulary import vocabulary
from yamori.understanding.word_lists import WordLists
from yamori.understanding.words_of import content_words

LISTS = WordLists(Path(__file__).parents[1] / "word_lists")


@cache
def words_for(sort: str) -> frozenset[str]:
    """The words for a sort (`create`, `finished`, …) in every language."""
    return LISTS.words(sort)


def speak_of(words: Iterable[str], *sorts: str) -> bool:
    return any(not words_for(sort).isdisjoint(words) for sort in sorts)


@cache
def forms_of(text: str) -> frozenset[str]:
    """The words of a text, also those without content, as they stand and in their dictionary form."""
    flat = normal_form(text).text
    found = content_words(flat, vocabulary(language_in(text)))
    bare = (word.strip(".,;:!?、。！？") for word in flat.replace("'", " ").split())
    return frozenset(bare) | {form for word in found for form in (word.text, word.base)}
