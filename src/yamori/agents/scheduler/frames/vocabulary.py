"""Which sort of the schedule's rows words speak of, and whether they mean all of them; the words are data (`vocabulary_words/`)."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from yamori.domain.language import is_spaced
from yamori.understanding.detection import language_in
from yamori.understanding.normal_form import normal_form
from yamori.understanding.vocabulary import vocabulary
from yamori.understanding.word_lists import WordLists
from yamori.understanding.words_of import content_words

_WORDS = WordLists(Path(__file__).parent / "vocabulary_words")


@cache
def named_by(sort: str) -> frozenset[str]:
    """The words for a sort (`timer`, `all`, …)."""
    return _WORDS.words(sort)


def speak_of(words: Iterable[str], sort: str) -> bool:
    return not named_by(sort).isdisjoint(words)


@cache
def forms_of(text: str) -> frozenset[str]:
    """The words of a text as they stand and in their dictionary form."""
    flat = normal_form(text).text
    found = content_words(flat, vocabulary(language_in(text)))
    return frozenset(flat.replace("'", " ").split()) | {form for word in found for form in (word.text, word.base)}


def is_myself(text: str) -> bool:
    """`me`, `for us`: nobody else."""
    return _consists_of(text, "myself")


def is_everything(text: str) -> bool:
    """`all my appointments`, 予定全部: every one there is, and no name of one."""
    return speak_of(forms_of(text), "all") and _consists_of(text, "all", "entry")


def is_general(text: str) -> bool:
    """`my appointments`, やること: a word for entries, and no name of one."""
    return _consists_of(text, "all", "entry")


def is_place_to_put(text: str) -> bool:
    """`my calendar`, 買い物リスト: where something is put, and no name of it."""
    return _consists_of(text, "own_list", "myself")


def is_putting(words: Iterable[str]) -> bool:
    """Whether words say no more than that something is put down."""
    return named_by("putting").issuperset(words)


def without(text: str, *sorts: str) -> str:
    """The words, in normal form, that are none of these."""
    flat = normal_form(text).text
    known = frozenset().union(*(named_by(sort) for sort in sorts))
    if is_spaced(flat):
        return " ".join(word for word in flat.split() if word not in known)
    for word in reversed(content_words(flat, vocabulary(language_in(text)))):
        if word.text in known or word.base in known:
            flat = flat[: word.span.start] + flat[word.span.end :]
    return flat.strip(" のをは")


def _consists_of(text: str, *sorts: str) -> bool:
    known = frozenset().union(*(named_by(sort) for sort in sorts))
    words = content_words(normal_form(text).text, vocabulary(language_in(text)))
    if not words:
        return not known.isdisjoint(normal_form(text).text.split())
    return all(word.text in known or word.base in known for word in words)
