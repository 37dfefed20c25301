"""What lies behind a form of a page that was found: reading goes over to the page itself, which is asked and nothing else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

import pytest
from tests.agentkit.fakes import outcome_of, task
from tests.agents.browser.fake_web import FakeWeb
from tests.agents.browser.operating_web import Site, served

from yamori.agentkit.journal import Journal
from yamori.agentkit.outbound.policy import public_only
from yamori.agentkit.task import Outcome, OutcomeStatus
from yamori.agents.browser.agent import browser_agent
from yamori.agents.browser.chromium.finding import find_chromium
from yamori.agents.browser.chromium.supervisor import ChromiumEngine
from yamori.agents.browser.operating.operating import Operating
from yamori.agents.browser.ports import SearchResult
from yamori.agents.browser.reading import WebReading
from yamori.apps.web_reading import http_pages
from yamori.domain.gear import Gear, Served
from yamori.domain.language import Language
from yamori.llm.scripted import ScriptedModels

NOW = datetime.fromisoformat("2026-11-27T10:00:00+09:00")
FORM = """<title>Hill Ferries</title><main><h1>Ferry timetable</h1><form action="/sailings">
  <label>Pier <select name=pier><option>Marsh</option><option>Cove</option><option>Islet</option></select></label>
  <label>Day <input type=date name=day></label><button>Show</button></form></main>"""
SAILINGS = """<title>Sailings from Cove - Hill Ferries</title><main><table><tr><th>Ferry</th><th>Sails</th></tr>
  <tr><td>Ferry 1</td><td>6:50</td></tr><tr><td>Ferry 2</td><td>9:15</td></tr><tr><td>Ferry 3</td><td>17:40</td></tr></table></main>"""
ASKED = "Search the web for the ferry timetable from Cove on 5 December"


async def test_without_a_browser_the_page_whose_form_may_answer_is_named() -> None:
    web = FakeWeb()
    web.add("http://ferries.example/", FORM)
    web.add("http://shop.example/", "<title>Toys</title><p>A toy ferry.</p>")
    journal = Journal(None)
    outcome = await outcome_of(browser_agent(web.reading()), task(ASKED, now=NOW), journal=journal)
    journal.close()
    assert outcome.text.splitlines()[-1] == "You may be able to find it with the form on “Hill Ferries” (http://ferries.example/)."
    assert outcome.served == Served(gear=Gear.READ, pages=2) and [run.tool for run in outcome.runs] == ["web_search"]


@pytest.mark.parametrize(
    "page",
    [
        FORM.replace("<form", "<form method=post"),
        FORM.replace("<button>", "<input type=password name=p><button>"),
        FORM.replace("Cove", "Reef").replace("type=date", "type=hidden"),
        "<title>Ferry timetable from Cove</title><p>On 2026-12-05 the ferry from Cove sails at 9:15.</p>" + FORM,
    ],
    ids=["sends", "logs in", "has no field for it", "says it"],
)
async def test_no_other_page_is(page: str) -> None:
    web = FakeWeb()
    web.add("http://ferries.example/", page)
    found = await web.reading().answers("the ferry timetable from Cove on 5 December", now=NOW, language=Language.ENGLISH)
    assert found.site is None


async def test_a_list_of_everything_is_left_to_the_filter_that_sorts_it() -> None:
    web = FakeWeb()
    colours = "".join(f"<option>{one}</option>" for one in ("grey", "lilac", "amber", "teal"))
    rows = "".join(f"<li>{one} vase {n}00 yen</li>" for n, one in enumerate(("Grey", "Lilac", "Amber", "Teal"), 3))
    web.add("http://vases.example/", f"<title>Vases</title><main><form><select name=c>{colours}</select></form><ul>{rows}</ul></main>")
    found = await web.reading().answers("which teal vases are there", now=NOW, language=Language.ENGLISH)
    assert found.quotes and found.site is not None and found.site.url == "http://vases.example/"


class OnePage:
    """A search engine that knows one page."""

    def __init__(self, url: str) -> None:
        self.url = url

    async def find(self, query: str, language: Language) -> tuple[SearchResult, ...]:
        return (SearchResult(url=self.url, title="Hill Ferries"),)


@asynccontextmanager
async def ferries(form: str) -> AsyncIterator[tuple[Site, str, Operating]]:
    site = Site(pages={"/": form, "/sailings": SAILINGS})
    engine = ChromiumEngine(rule=public_only(loopback=True))
    operating = Operating(engine, ScriptedModels({}), steps=4)
    async with served(site) as own:
        try:
            yield site, own, operating
        finally:
            await operating.close()
            await engine.close()


async def said(text: str, own: str, operating: Operating) -> Outcome:
    journal = Journal(None)
    agent = browser_agent(WebReading(OnePage(f"{own}/"), http_pages(loopback=True), place=""), operating)
    try:
        return await outcome_of(agent, task(text, now=NOW), journal=journal)
    finally:
        journal.close()


@pytest.mark.browser
@pytest.mark.skipif(find_chromium() is None, reason="no Chromium (apt-get install chromium)")
async def test_the_form_is_asked_and_what_it_shows_is_quoted() -> None:
    async with ferries(FORM) as (site, own, operating):
        outcome = await said(ASKED, own, operating)
        lines = outcome.text.splitlines()
        assert lines[0].startswith(f"On “Sailings from Cove - Hill Ferries” ({own}/sailings?")
        assert lines[1] == "I did this: “Day” is now “2026-12-05”; “Pier” is now “Cove”; pressed “Show”."
        assert [row for row in ("6:50", "9:15", "17:40") if row not in outcome.text] == []
        assert outcome.status is OutcomeStatus.DONE and outcome.served == Served(gear=Gear.OPERATE, pages=2)
        assert [run.tool for run in outcome.runs if run.tool != "website_step"] == ["web_search", "ask_site"]
        assert site.sent == []


@pytest.mark.browser
@pytest.mark.skipif(find_chromium() is None, reason="no Chromium (apt-get install chromium)")
async def test_a_form_that_would_send_something_is_left_alone() -> None:
    quiet = FORM.replace("<form", """<form onsubmit="fetch('/taken', {method: 'POST', body: 'x=1'}); return false" """)
    async with ferries(quiet) as (site, own, operating):
        outcome = await said(ASKED, own, operating)
        assert site.sent == [] and not outcome.approvals and outcome.found_nothing
        assert "with the form on" in outcome.text
