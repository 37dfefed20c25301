"""DuckDuckGo's page of results without scripts (https://html.duckduckgo.com/html/): it has no API. Fulfils `ports.Search`.

It answers people, and turns away whoever asks often with a page without results; that is then said to be out of reach.
"""

from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

import httpx

from yamori.agents.browser.ports import SearchResult, SearchUnavailable
from yamori.agents.browser.search_engines.answering import MOST, Answering, result_of
from yamori.domain.language import Language

ADDRESS = "https://html.duckduckgo.com"
_REGIONS = {Language.ENGLISH: "wt-wt", Language.JAPANESE: "jp-jp"}
_TITLE, _EXCERPT, _NOTHING = "result__a", "result__snippet", "no-results"
"""Classes by which the page marks its parts."""
_ADVERTISEMENT = "/y.js"
_VOID = frozenset(("br", "img", "input", "hr", "wbr", "meta", "link"))


class DuckDuckGo:
    def __init__(self, *, url: str = ADDRESS, limit: float = 8.0, transport: httpx.AsyncBaseTransport | None = None) -> None:
        """`limit`: seconds for one search."""
        self._server = Answering(url, limit=limit, transport=transport)

    async def close(self) -> None:
        await self._server.close()

    async def find(self, query: str, language: Language) -> tuple[SearchResult, ...]:
        body = await self._server.body("html/", {"q": query, "kl": _REGIONS[language], "kp": "1"})
        page = _Results()
        page.feed(body.decode("utf-8", errors="replace"))
        page.close()
        if not page.entries and not page.says_nothing:
            raise SearchUnavailable("the search engine's page has no results; it may take the house for a robot")
        found = (result_of(_target(href), title=title, excerpt=excerpt) for href, title, excerpt in page.entries)
        return tuple(one for one in found if one is not None)[:MOST]


def _target(href: str) -> str:
    """Where an entry leads: its link goes by way of the engine. Empty for an advertisement."""
    try:
        parts = urlsplit(href if "//" in href else f"https:{href}")
    except ValueError:
        return ""
    if (parts.hostname or "").endswith("duckduckgo.com"):
        return "" if parts.path == _ADVERTISEMENT else next(iter(parse_qs(parts.query).get("uddg", [])), "")
    return href


class _Results(HTMLParser):
    """`entries` are address, title and excerpt of each."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.entries: list[tuple[str, str, str]] = []
        self.says_nothing = False
        self._part = ""
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._part:
            self._depth += tag not in _VOID
            return
        held = dict(attrs)
        classes = (held.get("class") or "").split()
        self.says_nothing = self.says_nothing or _NOTHING in classes
        if _TITLE in classes:
            self.entries.append((held.get("href") or "", "", ""))
        if _TITLE in classes or (_EXCERPT in classes and self.entries):
            self._part, self._depth = _TITLE if _TITLE in classes else _EXCERPT, 0

    def handle_endtag(self, tag: str) -> None:
        if not self._part or tag in _VOID:
            return
        if self._depth == 0:
            self._part = ""
        else:
            self._depth -= 1

    def handle_data(self, data: str) -> None:
        if self._part:
            href, title, excerpt = self.entries[-1]
            self.entries[-1] = (href, title + data, excerpt) if self._part == _TITLE else (href, title, excerpt + data)
