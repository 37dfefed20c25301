"""The Life-Style agent through its doors: every tool as a program calls it."""

from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Any

import httpx
import pytest
from tests.agentkit.fakes import client_of
from tests.agents.lifestyle.library import NOW, Library, entries, library

from yamori.agentkit.endpoints import add_endpoints
from yamori.agentkit.journal import Journal
from yamori.agents.lifestyle.agent import lifestyle_agent
from yamori.agents.lifestyle.intake import BATCH, Step
from yamori.agents.lifestyle.rules.report import answer_text
from yamori.agents.lifestyle.starting import Starting
from yamori.domain.clock import SetClock
from yamori.domain.language import Language
from yamori.llm.scripted import ScriptedModels

LOOM = "# Loom\n\n## Oiling\n\nOil the treadle every five weeks.\n\n## Guarantee\n\nThe guarantee of the loom lasts three years.\n"
RULES = "# House rules\n\n## Waste\n\nGlass goes out on Thursday.\n"


@asynccontextmanager
async def open_agent() -> AsyncIterator[tuple[Library, httpx.AsyncClient]]:
    """Without a model and without an encoder."""
    models, journal = ScriptedModels({}), Journal(None)
    async with library() as kept:
        agent = lifestyle_agent(kept.papers, kept.intake, Starting(kept.papers, kept.intake, starter=False), models=models)
        async with add_endpoints(agent, models=models, journal=journal, clock=SetClock(NOW)) as app, client_of(app) as client:
            yield kept, client
    journal.close()


async def run(client: httpx.AsyncClient, tool: str, **arguments: object) -> Any:  # JSON
    reply = await client.post(f"/tools/{tool}", json=arguments)
    assert reply.status_code == 200, reply.text
    return reply.json()["value"]


async def refused(client: httpx.AsyncClient, tool: str, **arguments: object) -> tuple[int, str, str]:
    reply = await client.post(f"/tools/{tool}", json=arguments)
    error = reply.json()["error"]
    return reply.status_code, error["where"], error["message"]


async def test_a_paper_is_added_listed_read_replaced_and_removed() -> None:
    async with open_agent() as (_, client):
        added = await run(client, "add_paper", name="loom.md", text=LOOM, topic="workshop")
        again = await run(client, "add_paper", name="loom.md", text=LOOM, topic="workshop")
        await run(client, "add_paper", name="rules.md", text=RULES)
        topics = await run(client, "list_topics")
        workshop, every = await run(client, "list_papers", topic="workshop"), await run(client, "list_papers")
        whole = await run(client, "read_paper", topic="workshop", paper=added["paper"])
        second = await run(client, "read_paper", topic="workshop", paper=added["paper"], start=1, limit=1)
        changed = await run(client, "add_paper", name="loom.md", text=LOOM.replace("five", "nine"), topic="workshop")
        gone = await run(client, "remove_paper", topic="workshop", paper=changed["paper"])
        left = await run(client, "list_papers")
    assert (added["did"], again["did"], changed["did"], gone["did"]) == ("read", "unchanged", "read", "removed")
    assert topics == {"topics": [{"topic": "household", "papers": 1, "passages": 1}, {"topic": "workshop", "papers": 1, "passages": 2}]}
    assert [p["name"] for p in workshop["papers"]] == ["loom.md"]
    assert sorted(p["name"] for p in every["papers"]) == ["loom.md", "rules.md"]
    assert [(p["passage"], p["headings"][-1], p["text"]) for p in whole["text"]] == [
        (0, "Oiling", "Oil the treadle every five weeks."),
        (1, "Guarantee", "The guarantee of the loom lasts three years."),
    ]
    assert [p["passage"] for p in second["text"]] == [1]
    assert [p["name"] for p in left["papers"]] == ["rules.md"]


async def test_passages_are_found_in_the_topics_that_are_named() -> None:
    async with open_agent() as (_, client):
        await run(client, "add_paper", name="loom.md", text=LOOM, topic="workshop")
        await run(client, "add_paper", name="rules.md", text=RULES)
        found = await run(client, "search_papers", query="glass on Thursday, and the treadle")
        one = await run(client, "search_papers", query="glass on Thursday, and the treadle", topics=["workshop"], limit=1)
        nowhere = await refused(client, "search_papers", query="glass", topics=["cellar"])
    assert {p["name"] for p in found["passages"]} == {"loom.md", "rules.md"}
    assert [p["name"] for p in one["passages"]] == ["loom.md"]
    assert (nowhere[0], "household, workshop" in nowhere[2]) == (404, True)


