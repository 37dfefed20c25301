"""The gear *read*: searches, opens the best pages, and finds the passages that answer. Called by the tools.

A model is asked only whether passages answer that leave a part of the question open (`judging`); without one they are given as they are.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from yamori.agents.browser.judging import WebJudging
from yamori.agents.browser.pages.extracting import MOST, Document, extracted
from yamori.agents.browser.ports import Pages, PageUnavailable, Search, SearchResult
from yamori.agents.browser.rules.behind_form import behind_form, is_said
from yamori.agents.browser.rules.comparing import Order, Ordering, alike, first_of, ordering_of, says_order, unsaid, without_reason
from yamori.agents.browser.rules.pointing_back import points_back
from yamori.agents.browser.rules.query import (
    LONGEST,
    lies_outside,
    queries,
    stated_years,
    states_day,
    wanted_days,
    wanted_period,
    wanted_year,
    without_days,
)
from yamori.agents.browser.rules.ranking import Candidate, Cover, asked_terms, best, covers, nearest
from yamori.agents.browser.rules.spoken import Spoken, names_in, spoken
from yamori.domain.errors import HouseSilent, InvalidRequest
from yamori.domain.language import Language
from yamori.embedding.port import TextEncoder
from yamori.understanding.judging.fitting import can_answer
from yamori.understanding.judging.judge import Judge

OPENED = 6
"""Pages that are opened for one question."""
COMPARED = 12
"""Rows that are quoted where none of them could be chosen."""
_LOOKED_AT = 0.25
"""Share of a question's words that a passage has to say before the judge looks at it."""
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
    page: str = field(default="", repr=False)
    """The whole text of its page: not shown, but looked through for what somebody must not eat."""


@dataclass(frozen=True, kw_only=True)
class Compared:
    """What came of the order that a question asks for (`the nearest`)."""

    word: str
    """As it was said."""
    order: Order
    column: str = ""
    """By which the rows were compared."""
    count: int = 0
    """How many were; 0 where they could not be, and all of them are quoted."""


@dataclass(frozen=True, kw_only=True)
class Site:
    """A page with a form. Its title is written by a stranger."""

    url: str
    title: str


@dataclass(frozen=True, kw_only=True)
class Found:
    quotes: Sequence[Quote]
    """Best first; none where nothing is near."""
    compared: Compared | None = None
    """None where no order is asked for, or where pages state it themselves."""
    left_out: int = 0
    """Rows beyond those quoted, where none was chosen."""
    pages: int = 0
    """How many were opened and read."""
    site: Site | None = None
    """The page behind whose form lies what is left open; None where nothing points at one."""


@dataclass(frozen=True, kw_only=True)
class ReadPage:
    url: str
    document: Document


@dataclass(frozen=True, kw_only=True)
class _Wanted:
    """A question, taken apart: what is asked, and what is only told around it."""

    question: str
    said: Spoken
    core: frozenset[str]
    """The content words of what is asked."""
    beside: frozenset[str]
    """Those of what is told around it."""
    now: datetime


def _wanted(question: str, now: datetime) -> _Wanted:
    said = spoken(question)
    core = asked_terms(without_days(said.asks, now), now, strict=True)
    if not core:  # `how often was it?`: what is meant stands in what was told before
        said, core = Spoken(asks=question, around=""), asked_terms(without_days(question, now), now)
    beside = asked_terms(said.around, now, strict=True) - core if said.around else frozenset[str]()
    return _Wanted(question=question, said=said, core=core, beside=beside, now=now)


def _year_of(wanted: _Wanted) -> int:
    """The year that is asked about, or the present one."""
    return wanted_year(wanted.question, wanted.now) or wanted.now.year


