"""The words by which people speak of lists, as data (`vocabulary.yaml`), and the words of a piece of a sentence."""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from yamori.understanding.detection import language_in
from yamori.understanding.normal_form import normal_form
from yamori.understanding.vocabulary import vocabulary
from yamori.understanding.word_lists import WordLists
from yamori.understanding.words_of import content_words


@cache
def words_for(sort: str) -> frozenset[str]:
    """The words for a sort (`create`, `finished`, …)."""
    return _held()[sort]


@cache
def words_around(sort: str) -> frozenset[str]:
    """The words of a sort that stand around names, in every language (`word_lists/*.yaml`)."""
    return WordLists(Path(__file__).parents[1] / "word_lists").words(sort)


def speak_of(words: Iterable[str], *sorts: str) -> bool:
    return any(not words_for(sort).isdisjoint(words) for sort in sorts)


@cache
def forms_of(text: str) -> frozenset[str]:
    """The words of a text, also those without content, as they stand and in their dictionary form."""
    flat = normal_form(text).text
    found = content_words(flat, vocabulary(language_in(text)))
    bare = (word.strip(".,;:!?、。！？") for word in flat.replace("'", " ").split())
    return frozenset(bare) | {form for word in found for form in (word.text, word.base)}


@cache
def _held() -> Mapping[str, frozenset[str]]:
    import yaml

    held = yaml.safe_load((Path(__file__).parents[1] / "vocabulary.yaml").read_text(encoding="utf-8"))
    return {sort: frozenset(str(words).split()) for sort, words in held.items()}
