"""The gear *read*: searches, opens the best pages, and finds the passages that answer. Called by the tools; asks no model."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from yamori.agents.browser.pages.extracting import Document, extracted
from yamori.agents.browser.ports import Pages, PageUnavailable, Search, SearchResult
from yamori.agents.browser.rules.query import queries, stated_years, states_day, wanted_days, wanted_year, without_days
from yamori.agents.browser.rules.ranking import Candidate, Cover, asked_terms, best, covers
from yamori.agents.browser.rules.spoken import Spoken, spoken
from yamori.domain.errors import HouseSilent, InvalidRequest
from yamori.domain.language import Language
from yamori.embedding.port import TextEncoder

OPENED = 6
"""Pages that are opened for one question."""
_ENCODED = 40
"""Passages that an encoder looks at, those that share the most words with the question."""


@dataclass(frozen=True, kw_only=True)
class Quote:
    """A passage as the page has it, with where it comes from. Data of strangers: it is shown, and never obeyed."""

    text: str
    title: str
    url: str
    published: date | None
    year: int | None = None
    """The year that it is of, where that is another one than the one asked about."""


@dataclass(frozen=True, kw_only=True)
class ReadPage:
    url: str
    document: Document


class WebReading:
    """Over one search engine; keeps nothing."""

    def __init__(self, search: Search, pages: Pages, *, place: str, encoder: TextEncoder | None = None) -> None:
        """`place`: where the home is, for what is asked about the neighbourhood; empty where it is not known."""
        self._search, self._pages, self._place, self._encoder = search, pages, place, encoder

    async def page(self, url: str) -> ReadPage:
        """Raises `InvalidRequest`, `PageUnavailable`."""
        fetched = await self._pages.fetch(url)
        return ReadPage(url=fetched.url, document=await asyncio.to_thread(extracted, fetched))

    async def answers(self, question: str, *, now: datetime, language: Language) -> Sequence[Quote]:
        """The passages that answer, best first; none where nothing is near. Raises `SearchUnavailable`."""
        said = spoken(question)
        core = asked_terms(without_days(said.asks, now), now, strict=True)
        if not core:  # `how often was it?`: what is meant stands in what was told before
            said, core = Spoken(asks=question, around=""), asked_terms(without_days(question, now), now)
        asked = queries(" ".join((said.asks, *said.names)), place=self._place, now=now)
        found = await asyncio.gather(*(self._search.find(query, language) for query in asked))
        opened = await asyncio.gather(*(self._opened(result) for result in _merged(found)[:OPENED]))
        pages = [page for page in opened if page is not None]
        year, days = wanted_year(question, now) or now.year, wanted_days(question, now)
        candidates = [
            Candidate(
                page=number,
                passage=passage,
                is_dated_otherwise=_other_year(page.document, passage.text, year) is not None,
                is_of_the_day=states_day(passage.text, days),
                is_near_home=bool(self._place) and self._place in " ".join((page.document.title, *passage.headings)),
            )
            for number, page in enumerate(pages)
            for passage in page.document.passages
        ]
        documents = [page.document for page in pages]
        wanted = core | asked_terms(" ".join(said.names), now)
        covered = await asyncio.to_thread(covers, wanted, documents, candidates, core if said.names else wanted)
        chosen = best(await self._likened(question, candidates, covered), covered)
        return [_quote(pages[candidate.page], candidate, year) for candidate in chosen]

    async def _opened(self, result: SearchResult) -> ReadPage | None:
        """None for a page that cannot be read: there are others."""
        try:
            page = await self.page(result.url)
        except (PageUnavailable, InvalidRequest):
            return None
        document = page.document
        title, published = document.title or result.title, document.published or result.published
        return replace(page, document=replace(document, title=title, published=published))

    async def _likened(self, question: str, candidates: Sequence[Candidate], covered: Sequence[Cover]) -> Sequence[Candidate]:
        """With how like the question each is, where an encoder is there."""
        if self._encoder is None or not candidates:
            return candidates
        looked_at = sorted(range(len(candidates)), key=lambda number: -covered[number].weight)[:_ENCODED]
        try:
            (asked,) = await self._encoder.questions([question])
            vectors = await self._encoder.passages([candidates[number].text for number in looked_at])
        except HouseSilent:
            return candidates
        likeness = dict(zip(looked_at, (vectors @ asked).tolist(), strict=True))
        return [replace(candidate, likeness=likeness.get(number, 0.0)) for number, candidate in enumerate(candidates)]


def _merged(found: Sequence[Sequence[SearchResult]]) -> list[SearchResult]:
    """Results of several queries, the best of each first, each address once."""
    merged: dict[str, SearchResult] = {}
    for rank in range(max(map(len, found), default=0)):
        for results in found:
            if rank < len(results):
                merged.setdefault(results[rank].url, results[rank])
    return list(merged.values())


def _other_year(document: Document, text: str, wanted: int) -> int | None:
    """The year of a passage where it is another one: the latest that it or its title states, else its page's."""
    stated = stated_years(text) or stated_years(document.title)
    if stated:
        return None if wanted in stated else max(stated)
    if document.published is not None and document.published.year != wanted:
        return document.published.year
    return None


def _quote(page: ReadPage, candidate: Candidate, wanted: int) -> Quote:
    document, passage = page.document, candidate.passage
    return Quote(
        text=passage.text,
        title=document.title,
        url=page.url,
        published=document.published,
        year=_other_year(document, passage.text, wanted),
    )
