"""A small web over ASGI: a search engine that answers as SearXNG does (docs.searxng.org/dev/search_api.html), and its pages."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

import httpx
from starlette.types import Receive, Scope, Send

from yamori.agentkit.outbound.policy import public_only
from yamori.agents.browser.pages.fetching import HttpPages
from yamori.agents.browser.reading import WebReading
from yamori.agents.browser.search_engines.searxng import SearXNG
from yamori.embedding.port import TextEncoder

ENGINE = "http://searx.lan"


@dataclass
class FakeWeb:
    """`results` are what the engine finds for anything; `pages` bodies by address; `asked` every query, `opened` every page."""

    results: Sequence[Mapping[str, Any]] = ()
    pages: dict[str, str | bytes] = field(default_factory=dict)
    headers: dict[str, dict[str, str]] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    engine_status: int = 200
    engine_body: bytes | None = None
    asked: list[Mapping[str, str]] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = dict(scope["headers"])[b"host"].decode()
        if f"http://{host}" == ENGINE:
            self.asked.append({name: values[0] for name, values in parse_qs(scope["query_string"].decode()).items()})
            body = self.engine_body if self.engine_body is not None else json.dumps({"query": "", "results": self.results}).encode()
            return await _send(send, self.engine_status, {"content-type": "application/json"}, body)
        url = f"{scope['scheme']}://{host}{scope['path']}"
        self.opened.append(url)
        if (there := self.redirects.get(url)) is not None:
            return await _send(send, 302, {"location": there}, b"")
        if (page := self.pages.get(url)) is None:
            return await _send(send, 404, {"content-type": "text/html"}, b"<p>Nothing here</p>")
        body = page.encode() if isinstance(page, str) else page
        return await _send(send, 200, {"content-type": "text/html; charset=utf-8", **self.headers.get(url, {})}, body)

    def add(self, url: str, html: str, *, title: str = "", published: str | None = None) -> None:
        """A page, which the engine finds."""
        self.pages[url] = html
        self.results = (*self.results, {"url": url, "title": title, "content": "", "publishedDate": published, "engine": "fake"})

    def fetcher(self) -> HttpPages:
        return HttpPages(lambda: httpx.ASGITransport(self), rule=public_only(), limit=2.0)

    def engine(self) -> SearXNG:
        return SearXNG(ENGINE, transport=httpx.ASGITransport(self))

    def reading(self, *, place: str = "", encoder: TextEncoder | None = None) -> WebReading:
        return WebReading(self.engine(), self.fetcher(), place=place, encoder=encoder)


async def _send(send: Send, status: int, headers: Mapping[str, str], body: bytes) -> None:
    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})
    await send({"type": "http.response.body", "body": body})
