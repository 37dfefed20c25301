"""Words of English and Japanese, each by the other: `dictionary/words.tsv.xz`, made from JMdict's common words (training/dictionary).

Kept as one file that is read on first use, in 0.2 s: it never changes, and 31,000 words need 20 MB.
"""

import lzma
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from yamori.agents.lifestyle.rules.across import Concept
from yamori.agents.lifestyle.rules.words import terms
from yamori.domain.language import Language, language_of

_FILE = Path(__file__).parents[1] / "dictionary" / "words.tsv.xz"
_ENGLISH, _JAPANESE = 8, 12
"""Counterparts of a word that are looked for: an English word has more of them, which differ less."""
_SHORT = re.compile(r"[\u3040-\u309f]{1,2}")
"""Mostly grammar."""
_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u9fffー々]+")


def concepts(question: str) -> tuple[Concept, ...]:
    """The words of a question that the dictionary knows, with their counterparts in the other language."""
    return tuple(_of_japanese(question) if language_of(question) is Language.JAPANESE else _of_english(question))


class _Words:
    """Both directions."""

    def __init__(self) -> None:
        self.english: dict[str, tuple[tuple[str, ...], ...]] = {}
        """By the Japanese word."""
        found: dict[tuple[str, ...], list[tuple[int, int, str]]] = defaultdict(list)
        with lzma.open(_FILE, "rt", encoding="utf-8") as lines:
            for line in lines:
                word, _, said = line.rstrip("\n").partition("\t")
                counterparts = tuple(tuple(s.split(" ")) for s in said.split("|"))
                self.english[word] = counterparts[:_ENGLISH]
                for rank, counterpart in enumerate(counterparts):
                    if len(counterpart) <= 2:
                        found[counterpart].append((rank, len(word), word))
        self._japanese = found
        self.longest = max(map(len, self.english))

    def japanese(self, stems: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """The likeliest and shortest first; empty for what the dictionary lacks."""
        return tuple(tuple(terms(word)) for _, _, word in sorted(self._japanese.get(stems, ()))[:_JAPANESE])


@lru_cache(maxsize=1)
def _words() -> _Words:
    return _Words()


def _of_japanese(question: str) -> Iterator[Concept]:
    """The longest word that begins at each place: what a dictionary knows needs no grammar."""
    words = _words()
    for run in _RUN.findall(unicodedata.normalize("NFKC", question)):
        start = 0
        while start < len(run):
            word = next((w for end in range(min(len(run), start + words.longest), start, -1) if _is_word(w := run[start:end], words)), None)
            if word is not None:
                yield Concept(word, words.english[word])
            start += len(word or " ")


def _is_word(text: str, words: _Words) -> bool:
    return text in words.english and not _SHORT.fullmatch(text)


def _of_english(question: str) -> Iterator[Concept]:
    """Pairs of words before single ones."""
    words, found, start = _words(), terms(question), 0
    while start < len(found):
        for size in (2, 1):
            stems = tuple(found[start : start + size])
            if len(stems) == size and (counterparts := words.japanese(stems)):
                yield Concept(" ".join(stems), counterparts)
                break
        start += size