class WebReading:
    """Over one search engine; keeps nothing."""

    def __init__(self, search: Search, pages: Pages, *, place: str, encoder: TextEncoder | None = None, judge: Judge | None = None) -> None:
        """`place`: where the home is, for what is asked about the neighbourhood; empty where it is not known. `judge`: None where no model
        is to say whether passages answer that leave a part of the question open."""
        self._search, self._pages, self._place, self._encoder, self._judge = search, pages, place, encoder, judge

    async def page(self, url: str) -> ReadPage:
        """Raises `InvalidRequest`, `PageUnavailable`."""
        fetched = await self._pages.fetch(url)
        return ReadPage(url=fetched.url, document=await asyncio.to_thread(extracted, fetched))

    async def answers(
        self, question: str, *, now: datetime, language: Language, turn: str | None = None, model: str | None = None
    ) -> Found:
        """The passages that answer. `turn` and `model` are for the judge. Raises `SearchUnavailable`."""
        wanted = _wanted(question, now)
        said = wanted.said
        asked = queries(" ".join((said.asks, *said.names)), place=self._place, now=now)
        if wanted.beside:  # `The bottles pile up. When is the next collection?`: what is meant may stand in what is told
            asked = (*asked, " ".join((*sorted(wanted.core), *sorted(wanted.beside)))[:LONGEST])
        found = await asyncio.gather(*(self._search.find(query, language) for query in asked))
        opened = await asyncio.gather(*(self._opened(result) for result in _merged(found)[:OPENED]))
        judging = WebJudging(judge=self._judge, turn=turn, model=model) if self._judge is not None else None
        return await self._answering(wanted, [page for page in opened if page is not None], judging)

    async def answers_of(self, url: str, question: str, *, now: datetime) -> Found:
        """The same of one page that was asked for this; of a table all rows that say as much. Raises `InvalidRequest` and
        `PageUnavailable`."""
        wanted, page = _wanted(question, now), await self.page(url)
        found = await self._answering(wanted, [page])
        first = next((one for one in page.document.passages if found.quotes and one.text == found.quotes[0].text), None)
        if found.compared is not None or first is None or not first.table:
            return found
        rows = alike(page.document.passages, first, wanted.core)
        quotes = [replace(found.quotes[0], text=row.text) for row in rows[:COMPARED]]
        return replace(found, quotes=quotes, left_out=max(0, len(rows) - COMPARED))

    async def _answering(self, wanted: _Wanted, pages: Sequence[ReadPage], judging: WebJudging | None = None) -> Found:
        """The passages of these pages that answer; without `judging` no model is asked which do."""
        question, said, core, beside, now = wanted.question, wanted.said, wanted.core, wanted.beside, wanted.now
        candidates = self._candidates(wanted, pages)
        documents = [page.document for page in pages]
        names = core & asked_terms(" ".join(names_in(said.asks)), now)
        told = asked_terms(" ".join(said.names), now)

        async def covered_by(own: frozenset[str], *, loosely: bool = False) -> tuple[Sequence[Candidate], Sequence[Cover]]:
            asked = own | told
            near = own if said.names else asked
            covered = await asyncio.to_thread(covers, asked, documents, candidates, near, beside=beside, names=names, loosely=loosely)
            return await self._likened(question, candidates, covered), covered

        async def chosen_by(own: frozenset[str]) -> Sequence[Candidate]:
            return best(*await covered_by(own))

        meant = core
        chosen = await chosen_by(meant)
        if not chosen and beside and points_back(said.asks):  # `what do they want for it?`: it stands in what was told
            meant = core | asked_terms(without_days(said.around, now), now, strict=True)
            chosen = await chosen_by(meant)
        ordering = ordering_of(said.asks, now)
        if judging is not None and ordering is None and not (chosen and is_said(chosen[0], meant | told, documents)):
            looked_at, covered = await covered_by(meant, loosely=True)
            worth = [looked_at[number] for _, number in nearest(looked_at, covered, least=_LOOKED_AT)]
            kept = await judging.kept(question, [one for one in worth if can_answer(question, one.text)], documents, now)
            chosen = chosen if kept is None else kept
        if chosen and ordering is not None:
            found = _ordered(chosen, ordering, said, core, pages, now)
        else:
            found = Found(quotes=[_quote(pages[candidate.page], candidate, _year_of(wanted)) for candidate in chosen])
        hidden = behind_form(question, core | told, documents, chosen, now)
        site = Site(url=pages[hidden.page].url, title=documents[hidden.page].title) if hidden is not None else None
        return replace(found, pages=len(pages), site=site)

    def _candidates(self, wanted: _Wanted, pages: Sequence[ReadPage]) -> list[Candidate]:
        """All passages of these pages but the rows that lie outside the period that is asked about."""
        said, now, year = wanted.said, wanted.now, _year_of(wanted)
        days = wanted_days(wanted.question, now)
        period = wanted_period(said.asks, now) or wanted_period(said.around, now)
        return [
            Candidate(
                page=number,
                passage=passage,
                is_dated_otherwise=_other_year(page.document, passage.text, year) is not None,
                is_of_the_day=states_day(passage.text, days),
                is_near_home=bool(self._place) and self._place in " ".join((page.document.title, *passage.headings)),
            )
            for number, page in enumerate(pages)
            for passage in page.document.passages
            if period is None or not lies_outside([cell for _, cell in passage.cells], period, now)
        ]

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


def _ordered(
    chosen: Sequence[Candidate], ordering: Ordering, said: Spoken, core: frozenset[str], pages: Sequence[ReadPage], now: datetime
) -> Found:
    """The first row by comparison, of the table that answers best; all its rows where code cannot compare them."""
    question = f"{said.around} {said.asks}"
    year = wanted_year(question, now) or now.year
    stated = [one for one in chosen if not one.passage.table and says_order(one.passage.text, ordering)]
    if stated and stated[0] is chosen[0]:
        return Found(quotes=[_quote(pages[one.page], one, year) for one in stated])
    row = next((one for one in chosen if one.passage.table), None)
    if row is None:
        quotes = [_quote(pages[one.page], one, year) for one in chosen]
        return Found(quotes=quotes, compared=Compared(word=ordering.word, order=ordering.order))
    document = pages[row.page].document
    rows = alike(document.passages, row.passage, core | asked_terms(said.around, now)) or [row.passage]
    days = wanted_days(question, now)
    rows = [one for one in rows if states_day(one.text, days)] or rows
    meant = asked_terms(without_days(without_reason(said.asks), now), now, strict=True) | asked_terms(" ".join(said.names), now)
    is_whole = len(document.passages) < MOST and not unsaid(row.passage, document.title, meant, ordering)
    first = first_of(rows, ordering, question, now) if is_whole else None
    if first is not None:
        quotes = [_quote(pages[row.page], replace(row, passage=one), year) for one in first.rows[:COMPARED]]
        compared = Compared(word=ordering.word, order=ordering.order, column=first.column, count=first.count)
        return Found(quotes=quotes, compared=compared, left_out=max(0, len(first.rows) - COMPARED))
    others = [_quote(pages[one.page], one, year) for one in chosen if not one.passage.table]
    quotes = [*others, *(_quote(pages[row.page], replace(row, passage=one), year) for one in rows[:COMPARED])]
    compared = Compared(word=ordering.word, order=ordering.order)
    return Found(quotes=quotes, compared=compared, left_out=max(0, len(rows) - COMPARED))


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
        page="\n".join((document.title, *(each.text for each in document.passages))),
    )
