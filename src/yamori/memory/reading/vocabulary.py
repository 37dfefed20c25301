"""The words of `words/`, one file a language, and where they stand in a text. Called by the readings beside; pure."""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from yamori.domain.language import Language, is_spaced, language_of
from yamori.understanding.word_lists import by_name

_MARKS_KEPT = "ー%°℃"


@dataclass(frozen=True, kw_only=True)
class Piece:
    """A word as it stands in a text."""

    flat: str
    """Folded, without apostrophes."""
    stem: str
    """Folded, up to its apostrophe: `we` of `we're`."""
    start: int
    end: int


@lru_cache(maxsize=4_096)
def folded(text: str) -> str:
    """Without case, width, quotation marks and apostrophes; words are separated by one space."""
    flat = unicodedata.normalize("NFKC", text).casefold().replace("’", "'").replace("'", "")
    return " ".join("".join(" " if _is_mark(c) else c for c in flat).split())


@lru_cache(maxsize=64)
def pieces_of(text: str) -> tuple[Piece, ...]:
    """The words between spaces, without the marks around them."""
    found: list[Piece] = []
    at = 0
    plain = text.replace("’", "'")
    for word in plain.split():
        start = plain.index(word, at)
        at = start + len(word)
        bare = word.strip(' ,;:.!?"“”()…—–-')
        if bare and (flat := folded(bare)):
            start += word.index(bare)
            stem = folded(bare.split("'")[0]) or flat
            found.append(Piece(flat=flat, stem=stem, start=start, end=start + len(bare)))
    return tuple(found)


@cache
def words_for(topic: str, language: Language) -> tuple[str, ...]:
    """Those of a topic, folded, the longest first."""
    return _sorted(_words()[topic].get(language.value, ()))


@cache
def words_below(topic: str, language: Language) -> Mapping[str, tuple[str, ...]]:
    """The same by name, of a topic that has several lists: cues, situations."""
    return {str(name): _sorted(row.get(language.value, ())) for name, row in _words()[topic].items()}


@cache
def table(topic: str) -> Mapping[str, Any]:
    """A topic as the files have it, by language below its names."""
    found: Mapping[str, Any] = _words()[topic]
    return found


def holds(text: str, words: Iterable[str]) -> str | None:
    """The first of the words that stands in a folded text: as words in Latin letters, anywhere in Japanese."""
    padded = f" {text} "
    return next((w for w in words if (f" {w} " in padded if is_spaced(w) else w in text)), None)


def starts(text: str, words: Iterable[str]) -> str | None:
    """The first of the words with which a folded text begins."""
    return next((w for w in words if text == w or text.startswith(f"{w} " if is_spaced(w) else w)), None)


def ends(text: str, words: Iterable[str]) -> str | None:
    """The first of the words with which a folded text ends."""
    return next((w for w in words if text == w or text.endswith(f" {w}" if is_spaced(w) else w)), None)


def bare(text: str, *topics: str) -> str:
    """A folded text without the words of these topics at its ends."""
    language = language_of(text)
    words = tuple(sorted((w for topic in topics for w in words_for(topic, language)), key=len, reverse=True))
    flat = folded(text) if is_spaced(text) else folded(text).replace(" ", "")
    while True:
        if (found := starts(flat, words)) is not None and found != flat:
            flat = flat[len(found) :].strip()
        elif (found := ends(flat, words)) is not None and found != flat:
            flat = flat[: -len(found)].strip()
        else:
            return flat


def without_ending(text: str) -> str:
    """Without what ends a sentence that tells something, where a language has such: なんだ, だよ."""
    found = next((e for e in words_for("endings", language_of(text)) if text.endswith(e) and len(text) > len(e) + 1), None)
    return text[: -len(found)] if found is not None else text


def _sorted(words: Iterable[object]) -> tuple[str, ...]:
    return tuple(sorted({folded(str(word)) for word in words}, key=lambda w: (-len(w), w)))


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] in "PSZC" and character not in _MARKS_KEPT


@cache
def _words() -> Mapping[str, Any]:
    return by_name(Path(__file__).parent / "words", whole=("said_back", "numbers"))


@cache
def kinds(sort: str) -> Mapping[str, Any]:
    """What words stand for in every language: the `hours` of situations, `examples` of settings."""
    import yaml

    held: Mapping[str, Any] = yaml.safe_load((Path(__file__).parent / "kinds.yaml").read_text(encoding="utf-8"))[sort]
    return held
