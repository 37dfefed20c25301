"""The language of a text, told by script and by words without content (`words/*.yaml`)."""

import re

from yamori.domain.language import Language, is_spaced, language_of
from yamori.understanding.vocabulary import languages, vocabulary

_LATIN = re.compile(r"[A-Za-zÀ-ÿ']+")
_WORD = re.compile(r"[^\W\d_]+")


def language_in(text: str) -> str:
    """`ja` by its script; else the language that knows most of the words, English where several know as many."""
    if not is_spaced(text):
        return language_of(text).value
    words = _WORD.findall(text.lower())
    known = {name: _known(words, name) for name in languages() if not vocabulary(name).morphemes}
    return max(known, key=lambda name: (known[name], name == _ELSE)) if known else _ELSE


_ELSE = Language.ENGLISH.value


def _known(words: list[str], language: str) -> int:
    own = vocabulary(language)
    return sum(word in own.function_words or word in own.typical for word in words)


def without_japanese(text: str) -> str:
    """What of a text is written in letters of other languages."""
    return " ".join(_LATIN.findall(text))
