"""The search engine of the simulated web: BM25 over every page's words; Japanese by pairs of characters."""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from yamori.domain.language import is_spaced
from yamori.evaluation.web.page import Page

_K1, _B = 1.2, 0.75
_TITLE_WEIGHT = 3
_RUN = re.compile(r"[a-z0-9]+|[\u3040-\u30ff\u3400-\u9fff]+")


@dataclass(frozen=True, kw_only=True)
class Hit:
    page: Page
    score: float


class SearchIndex:
    """Built once from all pages; asking it changes nothing."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._pages = pages
        self._counts = [Counter([*_terms(page.title) * _TITLE_WEIGHT, *_terms(page.text())]) for page in pages]
        self._lengths = [sum(counts.values()) for counts in self._counts]
        self._mean = sum(self._lengths) / max(1, len(pages))
        self._frequency = Counter(term for counts in self._counts for term in counts)

    def find(self, query: str) -> list[Hit]:
        """The pages with any word of the query, best first."""
        terms = set(_terms(query))
        hits = [Hit(page=page, score=self._score(number, terms)) for number, page in enumerate(self._pages)]
        return sorted((hit for hit in hits if hit.score > 0), key=lambda hit: (-hit.score, hit.page.path))

    def _score(self, number: int, terms: set[str]) -> float:
        counts, total = self._counts[number], len(self._pages)
        score = 0.0
        for term in terms & counts.keys():
            rarity = math.log(1 + (total - self._frequency[term] + 0.5) / (self._frequency[term] + 0.5))
            length = 1 - _B + _B * self._lengths[number] / self._mean
            score += rarity * counts[term] * (_K1 + 1) / (counts[term] + _K1 * length)
        return score


def _terms(text: str) -> list[str]:
    found: list[str] = []
    for run in _RUN.findall(unicodedata.normalize("NFKC", text).lower()):
        if is_spaced(run) or len(run) == 1:
            found.append(run)
        else:
            found.extend(run[at : at + 2] for at in range(len(run) - 1))
    return found
