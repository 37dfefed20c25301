"""SearXNG's JSON answers (https://docs.searxng.org/dev/search_api.html); the instance has to allow `format=json`. Fulfils `ports.Search`.

The address is the operator's (`[browser]` in yamori.toml) and may be in the home's network; redirects are not followed.
"""

import asyncio
import json
from collections.abc import Mapping
from datetime import date
from typing import Any
from urllib.parse import urlsplit

import httpx

from yamori.agents.browser.ports import SearchResult, SearchUnavailable
from yamori.domain.language import Language
from yamori.domain.plain_text import single_line

_LARGEST = 2 * 1024 * 1024
"""Bytes of an answer."""
_MOST = 20
"""Results that are looked at."""
_LONGEST_TEXT = 500
"""Characters of a title or an excerpt."""
_LONGEST_ADDRESS = 2000


class SearXNG:
    def __init__(self, url: str, *, limit: float = 8.0, transport: httpx.AsyncBaseTransport | None = None) -> None:
        """`limit`: seconds for one search."""
        self._limit = limit
        self._http = httpx.AsyncClient(
            base_url=url.rstrip("/") + "/",
            timeout=limit,
            follow_redirects=False,
            trust_env=False,
            transport=transport,
            headers={"User-Agent": "Yamori"},
        )

    async def close(self) -> None:
        await self._http.aclose()

    async def find(self, query: str, language: Language) -> tuple[SearchResult, ...]:
        try:
            async with asyncio.timeout(self._limit):
                answer = await self._answer({"q": query, "format": "json", "language": language.value, "safesearch": "1"})
        except (TimeoutError, httpx.HTTPError) as failed:
            raise SearchUnavailable(f"the search engine did not answer ({type(failed).__name__})") from failed
        results = answer.get("results")
        if not isinstance(results, list):
            raise SearchUnavailable("the search engine's answer has no results")
        return tuple(found for entry in results[:_MOST] if (found := _result(entry)) is not None)

    async def _answer(self, query: Mapping[str, str]) -> Mapping[str, Any]:
        async with self._http.stream("GET", "search", params=query) as reply:
            if reply.status_code != 200:
                raise SearchUnavailable(f"the search engine answered with status {reply.status_code}; does it allow format=json?")
            held = bytearray()
            async for part in reply.aiter_bytes():
                held += part
                if len(held) > _LARGEST:
                    raise SearchUnavailable("the search engine's answer is larger than 2 MB")
        try:
            answer = json.loads(held)
        except (ValueError, RecursionError) as garbled:
            raise SearchUnavailable("the search engine's answer is no JSON; does it allow format=json?") from garbled
        if not isinstance(answer, dict):
            raise SearchUnavailable("the search engine's answer is no object")
        return answer


def _result(entry: object) -> SearchResult | None:
    """None for an entry that leads to no web page."""
    if not isinstance(entry, dict):
        return None
    url = entry.get("url")
    if not isinstance(url, str) or len(url) > _LONGEST_ADDRESS or not _is_of_the_web(url):
        return None
    return SearchResult(
        url=url,
        title=_text(entry.get("title")),
        excerpt=_text(entry.get("content")),
        published=_day(entry.get("publishedDate")),
    )


def _is_of_the_web(url: str) -> bool:
    try:
        return urlsplit(url).scheme in ("http", "https")
    except ValueError:
        return False


def _text(value: object) -> str:
    return single_line(value[:_LONGEST_TEXT]) if isinstance(value, str) else ""


def _day(value: object) -> date | None:
    try:
        return date.fromisoformat(value[:10]) if isinstance(value, str) else None
    except ValueError:
        return None
