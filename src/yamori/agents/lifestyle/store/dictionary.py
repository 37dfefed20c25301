"""The words of a question in other words, of its own language and of the other: `dictionary/words.tsv.xz`, made from JMdict's common
words (training/dictionary). Two English words that stand for one Japanese word are synonyms (lorry, truck), and the other way round.

Kept as one file that is read on first use, in 0.3 s: it never changes, and 31,000 words need 20 MB.
"""

import lzma
import re
import unicodedata
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from yamori.agents.lifestyle.rules.concepts import Concept
from yamori.agents.lifestyle.rules.words import terms
from yamori.domain.language import is_spaced

_FILE = Path(__file__).parents[1] / "dictionary" / "words.tsv.xz"
Stems = tuple[str, ...]
_Said = TypeVar("_Said", bound=Hashable)

_ENGLISH, _JAPANESE = 8, 12
"""Counterparts of a word that are looked for: an English word has more of them, which differ less."""
_SYNONYMS = 12
"""Words that share a counterpart with it, at most."""
_CLOSE, _BETWEEN, _SENSES = 2, 8, 4
"""They are found by way of its first counterparts, of at most so many words of each, and of an English word of their first senses."""
_SHORT = re.compile(r"[\u3040-\u309f]{1,2}")
"""Mostly grammar."""
_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u9fffー々]+")


def concepts(question: str) -> tuple[Concept, ...]:
    """The words of a question, with what either language may say for them; of Japanese the ones that the dictionary knows."""
    return tuple(_of_english(question) if is_spaced(question) else _of_japanese(question))


class _Words:
    """Both directions."""

    def __init__(self) -> None:
        self._english: dict[str, tuple[Stems, ...]] = {}
        found: dict[Stems, list[tuple[int, int, str]]] = defaultdict(list)
        with lzma.open(_FILE, "rt", encoding="utf-8") as lines:
            for line in lines:
                word, _, said = line.rstrip("\n").partition("\t")
                self._english[word] = counterparts = tuple(tuple(s.split(" ")) for s in said.split("|"))
                for rank, counterpart in enumerate(counterparts):
                    if len(counterpart) <= 2:
                        found[counterpart].append((rank, len(word), word))
        self._japanese = {stems: [(rank, word) for rank, _, word in sorted(words)] for stems, words in found.items()}
        """The likeliest and shortest first."""
        self.longest = max(map(len, self._english))

    def __contains__(self, word: str) -> bool:
        return word in self._english

    def of_japanese(self, word: str) -> Concept:
        counterparts = self._english[word]
        near = (
            (rank + r, w)
            for rank, stems in enumerate(counterparts[:_CLOSE])
            for r, w in self._japanese.get(stems, ())[:_BETWEEN]
            if r <= _CLOSE
        )
        synonyms = tuple(tuple(terms(w)) for w in _best(near) if w != word and len(w) > 1)
        return Concept(tuple(terms(word)), synonyms, counterparts[:_ENGLISH])

    def of_english(self, stems: Stems) -> Concept:
        """Without synonyms and counterparts where the dictionary lacks it."""
        words = self._japanese.get(stems, [])
        near = ((rank + r, s) for rank, word in words[:_BETWEEN] if rank <= _CLOSE + 1 for r, s in enumerate(self._english[word][:_SENSES]))
        synonyms = tuple(s for s in _best(near) if s != stems)
        return Concept(stems, synonyms, tuple(tuple(terms(word)) for _, word in words[:_JAPANESE]))


def _best(ranked: Iterable[tuple[int, _Said]]) -> list[_Said]:
    """Each once, the least rank first."""
    ranks: dict[_Said, int] = {}
    for rank, said in ranked:
        ranks.setdefault(said, rank)
    return sorted(ranks, key=lambda said: ranks[said])[:_SYNONYMS]


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
                yield words.of_japanese(word)
            start += len(word or " ")


def _is_word(text: str, words: _Words) -> bool:
    return text in words and not _SHORT.fullmatch(text)


def _of_english(question: str) -> Iterator[Concept]:
    """Pairs of words before single ones."""
    words, found, start = _words(), terms(question), 0
    while start < len(found):
        pair = words.of_english(tuple(found[start : start + 2]))
        concept = pair if pair.counterparts else words.of_english((found[start],))
        yield concept
        start += len(concept.word)
