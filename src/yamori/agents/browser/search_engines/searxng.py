"""SearXNG's JSON answers (https://docs.searxng.org/dev/search_api.html); the instance has to allow `format=json`. Fulfils `ports.Search`.

The address is the operator's (`[browser]` in yamori.toml) and may be in the home's network.
"""

import httpx

from yamori.agents.browser.ports import SearchResult, SearchUnavailable
from yamori.agents.browser.search_engines.answering import MOST, Answering, object_in, result_of
from yamori.domain.language import Language

_MEND = "; does it allow format=json?"


class SearXNG:
    def __init__(self, url: str, *, limit: float = 8.0, transport: httpx.AsyncBaseTransport | None = None) -> None:
        """`limit`: seconds for one search."""
        self._server = Answering(url, limit=limit, transport=transport)

    async def close(self) -> None:
        await self._server.close()

    async def find(self, query: str, language: Language) -> tuple[SearchResult, ...]:
        asked = {"q": query, "format": "json", "language": language.value, "safesearch": "1"}
        results = object_in(await self._server.body("search", asked, mend=_MEND), mend=_MEND).get("results")
        if not isinstance(results, list):
            raise SearchUnavailable("the search engine's answer has no results")
        entries = [entry for entry in results[:MOST] if isinstance(entry, dict)]
        found = (
            result_of(entry.get("url"), title=entry.get("title"), excerpt=entry.get("content"), published=entry.get("publishedDate"))
            for entry in entries
        )
        return tuple(one for one in found if one is not None)
