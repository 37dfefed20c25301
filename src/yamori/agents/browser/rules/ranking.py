"""Which passages answer a question: by the words that they share with it, and by likeness where there is an encoder. Pure."""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from yamori.agents.browser.pages.extracting import Document, Passage
from yamori.understanding.vocabulary import vocabulary

NEAR = 0.4
"""Share of what a question says that a passage has to say, headings included; rarer words count more. Below it nothing was found."""
SHOWN = 3
_PER_PAGE = 2
_CLOSE = 0.8
"""A further passage is shown from this share of the best one's score on."""
_AROUND = 0.8
"""What a word counts that stands in a heading or the title alone."""
_UNSEEN = 0.5
"""What a word of the question counts that stands on no page at all: it may be a word that nobody writes there."""
_OF_THE_DAY = 0.4
"""Added to a passage that states the day that is asked about."""
_OUT_OF_DATE = 0.25
"""Taken off a passage that is of another year than the question."""
_RUN = re.compile(r"[^\W_぀-ヿ㐀-鿿]+(?:'[^\W_]+)?|[぀-ヿ㐀-鿿]+")
_KANA_ONLY = re.compile(r"[぀-ゟ]+")


@dataclass(frozen=True, kw_only=True)
class Candidate:
    page: int
    """Number of its page, the search engine's best first."""
    passage: Passage
    is_dated_otherwise: bool
    """Its page is of another year than the one asked about."""
    is_of_the_day: bool = False
    """It states the day that is asked about."""
    likeness: float = 0.0
    """By the encoder; 0 without one."""

    @property
    def bonus(self) -> float:
        """Beside the words."""
        day, other = _OF_THE_DAY if self.is_of_the_day else 0.0, _OUT_OF_DATE if self.is_dated_otherwise else 0.0
        return self.likeness + day - other

    @property
    def text(self) -> str:
        """With its headings, for an encoder."""
        return " ".join((*self.passage.headings[-1:], self.passage.text))


def terms(text: str) -> frozenset[str]:
    """What of a text counts: English words without their endings in s, Japanese by pairs of characters."""
    found: set[str] = set()
    nothing = vocabulary("en").function_words
    for run in _RUN.findall(unicodedata.normalize("NFKC", text).casefold()):
        if "぀" <= run[0] <= "鿿":
            pairs = [run[at : at + 2] for at in range(len(run) - 1)] or [run]
            found.update(pair for pair in pairs if not _KANA_ONLY.fullmatch(pair))
        elif run not in nothing:
            found.add(_stem(run))
    return frozenset(found)


def _stem(word: str) -> str:
    word = word.removesuffix("'s")
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def covers(question: str, documents: Sequence[Document], candidates: Sequence[Candidate]) -> list[float]:
    """For each candidate how much of the question it says, from 0 to 1."""
    asked = terms(question)
    inside = [terms(candidate.passage.text) for candidate in candidates]
    titles = [terms(document.title) for document in documents]
    around = [terms(" ".join(c.passage.headings)) | titles[c.page] for c in candidates]
    seen = Counter(term for own, other in zip(inside, around, strict=True) for term in (own | other) & asked)
    weights = {term: math.log(1 + (len(candidates) + 1) / (1 + seen[term])) * (1.0 if seen[term] else _UNSEEN) for term in asked}
    total = sum(weights.values()) or 1.0
    return [
        sum(weight * (1.0 if term in own else _AROUND if term in other else 0.0) for term, weight in weights.items()) / total
        for own, other in zip(inside, around, strict=True)
    ]


def best(candidates: Sequence[Candidate], shares: Sequence[float]) -> list[Candidate]:
    """The passages that answer, best first; none where nothing is near."""
    scored = sorted(
        (
            (share + candidate.bonus - 0.02 * candidate.page, number)
            for number, (candidate, share) in enumerate(zip(candidates, shares, strict=True))
            if share >= NEAR
        ),
        key=lambda one: (-one[0], one[1]),
    )
    chosen: list[Candidate] = []
    for score, number in scored:
        candidate = candidates[number]
        if score < _CLOSE * scored[0][0] or len(chosen) == SHOWN:
            break
        alike = any(other.passage.text == candidate.passage.text for other in chosen)
        if not alike and sum(other.page == candidate.page for other in chosen) < _PER_PAGE:
            chosen.append(candidate)
    return chosen
