"""Opens the web for the Browser agent: the search engine that the settings name, and pages by plain HTTP. Called by `household`."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from ssl import SSLContext

import httpx

from yamori.agentkit.judging.judge import Judge
from yamori.agentkit.outbound.over_httpx import CheckedTransport
from yamori.agentkit.outbound.policy import public_only
from yamori.agents.browser.pages.fetching import HttpPages
from yamori.agents.browser.reading import WebReading
from yamori.agents.browser.search_engines.brave import Brave
from yamori.agents.browser.search_engines.duckduckgo import DuckDuckGo
from yamori.agents.browser.search_engines.searxng import SearXNG
from yamori.apps.settings import BrowserSettings
from yamori.apps.sources import secret_of
from yamori.automations.location import location_of
from yamori.domain.home import Place
from yamori.embedding.port import TextEncoder
from yamori.llm.port import Models, Role


@asynccontextmanager
async def open_web_reading(
    settings: BrowserSettings | None, place: Place, encoder: TextEncoder | None, models: Models | None = None
) -> AsyncIterator[WebReading | None]:
    """Asks nobody until somebody asks it; None where no search engine is named. `encoder`: one that keeps nothing of what it reads.
    `models`: of which one judges what was found."""
    if settings is None:
        yield None
        return
    engine = search_engine(settings)
    try:
        where = location_of(place)
        pages = http_pages(loopback=settings.allow_loopback)
        yield WebReading(
            engine,
            pages,
            place="" if where.approximate else where.name,
            encoder=encoder,
            judge=Judge(models, Role.BROWSER) if models is not None else None,
        )
    finally:
        await engine.close()


def search_engine(settings: BrowserSettings) -> SearXNG | Brave | DuckDuckGo:
    """The one that the settings name; whoever opens it closes it. Raises `Misconfigured` for a token's file that cannot be used."""
    if settings.search == "brave":
        token = secret_of(settings.token, settings.token_file, where="[browser] token_file") or ""
        return Brave(token, limit=settings.timeout)
    if settings.search == "duckduckgo":
        return DuckDuckGo(limit=settings.timeout)
    return SearXNG(settings.url or "", limit=settings.timeout)


def http_pages(*, loopback: bool = False) -> HttpPages:
    rule = public_only(loopback=loopback)
    return HttpPages(lambda: CheckedTransport(_trusted(), rule=rule), rule=rule)


@cache
def _trusted() -> SSLContext:
    """Reading all certificates takes long: once for all pages."""
    return httpx.create_ssl_context()
