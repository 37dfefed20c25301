"""Which passages answer a question: by the words that they share with it, and by likeness where there is an encoder. Pure."""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path

import yaml

from yamori.agents.browser.pages.extracting import Document, Passage
from yamori.domain.language import is_spaced
from yamori.understanding.utterance import utterance_of

NEAR = 0.4
"""Share of a question's words that a passage has to say, headings and title included. Below it nothing was found."""
SHOWN = 3
_PER_PAGE = 2
_CLOSE = 0.8
"""A further passage is shown from this share of the best one's score on."""
_AROUND = 0.8
"""What a word counts that stands in a heading or the title alone."""
_OF_THE_DAY = 0.4
"""Added to a passage that states the day that is asked about."""
_NEAR_HOME = 0.2
"""Added to a passage whose page names the home's place; a place that the question names counts far more, as a word."""
_OUT_OF_DATE = 0.25
"""Taken off a passage that is of another year than the question."""
_BESIDE = 0.3
"""Added to a passage that says a word of what is told around the question."""
_LONG = 4
"""Letters of a word from which on a page that has it with an ending says it, too."""
_RUN = re.compile(r"[^\W_]+(?:'[^\W_]+)?")


@dataclass(frozen=True, kw_only=True)
class Candidate:
    page: int
    """Number of its page, the search engine's best first."""
    passage: Passage
    is_dated_otherwise: bool
    """Its page is of another year than the one asked about."""
    is_of_the_day: bool = False
    """It states the day that is asked about."""
    is_near_home: bool = False
    """Its page names the home's place."""
    likeness: float = 0.0
    """By the encoder; 0 without one."""

    @property
    def bonus(self) -> float:
        """Beside the words."""
        day, other = _OF_THE_DAY if self.is_of_the_day else 0.0, _OUT_OF_DATE if self.is_dated_otherwise else 0.0
        return self.likeness + day + (_NEAR_HOME if self.is_near_home else 0.0) - other

    @property
    def text(self) -> str:
        """With its headings, for an encoder."""
        return " ".join((*self.passage.headings[-1:], self.passage.text))


@dataclass(frozen=True, kw_only=True)
class Cover:
    """How much of a question's words a passage says, from 0 to 1."""

    share: float
    """Each word alike."""
    weight: float
    """Rarer words count more."""


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What a text says, for comparing: its words without endings in s, and the text for words of languages without blanks."""

    words: frozenset[str]
    text: str

    def say(self, term: str) -> bool:
        return term in self.words or (not is_spaced(term) and term in self.text)


def terms_of(text: str) -> Terms:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return Terms(words=frozenset(map(_stem, _RUN.findall(folded))), text=folded)


def asked_terms(question: str, now: datetime, *, strict: bool = False) -> frozenset[str]:
    """The content words of a question that a page could say; where it has no other, those by which it asks too, unless `strict`."""
    utterance = utterance_of(question, now)
    degree = _words(utterance.language, "degree")
    before = {word: utterance.normal.text[: word.span.start].rsplit(None, 1)[-1:] for word in utterance.words}
    asking = [word for word in utterance.words if degree.intersection(before[word])]
    terms = frozenset(_stem(unicodedata.normalize("NFKC", word.base).casefold()) for word in utterance.words if word not in asking)
    said = terms - utterance.vocabulary.question_words - utterance.vocabulary.helping - _words(utterance.language, "asking")
    return said if strict else said or terms


@cache
def _words(language: str, sort: str) -> frozenset[str]:
    """`asking`: what asks and what it is asked of, and stands in no page's answer; `degree`: behind which a word only asks how much."""
    file = Path(__file__).parents[1] / "words" / f"{language}.yaml"
    held = yaml.safe_load(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return frozenset(held.get(sort, ()))


def _stem(word: str) -> str:
    word = word.removesuffix("'s")
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def says(said: Terms, term: str) -> bool:
    """As it stands, or with an ending."""
    return said.say(term) or (len(term) >= _LONG and term.isascii() and any(word.startswith(term) for word in said.words))


def covers(
    asked: frozenset[str],
    documents: Sequence[Document],
    candidates: Sequence[Candidate],
    core: frozenset[str],
    *,
    beside: frozenset[str] = frozenset(),
    names: frozenset[str] = frozenset(),
    loosely: bool = False,
) -> list[Cover]:
    """For each candidate how much of the question it says; nothing for one that says none of `core`, the words of the asking sentence
    itself, or none of the `names` in it: the weather of another town is no answer. Where the title of a page says all the names, the
    passages of other pages must say all of them too: there are towns of one name. Unless `loosely`, one that says a name alone counts for
    nothing: it says where, and not what was asked. What it says of `beside`, the words told around the question, is added, and may be
    what was asked."""
    titles = [terms_of(document.title) for document in documents]
    inside = [terms_of(candidate.passage.text) for candidate in candidates]
    around = [terms_of(" ".join(candidate.passage.headings)) for candidate in candidates]
    named = any(all(says(title, name) for name in names) for title in titles) and bool(names)
    what = (core - names) | beside if not loosely and core > names else frozenset[str]()
    found: list[dict[str, float]] = []
    for candidate, own, other in zip(candidates, inside, around, strict=True):
        title = titles[candidate.page]
        one = {t: 1.0 if says(own, t) else _AROUND for t in asked if says(own, t) or says(other, t) or says(title, t)}
        is_about = (not core or core & one.keys()) and (not what or any(says(said, t) for t in what for said in (own, other, title)))
        is_there = not names or (names <= one.keys() if named else names & one.keys())
        found.append(one if is_about and is_there else {})
    seen = Counter(term for one in found for term in one)
    weights = {term: math.log(2 + len(candidates) / (1 + seen[term])) if seen[term] else 1.0 for term in asked}
    total = sum(weights.values()) or 1.0
    return [
        Cover(
            share=sum(one.values()) / (len(asked) or 1),
            weight=sum(weights[term] * part for term, part in one.items()) / total
            + (_BESIDE if any(says(own, term) for term in beside) else 0.0),
        )
        for one, own in zip(found, inside, strict=True)
    ]


def nearest(candidates: Sequence[Candidate], covered: Sequence[Cover], *, least: float = NEAR) -> list[tuple[float, int]]:
    """Score and number of those that say at least this share of the question, best first."""
    return sorted(
        (
            (cover.weight + candidate.bonus - 0.02 * candidate.page, number)
            for number, (candidate, cover) in enumerate(zip(candidates, covered, strict=True))
            if cover.share >= least
        ),
        key=lambda one: (-one[0], one[1]),
    )


def best(candidates: Sequence[Candidate], covered: Sequence[Cover]) -> list[Candidate]:
    """The passages that answer, best first; none where nothing is near."""
    scored = nearest(candidates, covered)
    chosen: list[Candidate] = []
    for score, number in scored:
        candidate = candidates[number]
        if score < _CLOSE * scored[0][0] or len(chosen) == SHOWN:
            break
        alike = any(other.passage.text == candidate.passage.text for other in chosen)
        if not alike and not _is_of_another_day(candidate, chosen) and sum(other.page == candidate.page for other in chosen) < _PER_PAGE:
            chosen.append(candidate)
    return chosen


def _is_of_another_day(candidate: Candidate, chosen: Sequence[Candidate]) -> bool:
    """Whether it is a row beside that of the day that is asked about."""
    passage = candidate.passage
    beside = (one for one in chosen if one.page == candidate.page and one.passage.table == passage.table and one.is_of_the_day)
    return bool(passage.table) and not candidate.is_of_the_day and any(beside)
