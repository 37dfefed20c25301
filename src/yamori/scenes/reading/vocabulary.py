"""The words of `words/`, one file a language, and whether a text holds them."""

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from yamori.domain.language import Language, is_spaced, language_of
from yamori.scenes.naming import folded
from yamori.understanding.word_lists import by_name


@cache
def words_for(topic: str, language: Language) -> tuple[str, ...]:
    """Those of a topic, folded, the longest first."""
    return _sorted(_words()[topic].get(language.value, ()))


@cache
def kind_words(kind: str, language: Language) -> tuple[str, ...]:
    return _sorted(_words()["kinds"].get(kind, {}).get(language.value, ()))


def holds(text: str, words: tuple[str, ...]) -> str | None:
    """The first of the words that stands in a folded text: as words where those stand apart, else anywhere."""
    padded = f" {text} "
    return next((w for w in words if (f" {w} " in padded if is_spaced(w) else w in text)), None)


def speaks_of(topic: str, text: str) -> bool:
    """Whether a folded text holds a word of the topic."""
    return holds(text, words_for(topic, language_of(text))) is not None


@lru_cache(maxsize=1024)
def bare_name(text: str) -> str:
    """A name, or a sentence that may be one, without what stands around it; the text itself where nothing would be left."""
    flat, around = folded(text), words_for("around", language_of(text))
    if is_spaced(text):
        return " ".join(word for word in flat.split() if word not in around) or flat
    left = flat.replace(" ", "")
    while found := next((w for w in around if left != w and (left.endswith(w) or (len(w) > 1 and left.startswith(w)))), None):
        left = left.removesuffix(found) if left.endswith(found) else left.removeprefix(found)
    return left or flat


def _sorted(words: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted((folded(word) for word in words), key=len, reverse=True))


@cache
def _words() -> Mapping[str, Any]:
    return by_name(Path(__file__).parent / "words")
