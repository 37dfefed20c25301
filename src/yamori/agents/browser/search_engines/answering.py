"""What the engines here share: one answer over HTTP within its bounds, and entries that lead to pages of the web."""

import asyncio
import json
from collections.abc import Mapping
from datetime import date
from typing import Any
from urllib.parse import urlsplit

import httpx

from yamori.agents.browser.ports import SearchResult, SearchUnavailable
from yamori.domain.plain_text import single_line

MOST = 20
"""Results that are looked at."""
_LARGEST = 2 * 1024 * 1024
"""Bytes of an answer."""
_LONGEST_TEXT = 500
"""Characters of a title or an excerpt."""
_LONGEST_ADDRESS = 2000


class Answering:
    """One engine's server. Redirects are not followed."""

    def __init__(
        self, url: str, *, limit: float, transport: httpx.AsyncBaseTransport | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        """`limit`: seconds for one search."""
        self._limit = limit
        self._http = httpx.AsyncClient(
            base_url=url.rstrip("/") + "/",
            timeout=limit,
            follow_redirects=False,
            trust_env=False,
            transport=transport,
            headers={"User-Agent": "Yamori", **(headers or {})},
        )

    async def close(self) -> None:
        await self._http.aclose()

    async def body(self, path: str, query: Mapping[str, str], *, mend: str = "") -> bytes:
        """Raises `SearchUnavailable`; `mend` is said beside a status that is none of success."""
        try:
            async with asyncio.timeout(self._limit), self._http.stream("GET", path, params=query) as reply:
                if reply.status_code != 200:
                    raise SearchUnavailable(f"the search engine answered with status {reply.status_code}{mend}")
                held = bytearray()
                async for part in reply.aiter_bytes():
                    held += part
                    if len(held) > _LARGEST:
                        raise SearchUnavailable("the search engine's answer is larger than 2 MB")
        except (TimeoutError, httpx.HTTPError) as failed:
            raise SearchUnavailable(f"the search engine did not answer ({type(failed).__name__})") from failed
        return bytes(held)


def object_in(body: bytes, *, mend: str = "") -> Mapping[str, Any]:
    """The JSON object of an answer. Raises `SearchUnavailable`."""
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError) as garbled:
        raise SearchUnavailable(f"the search engine's answer is no JSON{mend}") from garbled
    if not isinstance(answer, dict):
        raise SearchUnavailable("the search engine's answer is no object")
    return answer


def result_of(url: object, *, title: object, excerpt: object, published: object = None) -> SearchResult | None:
    """None for an entry that leads to no web page."""
    if not isinstance(url, str) or len(url) > _LONGEST_ADDRESS or not _is_of_the_web(url):
        return None
    return SearchResult(url=url, title=_text(title), excerpt=_text(excerpt), published=_day(published))


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
