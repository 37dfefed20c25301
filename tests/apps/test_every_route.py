"""Every route of the house, with all that is mounted in it: what it answers with, and what a page elsewhere gets out of it."""

import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from starlette.routing import BaseRoute, Mount, Route

from yamori.agentkit.access import allowed
from yamori.agentkit.transport import StreamingTransport
from yamori.apps.household import Household, run_household
from yamori.domain.access import Who
from yamori.domain.clock import SystemClock
from yamori.gateway.homefile import load_home
from yamori.llm.scripted import ScriptedModels

FOREIGN = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
LINK = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Sec-Fetch-User": "?1"}
PAGES = {
    "/", "/chats", "/devices", "/automations", "/memory", "/consents", "/schedule", "/schedule/routines", "/schedule/diary",
    "/papers", "/papers/{topic}", "/papers/{topic}/{paper:int}",
    "/sign-in", "/account", "/invitation/{secret}", "/pair/{secret}",
}  # fmt: skip
FOR_OTHERS = {"/calendar/{token}.ics", "/embed/calendar/{token}", "/embed/calendar/{token}/events"}


@asynccontextmanager
async def living() -> AsyncIterator[tuple[Household, httpx.AsyncClient]]:
    home = load_home("demo")
    async with (
        run_household(home, data=None, clock=SystemClock(home.home.place.timezone), models=ScriptedModels({})) as household,
        httpx.AsyncClient(transport=StreamingTransport(household.app), base_url="http://127.0.0.1:8765", timeout=20.0) as client,
    ):
        yield household, client


def every_route(routes: Sequence[BaseRoute], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Method and path of each."""
    for route in routes:
        if isinstance(route, Route):
            yield from ((method, prefix + route.path) for method in sorted(route.methods or {"GET", "POST", "DELETE"}))
        elif isinstance(route, Mount):
            yield from every_route(route.routes, prefix + route.path)
        else:  # a router that FastAPI looks into only when it is asked
            included: Any = route
            yield from every_route(included.original_router.routes, prefix + included.include_context.prefix)


async def ask(client: httpx.AsyncClient, method: str, path: str, headers: Mapping[str, str] | None = None) -> httpx.Response:
    """The answer, with its body unless that is a stream, which may go on for ever."""
    async with client.stream(method, filled(path), headers=headers) as reply:
        if "event-stream" not in reply.headers.get("content-type", ""):
            await reply.aread()
        return reply


def filled(path: str) -> str:
    return re.sub(r"\{[^}]+\}", "1", path)


async def test_every_answer_says_how_a_browser_is_to_take_it() -> None:
    async with living() as (household, client):
        routes = list(every_route(household.app.routes))
        assert len(routes) > 100 and any(path.startswith("/agents/iot/") for _, path in routes)
        for method, path in [
            *routes,
            ("GET", "/nothing/here"),
            ("DELETE", "/"),
            ("GET", "/agents/nobody/card"),
            ("POST", "/agents/iot/mcp"),
        ]:
            reply = await ask(client, method, path)
            assert reply.headers.get("x-content-type-options") == "nosniff", (method, path)
            assert "default-src 'none'" in reply.headers.get("content-security-policy", ""), (method, path)
            assert reply.headers["referrer-policy"] in ("same-origin", "no-referrer"), (method, path)
            assert reply.headers["cross-origin-resource-policy"] == (
                "cross-origin" if path in FOR_OTHERS and reply.is_success else "same-origin"
            )


async def test_an_answer_to_our_own_mistake_says_so_too() -> None:
    async with living() as (household, client):

        @allowed(Who.ANYBODY)
        async def broken() -> None:
            raise RuntimeError("a mistake")

        household.app.add_api_route("/broken", broken)
        reply = await client.get("/broken")
        assert (reply.status_code, reply.headers["x-content-type-options"]) == (500, "nosniff")
        assert reply.headers["cross-origin-resource-policy"] == "same-origin"


async def test_a_page_elsewhere_can_have_nothing_loaded_from_here_but_what_is_made_for_it() -> None:
    async with living() as (household, client):
        for method, path in every_route(household.app.routes):
            reply = await ask(client, method, path, FOREIGN)
            if path in FOR_OTHERS and method in ("GET", "HEAD"):
                assert reply.status_code == 404, path  # there is no such token
            else:
                assert (reply.status_code, reply.json()["error"]["where"] if method != "HEAD" else "") in (
                    (403, "Sec-Fetch-Site" if method != "HEAD" else ""),
                ), (method, path)


async def test_a_link_elsewhere_leads_to_pages_and_to_nothing_else() -> None:
    async with living() as (household, client):
        for method, path in every_route(household.app.routes):
            if path in FOR_OTHERS:
                continue
            reply = await ask(client, method, path, LINK)
            allowed = path in PAGES and method == "GET"
            assert (reply.status_code != 403) is allowed, (method, path)


async def test_what_is_made_for_other_sites_says_so_itself_and_is_given_to_them() -> None:
    async with living() as (_, client):
        issued = [
            (await client.post("/calendar/tokens", json=asked)).json()["token"]
            for asked in ({"kind": "embed", "allows": ["https://family.example"]}, {"kind": "feed"})
        ]
        framed = {**LINK, "Sec-Fetch-Dest": "iframe"}
        embedded = await client.get(f"/embed/calendar/{issued[0]}", headers=framed)
        feed = await client.get(f"/calendar/{issued[1]}.ics", headers=FOREIGN)
        export = await client.get("/calendar/export.ics", headers=LINK)
        assert [reply.status_code for reply in (embedded, feed, export)] == [200, 200, 403]
        assert embedded.headers["cross-origin-resource-policy"] == "cross-origin" and "x-frame-options" not in embedded.headers
        assert (await client.get("/", headers=framed)).status_code == 403


@pytest.mark.parametrize(
    ("link", "leads_to"),
    [
        ("/papers?question=where+is+it", "/papers"),
        ("/?lang=ja&conversation=c1", "/?conversation=c1"),
        ("/schedule?person=shun&date=2026-11-21", "/schedule?date=2026-11-21"),
        ("/papers?open=x", "/papers"),
    ],
)
async def test_a_link_elsewhere_neither_searches_nor_sets_who_speaks(link: str, leads_to: str) -> None:
    async with living() as (_, client):
        reply = await client.get(link, headers=LINK)
        assert (reply.status_code, reply.headers["location"]) == (303, leads_to)
        assert "set-cookie" not in reply.headers


async def test_no_page_of_the_house_runs_scripts_of_other_servers() -> None:
    async with living() as (household, client):
        agents = [f"/agents/{name}" for name in household.agents]
        for path in ("/api", *(f"{prefix}{path}" for prefix in ("", *agents) for path in ("/docs", "/redoc", "/docs/oauth2-redirect"))):
            assert (await client.get(path)).status_code == 404, path
        for method, path in every_route(household.app.routes):
            if method == "GET":
                reply = await ask(client, method, path)
                if "html" in reply.headers.get("content-type", ""):
                    assert not re.search(r"(?:src|href)=[\"']?(?:https?:)?//", reply.text), path
