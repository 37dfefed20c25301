"""Brave and DuckDuckGo as they answer (SearXNG: `test_reading.py`), over a server in memory."""

from collections.abc import Callable

import httpx
import pytest

from yamori.agents.browser.ports import SearchUnavailable
from yamori.agents.browser.search_engines.brave import Brave
from yamori.agents.browser.search_engines.duckduckgo import DuckDuckGo
from yamori.domain.language import Language

ROW = """<div class="result"><h2 class="result__title"><a rel="nofollow" class="result__a"
 href="//duckduckgo.com/l/?uddg={address}&amp;rut=1">Hill <b>Pool</b></a></h2>
<a class="result__snippet" href="#">Open <b>daily</b><br> &amp; free</a></div>"""
HERE = ROW.format(address="https%3A%2F%2Fhills.example%2Fpool")
SPONSORED = ROW.format(address="x").replace("/l/?", "/y.js?")
LOCAL = ROW.format(address="file%3A%2F%2F%2Fetc")


def answering(reply: Callable[[httpx.Request], httpx.Response]) -> httpx.MockTransport:
    return httpx.MockTransport(reply)


async def test_brave_is_asked_with_its_token_in_the_language_of_the_question() -> None:
    asked: list[httpx.Request] = []
    rows = [
        {"url": "https://hills.example/pool", "title": "Hill Pool", "description": "Open daily", "page_age": "2026-09-01T00:00:00"},
        {"url": "ftp://hills.example/", "title": "No page"},
        "nothing",
    ]

    def reply(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(200, json={"web": {"results": rows}})

    engine = Brave("a-key", transport=answering(reply))
    (found,) = await engine.find("丘のプール " * 80, Language.JAPANESE)
    await engine.close()
    assert (found.url, found.title, found.excerpt, str(found.published)) == (
        "https://hills.example/pool", "Hill Pool", "Open daily", "2026-09-01",
    )  # fmt: skip
    assert asked[0].url.host == "api.search.brave.com" and asked[0].headers["X-Subscription-Token"] == "a-key"
    assert asked[0].url.params["search_lang"] == "jp" and len(asked[0].url.params["q"].split()) == 50


@pytest.mark.parametrize(
    "answer",
    [httpx.Response(401), httpx.Response(429), httpx.Response(200, text="<p>no</p>"), httpx.Response(200, json={"web": {"results": 1}})],
)
async def test_brave_without_an_answer_is_out_of_reach(answer: httpx.Response) -> None:
    engine = Brave("a-key", transport=answering(lambda _: answer))
    with pytest.raises(SearchUnavailable):
        await engine.find("a pool", Language.ENGLISH)
    await engine.close()


async def test_where_brave_finds_nothing_there_is_nothing() -> None:
    engine = Brave("a-key", transport=answering(lambda _: httpx.Response(200, json={"type": "search"})))
    assert await engine.find("a pool", Language.ENGLISH) == ()
    await engine.close()


async def test_duckduckgos_entries_lead_to_their_pages_and_advertisements_are_left_out() -> None:
    engine = DuckDuckGo(transport=answering(lambda _: httpx.Response(200, text=SPONSORED + HERE + LOCAL)))
    (found,) = await engine.find("a pool", Language.ENGLISH)
    await engine.close()
    assert (found.url, found.title, found.excerpt) == ("https://hills.example/pool", "Hill Pool", "Open daily & free")


@pytest.mark.parametrize(("page", "is_silent"), [('<div class="no-results">No results.</div>', False), ("<p>Are you a robot?</p>", True)])
async def test_a_page_without_results_is_told_from_one_that_turns_the_house_away(page: str, is_silent: bool) -> None:
    engine = DuckDuckGo(transport=answering(lambda _: httpx.Response(200, text=page)))
    if is_silent:
        with pytest.raises(SearchUnavailable):
            await engine.find("a pool", Language.ENGLISH)
    else:
        assert await engine.find("a pool", Language.ENGLISH) == ()
    await engine.close()
