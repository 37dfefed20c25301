"""Brave's search API (https://api-dashboard.search.brave.com/app/documentation/web-search/get-started). Fulfils `ports.Search`.

It wants a key of an account, and learns by it who asks.
"""

import httpx

from yamori.agents.browser.ports import SearchResult, SearchUnavailable
from yamori.agents.browser.search_engines.answering import MOST, Answering, object_in, result_of
from yamori.domain.language import Language

ADDRESS = "https://api.search.brave.com/res/v1"
_LANGUAGES = {Language.ENGLISH: "en", Language.JAPANESE: "jp"}
"""As Brave calls them."""
_LONGEST = 400
"""Characters of a query, and fifty words: a longer one is refused."""
_WORDS = 50


class Brave:
    def __init__(self, token: str, *, url: str = ADDRESS, limit: float = 8.0, transport: httpx.AsyncBaseTransport | None = None) -> None:
        """`limit`: seconds for one search."""
        headers = {"Accept": "application/json", "X-Subscription-Token": token}
        self._server = Answering(url, limit=limit, transport=transport, headers=headers)

    async def close(self) -> None:
        await self._server.close()

    async def find(self, query: str, language: Language) -> tuple[SearchResult, ...]:
        words = " ".join(query.split()[:_WORDS])[:_LONGEST]
        asked = {
            "q": words,
            "count": str(MOST),
            "search_lang": _LANGUAGES[language],
            "safesearch": "moderate",
            "text_decorations": "false",
            "result_filter": "web",
        }
        answer = object_in(await self._server.body("web/search", asked, mend="; is its token right, and its quota left?"))
        web = answer.get("web", {})  # left out where nothing was found
        results = web.get("results", []) if isinstance(web, dict) else None
        if not isinstance(results, list):
            raise SearchUnavailable("the search engine's answer has no results")
        entries = [entry for entry in results[:MOST] if isinstance(entry, dict)]
        found = (
            result_of(entry.get("url"), title=entry.get("title"), excerpt=entry.get("description"), published=entry.get("page_age"))
            for entry in entries
        )
        return tuple(one for one in found if one is not None)
