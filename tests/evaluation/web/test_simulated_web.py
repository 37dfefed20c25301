"""The simulated web over ASGI: its links, clock, seed, search and state."""

import re
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from urllib.parse import urljoin

import httpx
import pytest
from lxml import html

from yamori.evaluation.web.app import simulated_web

NOW = datetime(2026, 3, 4, 3, 0, tzinfo=UTC)


def browsing(now: datetime = NOW, seed: int = 1, host: str = "sim.localhost") -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(simulated_web(now=now, seed=seed)), base_url=f"http://{host}")


@pytest.fixture
async def web() -> AsyncIterator[httpx.AsyncClient]:
    async with browsing() as client:
        yield client


async def dates(client: httpx.AsyncClient, path: str) -> list[date]:
    found = html.fromstring((await client.get(path)).text).xpath("//td/time/@datetime")
    return [date.fromisoformat(str(each)) for each in found]


async def test_every_link_leads_somewhere(web: httpx.AsyncClient) -> None:
    seen, waiting = {"/"}, ["/"]
    while waiting:
        path = waiting.pop()
        answer = await web.get(path)
        assert answer.status_code == 200, path
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        tree = html.fromstring(answer.text)
        for link in tree.xpath("//a/@href | //img/@src | //script/@src"):
            target = urljoin(path, str(link))
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    assert len(seen) > 300


@pytest.mark.parametrize(
    ("now", "first", "days"),
    [
        (datetime(2026, 12, 31, 16, tzinfo=UTC), date(2027, 1, 1), 10),
        (datetime(2028, 2, 28, 16, tzinfo=UTC), date(2028, 2, 29), 10),
    ],
)
async def test_a_forecast_begins_on_the_towns_own_day(now: datetime, first: date, days: int) -> None:
    async with browsing(now) as client:
        shown = await dates(client, "/s/tenki/kamakura/")
    assert (shown[0], len(set(shown))) == (first, days)


async def test_a_sunrise_follows_the_change_to_summer_time() -> None:
    async with browsing(datetime(2026, 3, 7, 18, tzinfo=UTC)) as client:
        rows = html.fromstring((await client.get("/s/sky/portland-or/")).text).xpath("//tbody/tr")
    rises = [int(str(row.xpath("td[2]")[0].text)[:2]) for row in rows]
    assert (rises[0], rises[1]) == (6, 7)


async def test_last_years_events_are_last_years(web: httpx.AsyncClient) -> None:
    assert all(day > date(2026, 3, 4) for day in await dates(web, "/s/visit/kamakura/events-2026/"))
    assert all(day < date(2026, 3, 4) for day in await dates(web, "/s/visit/kamakura/events-2025/"))


@pytest.mark.parametrize("path", ["/s/weather/omiya/", "/s/visit/omiya/shops/1/", "/s/town/omiya/library/", "/s/shop/"])
async def test_another_seed_gives_other_facts(web: httpx.AsyncClient, path: str) -> None:
    async with browsing(seed=1) as same, browsing(seed=2) as other:
        assert (await web.get(path)).text == (await same.get(path)).text != (await other.get(path)).text


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("weather forecast Kamakura", "/s/weather/kamakura/"),
        ("鎌倉市 週間天気予報", "/s/tenki/kamakura/"),
        ("sun and moon over Nakameguro", "/s/sky/nakameguro/"),
        ("events in Fuchu Hiroshima 2026", "/s/visit/fuchu-hiroshima/events-2026/"),
        ("広島県府中市 図書館 開館時間", "/s/machi/fuchu-hiroshima/library/"),
        ("recycling calendar Portland Maine", "/s/town/portland-me/recycling/"),
        ("cheap flights Tokyo Atlanta", "/s/flights/"),
        ("neighbours forum", "/s/forum/"),
    ],
)
async def test_search_finds_the_page(web: httpx.AsyncClient, query: str, path: str) -> None:
    found = (await web.get("/search", params={"q": query, "format": "json"})).json()["results"]
    assert path in [httpx.URL(each["url"]).path for each in found[:3]]
    assert {"url", "title", "content", "publishedDate"} <= found[0].keys()


async def test_an_order_lands_in_the_state_and_is_forgotten_on_reset(web: httpx.AsyncClient) -> None:
    in_stock = re.findall(r'href="/s/shop/p/([^/]+)/">[^<]+</a>[^<]*stars</li>', (await web.get("/s/shop/")).text)[0]
    await web.post("/s/shop/basket/add", data={"product": in_stock, "quantity": "2"})
    assert (await web.get("/_state")).json()["basket"] == {in_stock: 2}
    await web.post("/s/shop/checkout/", data={"name": "Aki", "address": "Station Street 1"})
    state = (await web.get("/_state")).json()
    assert [(order["items"], order["name"]) for order in state["orders"]] == [({in_stock: 2}, "Aki")]
    assert state["requests"][-1]["fields"] == {"name": ["Aki"], "address": ["Station Street 1"]}
    await web.post("/_reset")
    assert (await web.get("/_state")).json()["orders"] == []


async def test_only_who_is_logged_in_posts_and_markup_stays_text(web: httpx.AsyncClient) -> None:
    post = {"title": "Lost cat", "text": "<script>x</script>"}
    assert (await web.post("/s/forum/", data=post)).headers["location"] == "/s/portal/login/"
    assert (await web.post("/s/portal/login/", data={"name": "resident", "password": "no"})).status_code == 401
    await web.post("/s/portal/login/", data={"name": "resident", "password": "sim-pass"})
    await web.post("/s/forum/", data=post)
    assert (await web.get("/_state")).json()["posts"] == [{"by": "resident", **post}]
    assert "<script>x" not in (await web.get("/s/forum/")).text


async def test_a_flight_is_booked_at_the_price_that_was_shown(web: httpx.AsyncClient) -> None:
    asked = {"from": "Tokyo", "to": "Atlanta", "depart": "2026-04-01"}
    row = html.fromstring((await web.get("/s/flights/results/", params=asked)).text).xpath("//tbody/tr")[-1]
    number, price = (str(row.xpath(f"td[{column}]")[0].text) for column in (1, 5))
    await web.post("/s/flights/book", data={**asked, "flight": number, "name": "Aki"})
    booked = (await web.get("/_state")).json()["bookings"]
    assert [(each["flight"], f"${int(each['price']):,}") for each in booked] == [(number, price)]
    assert (await web.get("/s/flights/results/", params={**asked, "depart": "2026-03-01"})).status_code == 422


async def test_a_message_lands_in_the_state(web: httpx.AsyncClient) -> None:
    message = {"name": "Aki", "email": "aki@example.org", "message": "Hello"}
    await web.post("/s/portal/contact/", data=message)
    assert (await web.get("/_state")).json()["messages"] == [message]


async def test_a_host_name_reaches_the_same_page_as_its_path(web: httpx.AsyncClient) -> None:
    async with browsing(host="weather.sim.localhost") as named:
        assert (await named.get("/kamakura/")).text == (await web.get("/s/weather/kamakura/")).text


async def test_redirects_never_end(web: httpx.AsyncClient) -> None:
    with pytest.raises(httpx.TooManyRedirects):
        await web.get("/hostile/redirects/1/", follow_redirects=True)
