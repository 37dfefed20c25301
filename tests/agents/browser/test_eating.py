"""What the web says of food is checked against what the person must not eat; nothing of that is searched for."""

from datetime import datetime

from tests.agentkit.fakes import outcome_of, task
from tests.agents.browser.fake_web import FakeWeb

from yamori.agentkit.journal import Journal
from yamori.agentkit.task import Outcome, Remembered
from yamori.agents.browser.agent import browser_agent

NOW = datetime.fromisoformat("2026-11-27T10:00:00+09:00")
WALNUTS = Remembered(text="Rin's allergic to walnuts", source="", since=NOW, avoids=("walnuts",), about="Rin")
MILK = Remembered(text="ミルクアレルギーなんです", source="", since=NOW, avoids=("ミルク",))


async def said(web: FakeWeb, text: str, *facts: Remembered) -> Outcome:
    journal = Journal(None)
    try:
        return await outcome_of(browser_agent(web.reading()), task(text, now=NOW, facts=facts), journal=journal)
    finally:
        journal.close()


def bakers() -> FakeWeb:
    web = FakeWeb()
    web.add("http://one.example/", "<title>Carrot loaf</title><p>A carrot loaf recipe with walnuts and honey.</p>")
    web.add("http://two.example/", "<title>Plain carrot loaf</title><p>A carrot loaf recipe with honey alone.</p>")
    return web


async def test_what_somebody_must_not_eat_is_said_of_the_page_that_holds_it_and_others_come_first() -> None:
    web = bakers()
    outcome = await said(web, "search the web for a carrot loaf recipe", WALNUTS)
    _, first, second = outcome.text.splitlines()
    assert "two.example" in first and "Careful" not in first
    assert second.endswith("Careful, it contains nuts: Rin's allergic to walnuts.")
    assert all("walnut" not in query and "Rin" not in query for asked in web.asked for query in asked.values())


async def test_that_nothing_of_it_was_found_is_said_and_is_no_promise() -> None:
    web = FakeWeb()
    web.add("http://two.example/", "<title>Plain carrot loaf</title><p>A carrot loaf recipe with honey alone.</p>")
    outcome = await said(web, "search the web for a carrot loaf recipe", WALNUTS)
    assert "please check the ingredients all the same" in outcome.text


async def test_what_a_page_names_elsewhere_is_told_in_japanese_too() -> None:
    web = FakeWeb()
    web.add(
        "http://ja.example/", "<title>かぼちゃ</title><p>かぼちゃスープのレシピを紹介します。</p><h2>材料</h2><p>玉ねぎと生クリーム。</p>"
    )
    outcome = await said(web, "ネットでかぼちゃスープのレシピを調べて", MILK)
    assert "ご注意" in outcome.text and "ミルクアレルギー" in outcome.text


async def test_other_questions_are_answered_as_before() -> None:
    web = FakeWeb()
    web.add("http://farm.example/", "<title>Farm</title><p>The walnut farm is open daily.</p>")
    outcome = await said(web, "search the web for when the walnut farm is open", WALNUTS)
    assert "allergic" not in outcome.text
