"""The language of a text, told by script and by words without content (`words/*.yaml`)."""

import re
from functools import lru_cache

from yamori.domain.language import DEFAULT_LANGUAGE, Language, is_spaced, language_of
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


def spoken_language(text: str) -> Language:
    """The language in which whoever says this is answered: one beside those that the letters tell only by several words that English does
    not have, for names and single words travel."""
    return _spoken(text) if is_spaced(text) else language_of(text)


@lru_cache(maxsize=256)
def _spoken(text: str) -> Language:
    language, words = language_in(text), _WORD.findall(text.lower())
    own = [word for word in words if not _known([word], _ELSE)]
    return Language(language) if _known(own, language) >= _SEVERAL else DEFAULT_LANGUAGE


_SEVERAL = 2
_ELSE = DEFAULT_LANGUAGE.value


def _known(words: list[str], language: str) -> int:
    own = vocabulary(language)
    return sum(word in own.function_words or word in own.typical for word in words)


def without_japanese(text: str) -> str:
    """What of a text is written in letters of other languages."""
    return " ".join(_LATIN.findall(text))
