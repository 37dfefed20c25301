"""The ASGI app of the simulated web. `yamori eval web` serves it, tests call it in memory; it reads no clock but the one it was given.

Canonical addresses are paths (`/s/weather/kamakura/`); `http://weather.sim.localhost:PORT/kamakura/` reaches the same page where the
client resolves names below `.localhost`, as Chromium does.
"""

import asyncio
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from yamori.evaluation.web import hostile
from yamori.evaluation.web.look import HERE, render
from yamori.evaluation.web.page import Page, Section
from yamori.evaluation.web.recording import Recording
from yamori.evaluation.web.search import SearchIndex
from yamori.evaluation.web.sites import flights, forum, plain_pages, portal, shop
from yamori.evaluation.web.state import WebState
from yamori.evaluation.web.world import world

_PER_PAGE = 10


def simulated_web(*, now: datetime, seed: int = 1, delay: float = 0.0) -> Recording:
    """The whole web. `now`: the case's clock, with a zone; `delay`: seconds that every plain page takes."""
    facts = world(now=now, seed=seed)
    state = WebState()
    pages = plain_pages(facts)
    by_path = {page.path: page for page in pages}
    interactive = [site.pages(facts) for site in (shop, flights, forum, portal)]
    index = SearchIndex([*pages, *(page for found in interactive for page in found), *hostile.pages(facts)])

    async def plain(request: Request) -> Response:
        page = by_path.get(request.url.path)
        if page is None:
            return HTMLResponse(render("page.html.j2", title="Page not found", site="Simulated web", home="/"), status_code=404)
        if delay:
            await asyncio.sleep(delay)
        return HTMLResponse(_draw(page))

    async def search(request: Request) -> Response:
        query = request.query_params.get("q", "")
        number = request.query_params.get("pageno", "1")
        at = max(1, int(number) if number.isdecimal() else 1)
        hits = index.find(query)
        base = str(request.base_url).rstrip("/")
        results = [
            {
                "url": base + hit.page.path,
                "title": hit.page.title,
                "content": hit.page.text()[:200],
                "publishedDate": f"{hit.page.published.isoformat()}T00:00:00",
                "engine": "simulated",
                "score": round(hit.score, 4),
            }
            for hit in hits[(at - 1) * _PER_PAGE : at * _PER_PAGE]
        ]
        if request.query_params.get("format") == "json":
            found = {"query": query, "number_of_results": len(hits), "results": results}
            return JSONResponse({**found, "answers": [], "corrections": [], "infoboxes": [], "suggestions": [], "unresponsive_engines": []})
        more = "/search?" + urlencode({"q": query, "pageno": at + 1}) if len(hits) > at * _PER_PAGE else ""
        return HTMLResponse(
            render("search.html.j2", title=f"Results for {query}", site="Simulated Search", home="/", results=results, more=more)
        )

    async def home(_: Request) -> Response:
        links = tuple((page.site, page.path) for page in (*pages, *(found[0] for found in interactive)) if page.path.count("/") == 3)
        return HTMLResponse(
            render(
                "page.html.j2",
                title="Simulated Search",
                site="Simulated Search",
                home="/",
                sections=(Section(heading="Sites", links=links),),
            )
        )

    async def show_state(_: Request) -> Response:
        return JSONResponse(_as_json(state))

    async def reset(_: Request) -> Response:
        state.clear()
        return Response(status_code=204)

    app = Starlette(
        routes=[
            Route("/", home),
            Route("/search", search),
            Route("/_state", show_state),
            Route("/_reset", reset, methods=["POST"]),
            Mount("/static", StaticFiles(directory=HERE / "static")),
            *shop.routes(facts, state),
            *flights.routes(facts, state),
            *forum.routes(facts, state),
            *portal.routes(facts, state),
            *hostile.routes(facts),
            Route("/s/{path:path}", plain),
        ]
    )
    return Recording(app, state)


def _draw(page: Page) -> str:
    home = "/".join(page.path.split("/")[:3]) + "/"
    return render(
        "page.html.j2",
        title=page.title,
        site=page.site,
        home=home,
        language=page.language,
        published=page.published,
        sections=page.sections,
        banner=page.banner,
    )


def _as_json(state: WebState) -> dict[str, Any]:
    return dict(vars(state))
