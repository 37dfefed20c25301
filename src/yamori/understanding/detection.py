"""The language of a text, told by script and by words without content (`words/*.yaml`)."""

import re

from yamori.domain.language import Language, language_of
from yamori.understanding.vocabulary import languages, vocabulary

_LATIN = re.compile(r"[A-Za-zÀ-ÿ']+")
_WORD = re.compile(r"[^\W\d_]+")


def language_in(text: str) -> str:
    """`ja` by its script; else the language that knows most of the words, English where several know as many."""
    if language_of(text) is Language.JAPANESE:
        return str(Language.JAPANESE)
    words = _WORD.findall(text.lower())
    known = {name: _known(words, name) for name in languages() if not vocabulary(name).morphemes}
    english = str(Language.ENGLISH)
    return max(known, key=lambda name: (known[name], name == english)) if known else english


def _known(words: list[str], language: str) -> int:
    own = vocabulary(language)
    return sum(word in own.function_words or word in own.typical for word in words)


def without_japanese(text: str) -> str:
    """What of a text is written in letters of other languages."""
    return " ".join(_LATIN.findall(text))
