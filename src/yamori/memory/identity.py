"""Which slot a name means: one name in normal form, and names that differ by a slip of the pen or the season of a word. Pure.

Merging two slots loses one of them, so the rule is strict: numbers must be equal, short words too (`Tom's school`, `Tim's school`), and
only a long word may differ a little (`favourite`, `favorite`).
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol, cast

from yamori.domain.language import is_spaced

_WORDS = re.compile(r"[^\W_]+")
_OWNERS = frozenset({"my", "our", "the", "a", "an", "of", "is", "are", "i", "we", "s"})
_OWNERS_JA = re.compile(r"^(?:私|わたし|僕|ぼく|俺|おれ|うち|我が家|自分)(?:たち|達)?の")
_LONG = 6
"""Letters from which on a word may differ by a little."""
_LIKE = 85.0
"""Of 100: how like two long words, or two Japanese names, must be."""
_LONG_UNSPACED = 8


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...


def slot_of(name: str) -> str:
    """The name in normal form: `My favourite teas` and `favourite tea` are one. Empty for one without words."""
    text = unicodedata.normalize("NFKC", name).casefold().strip()
    if not is_spaced(text):
        return "".join(_WORDS.findall(_OWNERS_JA.sub("", text))).removesuffix("は")
    words = [word for word in _WORDS.findall(text.replace("'s", " ").replace("’s", " ")) if word not in _OWNERS]
    return " ".join(_stem(word) for word in words)


def same_slot(one: str, other: str) -> bool:
    """Whether two names in normal form mean one slot."""
    if one == other:
        return True
    first, second = one.split(), other.split()
    if not first or len(first) != len(second):
        return False
    return all(_same_word(a, b) for a, b in zip(sorted(first), sorted(second), strict=True))


def nearest_slot(slot: str, known: Iterable[str]) -> str:
    """The known slot that is meant, or the name itself where none is."""
    known = tuple(known)
    return slot if slot in known else next((each for each in sorted(known) if same_slot(slot, each)), slot)


def _same_word(one: str, other: str) -> bool:
    from rapidfuzz import fuzz

    if one == other:
        return True
    if re.findall(r"\d+", one) != re.findall(r"\d+", other) or one[:1] != other[:1]:
        return False
    long = _LONG if is_spaced(one) else _LONG_UNSPACED
    return min(len(one), len(other)) >= long and fuzz.ratio(one, other) >= _LIKE


@lru_cache(maxsize=4_096)
def _stem(word: str) -> str:
    return _stemmer().stemWord(word) if word.isascii() and word.isalpha() else word


def _stemmer() -> _Stemmer:
    """One for each word: it keeps the word that it is at, and threads that shared one would disturb each other."""
    import snowballstemmer

    return cast(_Stemmer, snowballstemmer.stemmer("english"))
