"""Of a talkative request only what asks is searched for; what is told around it says which town or thing is meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agentkit.fakes import outcome_of, task
from tests.agents.browser.fake_web import FakeWeb
from tests.agents.browser.test_reading import NOW, POOL, pool_page, said

from yamori.agentkit.journal import Journal
from yamori.agents.browser.agent import browser_agent
from yamori.agents.browser.rules.asked import is_for_a_site, wants_to_know
from yamori.agents.browser.rules.framed import web_is_asked
from yamori.agents.browser.rules.spoken import sentences, spoken
from yamori.understanding.frame import Frame, IntentName
from yamori.understanding.span import Span


async def test_reasons_around_a_question_hide_no_answer() -> None:
    web = FakeWeb()
    web.add(POOL, pool_page("2026-09-01", "daily from 9 to 17"))
    text = (await said(web, "My cousin is here and we are bored. What are the opening hours of Hill Pool?")).text
    assert "The pool is open daily from 9 to 17." in text
    assert web.asked[0]["q"].startswith("What are the opening hours of Hill Pool?")


async def test_a_place_that_is_told_before_the_question_is_searched_for_too() -> None:
    web = FakeWeb()
    web.add(POOL, pool_page("2026-09-01", "daily from 9 to 17"))
    await said(web, "We are going to Heron Bay. When does the pool open?")
    assert "Heron" in web.asked[0]["q"] and "Bay" in web.asked[0]["q"]


async def test_a_passage_that_only_speaks_of_the_place_is_no_answer() -> None:
    web = FakeWeb()
    web.add("http://bay.example/", "<title>Heron Bay</title><p>Heron Bay has a lighthouse.</p>")
    assert "found nothing that answers it" in (await said(web, "We are going to Heron Bay. When does the pool open?")).text


async def test_rows_of_other_days_than_the_one_asked_about_are_no_answer() -> None:
    rows = "".join(f"<tr><td>{day}</td><td>fair</td></tr>" for day in ("2025-11-20", "2026-11-29", "2026-12-24"))
    web = FakeWeb()
    web.add("http://fairs.example/", f"<title>Fairs in Heron Bay</title><table><tr><th>Day</th><th>Event</th></tr>{rows}</table>")
    text = (await said(web, "search the web for fairs in Heron Bay this month")).text
    assert "2026-11-29" in text and "2026-12-24" not in text and "2025" not in text
    assert "found nothing that answers it" in (await said(web, "search the web for fairs in Heron Bay in August 2027")).text


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("The tap drips. Who repairs taps?", "Who repairs taps?"),
        ("蛇口が漏れています。だれが直してくれますか？", "だれが直してくれますか？"),
        ("the height of the lighthouse", "the height of the lighthouse"),
        ("Who repairs taps? Where are they?", "Who repairs taps? Where are they?"),
    ],
)
def test_the_sentences_that_ask_are_told_from_the_others(text: str, asks: str) -> None:
    assert spoken(text).asks == asks


@given(st.lists(st.text("ab c.!?。？A", max_size=12), max_size=6).map(" ".join))
def test_nothing_of_a_text_is_lost_between_its_sentences(text: str) -> None:
    kept = "".join("".join(sentences(text)).split())
    assert kept == "".join(text.split())
    held = spoken(text)
    assert not held.around or set("".join(held.around.split())) <= set(text)


def test_an_address_stays_in_its_sentence() -> None:
    assert sentences("See https://bay.example/a?b=c now. Thanks.") == ["See https://bay.example/a?b=c now.", "Thanks."]


@pytest.mark.parametrize(
    ("text", "is_site"),
    [
        ("The kettle broke. Could you book a table on https://bay.example/tables/ for two?", True),
        ("Please put a kettle from the Bay online shop in the basket.", True),
        ("Is the online shop of Heron Bay closed?", False),
        ("湾のオンラインショップでやかんをかごに入れて", True),
        ("湾のサイトを探して", False),
        ("what is the height of the lighthouse?", False),
    ],
)
def test_a_website_that_is_to_be_used_is_told_from_one_that_is_asked_about(text: str, is_site: bool) -> None:
    assert is_for_a_site(text) is is_site


@pytest.mark.parametrize(
    ("text", "wants"), [("灯台の高さを知りたいです", True), ("灯台は高いです", False), ("the lighthouse is high", False)]
)
def test_wondering_wants_to_know(text: str, wants: bool) -> None:
    assert wants_to_know(text) is wants


async def test_an_address_anywhere_leads_to_operating() -> None:
    journal = Journal(None)
    try:
        request = task("The kettle broke. Could you look at https://bay.example/kettles/ for a white one?", now=NOW)
        outcome = await outcome_of(browser_agent(FakeWeb().reading()), request, journal=journal)
    finally:
        journal.close()
    assert [run.tool for run in outcome.runs] == ["use_website"]


def test_what_only_tells_why_does_not_take_a_question_from_the_web() -> None:
    def frame(intent: IntentName, start: int, end: int, odds: float) -> Frame:
        return Frame(intent=intent, span=Span(start, end), odds=odds)

    text = "We are out of lamp oil. What does it cost at the Harbour web shop?"
    end = text.index("What") - 1
    told, asked = frame(IntentName.ADD_ITEM, 0, end, 0.7), frame(IntentName.WEB, end + 1, len(text), 0.97)
    assert web_is_asked((told, asked), text)
    assert not web_is_asked((told, frame(IntentName.ADD_ITEM, end + 1, len(text), 0.97)), text)
    assert not web_is_asked((asked,), "Buy lamp oil at the Harbour web shop.")
