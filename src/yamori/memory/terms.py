"""What an utterance is found by: stems of its English words, dictionary forms of its Japanese ones, who said it, and when. Pure."""

import re
import unicodedata
from collections.abc import Iterator
from datetime import datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import Protocol, cast

from yamori.domain.language import is_spaced
from yamori.understanding.analysis import morphemes_of
from yamori.understanding.word_lists import WordLists

_LATIN = re.compile(r"[^\W_]+(?:['’.:][^\W_]+)*")
_JAPANESE_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9fー々〆]+")
_CONTENT = frozenset(("名詞", "動詞", "形容詞", "形状詞", "副詞"))
_LONGEST_TERM = 40
MOST_TERMS = 2_000
"""Of one utterance; what comes after them is kept and not searched."""
_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december")
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...


def terms_of(text: str) -> list[str]:
    """In order, with repetitions; words that only hold a sentence together are left out."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    found = list(_latin(plain) if is_spaced(plain) else _unspaced(plain))
    return found[:MOST_TERMS]


def about_terms(*, speaker: str, at: datetime) -> list[str]:
    """Who said it and when, as a question would name them: `in November`, 11月に, `on Friday`."""
    month = _MONTHS[at.month - 1]
    day = _WEEKDAYS[at.weekday()]
    return [*dict.fromkeys([*_latin(speaker.casefold()), _stem(month), f"{at.month}月", _stem(day), str(at.year), at.date().isoformat()])]


def _latin(text: str) -> Iterator[str]:
    for word in _LATIN.findall(text):
        word = word.removesuffix("'s").removesuffix("’s")
        if word not in _empty("en"):
            yield _stem(word)[:_LONGEST_TERM]


def _unspaced(text: str) -> Iterator[str]:
    place = 0
    for run in _JAPANESE_RUN.finditer(text):
        yield from _latin(text[place : run.start()])
        place = run.end()
        for morpheme in morphemes_of(run.group()):
            if morpheme.kind in _CONTENT and morpheme.detail != "非自立" and morpheme.base not in _empty("ja"):
                yield morpheme.base[:_LONGEST_TERM]
    yield from _latin(text[place:])
    for number, unit in re.findall(r"(\d{1,2})([月日年])", text):
        yield f"{number}{unit}"


@cache
def _empty(language: str) -> frozenset[str]:
    """Words that only hold a sentence together, from `term_words/`."""
    return WordLists(Path(__file__).parent / "term_words").of(language).words("empty")


@lru_cache(maxsize=50_000)
def _stem(word: str) -> str:
    return _stemmer().stemWord(word) if word.isascii() and word.isalpha() else word


def _stemmer() -> _Stemmer:
    """One for each word: it keeps the word that it is at, and threads that shared one would disturb each other."""
    import snowballstemmer

    return cast(_Stemmer, snowballstemmer.stemmer("english"))