async def test_a_question_goes_on_from_the_one_before_where_a_conversation_is_named_and_remembered() -> None:
    async with open_agent() as (_, client):
        await run(client, "add_paper", name="loom.md", text=LOOM)
        said = [
            (await run(client, "answer_question", question=question, **more))["question"]
            for question, more in (
                ("How often is the treadle oiled?", {"conversation": "a"}),
                ("And its guarantee?", {"conversation": "a", "remember": False}),
                ("And why?", {"conversation": "a"}),
                ("And why?", {"conversation": "b"}),
                ("And why?", {}),
            )
        ]
    assert said == [
        "How often is the treadle oiled?",
        "How often is the treadle oiled? And its guarantee?",
        "How often is the treadle oiled? And why?",
        "And why?",
        "And why?",
    ]


async def test_of_old_conversations_the_oldest_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yamori.agents.lifestyle.tools.CONVERSATIONS", 2)
    async with open_agent() as (_, client):
        for conversation in ("a", "b", "c"):
            await run(client, "answer_question", question="How often is the treadle oiled?", conversation=conversation)
        said = [(await run(client, "answer_question", question="And why?", conversation=c))["question"] for c in ("a", "c")]
    assert said == ["And why?", "How often is the treadle oiled? And why?"]


async def test_while_papers_are_read_it_is_said_that_what_is_not_found_may_yet_come() -> None:
    async with open_agent() as (kept, client):
        async with aclosing(kept.intake.add("household", "lamps.jsonl", entries(BATCH + 1).encode())) as steps:
            assert (await anext(steps)).step is Step.READING
            during = await run(client, "answer_question", question="Who tunes the harp?")
            assert [step.step async for step in steps][-1] is Step.READ
        after = await run(client, "answer_question", question="Who tunes the harp?")
    assert (during["found"], during["reading"]) == (False, True)
    assert (after["found"], after["reading"]) == (False, False)
    assert "still reading" in answer_text(during, Language.ENGLISH)
    assert "読んでいる" in answer_text(during, Language.JAPANESE)
    assert "not in your papers" in answer_text(after, Language.ENGLISH)


@pytest.mark.parametrize(
    ("tool", "arguments", "status", "where"),
    [
        ("add_paper", {"name": "../loom.md", "text": LOOM}, 422, "name"),
        ("add_paper", {"name": "loom.md", "text": LOOM, "topic": "a/b"}, 422, "topic"),
        ("add_paper", {"name": "loom.md", "text": "\n"}, 422, "text"),
        ("add_paper", {"name": "loom.md", "text": ""}, 422, "text"),
        ("read_paper", {"topic": "household", "paper": 99}, 404, "paper"),
        ("read_paper", {"topic": "cellar", "paper": 1}, 404, "topic"),
        ("remove_paper", {"topic": "household", "paper": 99}, 404, "paper"),
        ("list_papers", {"topic": "cellar"}, 404, "topic"),
        ("search_papers", {"query": "x", "limit": 0}, 422, "limit"),
        ("answer_question", {"question": ""}, 422, "question"),
        ("answer_question", {"question": "What may I eat?", "constraints": ["moonlight"]}, 422, "constraints"),
    ],
)
async def test_what_cannot_be_is_refused_with_its_place(tool: str, arguments: dict[str, object], status: int, where: str) -> None:
    async with open_agent() as (kept, client):
        await kept.add("household", "rules.md", RULES)
        found = await refused(client, tool, **arguments)
    assert found[:2] == (status, where)
    assert found[2]


PLAN = "# Menu of the week\n\n- Mon: gratin (potatoes, cream)\n- Tue: dal (lentils, rice)\n"


async def test_the_dishes_of_a_paper_are_judged_by_what_is_written_of_each() -> None:
    async with open_agent() as (_, client):
        await run(client, "add_paper", name="menu.md", text=PLAN, topic="cooking")
        found = await run(client, "judge_dishes", question="What on the menu of the week is without dairy?", constraints=["milk"])
    assert [(dish["name"], dish["breaks"], dish["because"]) for dish in found["dishes"]] == [
        ("gratin", "milk", "cream"),
        ("dal", None, ""),
    ]
    assert [source["name"] for source in found["sources"]] == ["menu.md"] and found["because"] == []
