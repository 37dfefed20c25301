"""What a text is found by: stems of its Latin words, its numbers, and pairs of neighbouring Japanese characters.

Pairs rather than words of a dictionary: they need no 70 MB of it, miss no new word, and a search over whole sentences ranks about as well
(Fujii and Croft 1993). How rare a pair is separates content from grammar.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Protocol, cast

from yamori.agents.lifestyle.rules.word_lists import words_for
from yamori.domain.language import is_spaced

_RUN = re.compile(r"[a-z0-9]+(?:['’.][a-z0-9]+)*|[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9fー々]+|[^\W_a-z0-9\u3040-\u30ff\u3400-\u9fff]+")
_JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fffー々]")


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...


def terms(text: str) -> list[str]:
    """In order, with repetitions; grammatical words of English are left out."""
    found = []
    for run in _RUN.findall(unicodedata.normalize("NFKC", text).casefold()):
        if _JAPANESE.match(run):
            found += [run[i : i + 2] for i in range(len(run) - 1)] or [run]
        elif run not in words_for("empty"):
            found.append(_stem(run.removesuffix("'s").removesuffix("’s")))
    return found


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    return _stemmer().stemWord(word) if word.isalpha() and is_spaced(word) else word


def _stemmer() -> _Stemmer:
    """One for each word: it keeps the word that it is at, and threads that shared one would disturb each other."""
    import snowballstemmer

    return cast(_Stemmer, snowballstemmer.stemmer("english"))
