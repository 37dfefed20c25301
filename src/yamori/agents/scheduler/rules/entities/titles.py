"""Which row a title means: exactly, nearly, or undecided between several. Scores are rapidfuzz's, from 0 to 100."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, Protocol, TypeVar

from rapidfuzz import fuzz

from yamori.agents.scheduler.rules.entities.distinguishing import shared
from yamori.agents.scheduler.rules.entities.stems import is_noun_too
from yamori.domain.language import is_spaced

SURE = 78
"""From here on a spoken title is taken for a written one."""
FOREIGN = 60
"""Up to here the words are another thing than the title."""
APART = 6
"""How much better than the next one the best must be."""

_KATAKANA = {i: i - 0x60 for i in range(ord("ァ"), ord("ヶ") + 1)}
_EDGE = re.compile(r"^(?:the|a|an|my|our|some|task|appointment|reminder)\s+|[\s\"'「」『』“”.,!?。、!?]+")
_FILLER = re.compile(
    r"\b(?:the|a|an|my|our|some|to|task|appointment|entry|reminder|event|one)\b|(?:の?(?:予定|タスク|予約|用事|件|リマインダー))$"
)
_PARTICLES = re.compile(r"[をのにへがはもと]+")
_ASCII_WORD = re.compile(r"[a-z0-9]")


class Titled(Protocol):
    """A task, a routine or a step."""

    @property
    def title(self) -> str: ...


T = TypeVar("T", bound=Titled)


@dataclass(frozen=True, kw_only=True)
class Match(Generic[T]):
    """What a title means: one row, or several that fit about equally, or nothing."""

    found: T | None = None
    candidates: tuple[T, ...] = ()
    """The best first; empty when `found` is clear."""
    score: float = 0.0


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """One spelling for what people write in many: width, case, kana, quotes, spaces."""
    flat = unicodedata.normalize("NFKC", text).casefold().translate(_KATAKANA)
    return " ".join(_EDGE.sub(" ", flat).split())


@lru_cache(maxsize=8192)
def core(text: str) -> str:
    """The words that tell titles apart: no articles, no `task`, no の予定."""
    flat = plain(text)
    return " ".join(_FILLER.sub(" ", flat).split()) or flat


def score(said: str, title: str) -> float:
    """How well spoken words fit a title: 100 for the same words; high where the distinguishing words of the one stand in the other; low
    where each has distinguishing words that the other lacks, however alike the letters are."""
    one, other = core(said), core(title)
    if not one or not other:
        return 0.0
    if plain(said) == plain(title) or one == other:
        return 100.0
    common = shared(said, title)
    if common.distinctive and common.whole and common.covers:
        return 96.0
    if holds(one, other) and not common.contradicts:
        return 90.0
    if holds(other, one) and len(one) > 1:
        return 88.0 + 6.0 * len(one) / len(other)
    if _of_another_sort(one, other):
        return min(_alike(one, other), FOREIGN)
    if common.fits:
        return 80.0 + 12.0 * common.share
    if common.contradicts:
        return min(_alike(one, other), FOREIGN)
    return _alike(one, other)


def _of_another_sort(said: str, title: str) -> bool:
    """`chess club` and `book club`: the same thing at the end, of two sorts that words before it tell apart."""
    spoken, written = said.split(), title.split()
    return len(spoken) == len(written) == 2 and spoken[1] == written[1] and spoken[0] != written[0] and is_noun_too(written[0])


def _alike(one: str, other: str) -> float:
    if not is_spaced(one):
        bare = _PARTICLES.sub("", one), _PARTICLES.sub("", other)
        return max(fuzz.ratio(one, other), 0.97 * fuzz.ratio(*bare) if all(bare) else 0.0)
    return max(fuzz.ratio(one, other), 0.95 * fuzz.token_sort_ratio(one, other), 0.9 * fuzz.token_set_ratio(one, other))


def holds(text: str, part: str) -> bool:
    """The part stands in the text, as whole words where it is Latin."""
    at = text.find(part)
    while at >= 0:
        before, after = text[at - 1 : at] if at else "", text[at + len(part) : at + len(part) + 1]
        inside = (_ASCII_WORD.match(part[0]) and _ASCII_WORD.match(before)) or (_ASCII_WORD.match(part[-1]) and _ASCII_WORD.match(after))
        if not inside:
            return True
        at = text.find(part, at + 1)
    return False


def match_title(said: str, rows: Sequence[T]) -> Match[T]:
    """The row whose title the words mean; where several fit about equally they are candidates."""
    scored = sorted(((score(said, t.title), t) for t in rows), key=lambda pair: -pair[0])
    if not scored or scored[0][0] < SURE:
        return Match(score=scored[0][0] if scored else 0.0)
    best = scored[0][0]
    near = tuple(t for s, t in scored if s > best - APART and (best < 100 or s == 100))
    return Match(found=near[0], score=best) if len(near) == 1 else Match(candidates=near, score=best)


def spoken_of(said: str, rows: Sequence[T]) -> Match[T]:
    """The row that a whole clause speaks of among other things: the one most of whose distinguishing words stand in it."""
    found = [(c.share, t) for t in rows if (c := shared(said, t.title)).distinctive and c.share >= 0.5]
    best = max((s for s, _ in found), default=0.0)
    near = tuple(t for s, t in found if s > best - 0.15)
    return Match(found=near[0], score=SURE) if len(near) == 1 else Match(candidates=near, score=SURE if near else 0.0)


def mentioned(sentence: str, rows: Sequence[T]) -> tuple[T, ...]:
    """The rows whose titles stand in the sentence word for word; a title inside a longer one that also stands there does not count."""
    flat = plain(sentence)
    found = [(core(t.title), t) for t in rows if len(core(t.title)) > 1 and holds(flat, core(t.title))]
    return tuple(t for words, t in found if not any(words != other and holds(other, words) for other, _ in found))


def nearest(said: str, rows: Sequence[T], *, limit: int) -> tuple[T, ...]:
    """The rows to choose among, likeliest first."""
    return tuple(sorted(rows, key=lambda t: -max(score(said, t.title), fuzz.partial_ratio(core(t.title), plain(said))))[:limit])
