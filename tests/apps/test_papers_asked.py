"""The household's papers asked through its front door, by people with something that they must not eat."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any

import httpx
import pytest
from httpx_sse import aconnect_sse
from tests.embedding.encoders import CountingEncoder

from yamori.agentkit.transport import StreamingTransport
from yamori.apps.household import run_household
from yamori.apps.papers import PaperOptions
from yamori.domain.clock import SetClock
from yamori.gateway.homefile import load_home
from yamori.llm.port import Role
from yamori.llm.scripted import ScriptedModel, ScriptedModels

MORNING = datetime.fromisoformat("2026-11-21T09:00:00+09:00")
SUPPERS = """\
# Suppers

## Omelette

A quick supper to cook without an oven: beat three eggs and fry them for two minutes.

## Cucumber salad

A quick supper to cook without an oven: cut two cucumbers and toss them with vinegar.
"""
夕食 = (
    "# 夕食\n\n## 卵焼き\n\n火を使う簡単な夕食: 卵を3個溶いて焼きます。\n\n"
    "## 冷やしうどん\n\n火を使う簡単な夕食: うどんをゆでて冷やします。\n"
)


@asynccontextmanager
async def living() -> AsyncIterator[httpx.AsyncClient]:
    """A client at the front door of a household with these papers, which finds by words and by a fake of meaning. Its only model is a
    planner that gives the papers whatever nobody else takes."""
    planner = ScriptedModel(lambda _: {"tasks": [{"agent": "lifestyle", "request": "?"}]})
    async with (
        run_household(
            load_home("demo"),
            data=None,
            clock=SetClock(MORNING),
            models=ScriptedModels({Role.PLANNER: planner}),
            papers=PaperOptions(encoder=CountingEncoder()),
        ) as household,
        httpx.AsyncClient(transport=StreamingTransport(household.app), base_url="http://127.0.0.1", timeout=20.0) as client,
    ):
        for name, text in (("suppers.md", SUPPERS), ("夕食.md", 夕食)):
            await client.post("/agents/lifestyle/tools/add_paper", json={"name": name, "text": text, "topic": "cooking"})
        yield client


async def chat(client: httpx.AsyncClient, body: Mapping[str, object]) -> httpx.Response:
    return await client.post("/agents/lifestyle/chat", json=dict(body))


@pytest.mark.parametrize(
    ("question", "constraint", "gone", "given"),
    [
        ("Which quick supper can I cook without an oven?", "egg", "eggs", "cucumbers"),
        ("Which quick supper can I cook without an oven?", "卵", "eggs", "cucumbers"),
        ("火を使う簡単な夕食は何を作れますか", "egg allergy", "卵を3個", "うどん"),
    ],
)
async def test_a_chat_gives_no_dish_that_breaks_a_constraint_and_names_what_it_left_out(
    question: str, constraint: str, gone: str, given: str
) -> None:
    async with living() as client:
        free: dict[str, Any] = (await chat(client, {"text": question})).json()
        bound: dict[str, Any] = (await chat(client, {"text": question, "constraints": [constraint]})).json()
    assert gone in free["text"]
    (answer,) = [r["result"] for r in bound["runs"]]
    assert given in bound["text"]
    assert gone not in " ".join(s["text"] for s in answer["sentences"])
    assert {o["constraint"] for o in answer["left_out"]} == {"egg"}


async def test_a_chat_with_a_constraint_that_nobody_can_check_is_refused_with_those_that_there_are() -> None:
    async with living() as client:
        reply = await chat(client, {"text": "Which quick supper can I cook?", "constraints": ["egg", "moonlight"]})
        streamed = await client.post(
            "/agents/lifestyle/chat",
            json={"text": "Which quick supper can I cook?", "constraints": ["moonlight"]},
            headers={"accept": "text/event-stream"},
        )
        other = await client.post("/agents/iot/chat", json={"text": "Turn on the bedside lamp", "constraints": ["egg"]})
    assert (reply.status_code, streamed.status_code, other.status_code) == (422, 422, 422)
    error = reply.json()["error"]
    assert (error["where"], "'moonlight' is no constraint" in error["message"]) == ("constraints", True)
    assert {"egg", "salt", "buckwheat"} <= set(error["nearest"])
    assert "iot agent speaks of nothing to eat" in other.json()["error"]["message"]


async def test_a_turn_carries_its_constraints_to_the_papers() -> None:
    async with living() as client:
        sent = {"text": "Which quick supper can I cook without an oven?", "person": "aiko", "constraints": ["egg"]}
        turn = (await client.post("/turns", json=sent)).json()["turn"]
        async with aconnect_sse(client, "GET", f"/turns/{turn}/events") as source:
            assert [event.event async for event in source.aiter_sse()][-1] == "replied"
        answer = (await client.get(f"/turns/{turn}")).json()["answer"]
    assert "cucumbers" in answer
    assert "beat three eggs" not in answer


@pytest.mark.parametrize(
    ("question", "constraint", "says"),
    [
        ("Which quick supper can I cook without an oven?", "moonlight", "I cannot check a dish for “moonlight”"),
        ("火を使う簡単な夕食は何を作れますか", "月の光", "「月の光」は確かめられない食の制限なので"),
    ],
)
async def test_a_turn_with_a_constraint_that_nobody_can_check_names_no_dish_and_what_can_be_checked(
    question: str, constraint: str, says: str
) -> None:
    async with living() as client:
        sent = {"text": question, "person": "aiko", "constraints": ["egg", constraint]}
        turn = (await client.post("/turns", json=sent)).json()["turn"]
        async with aconnect_sse(client, "GET", f"/turns/{turn}/events") as source:
            assert [event.event async for event in source.aiter_sse()][-1] == "replied"
        answer = (await client.get(f"/turns/{turn}")).json()["answer"]
    assert says in answer
    assert "cucumbers" not in answer and "うどん" not in answer


async def test_a_question_goes_on_from_the_one_before_in_its_conversation_only() -> None:
    async with living() as client:
        said = []
        for text, conversation in (
            ("What goes into the cucumber salad?", "a"),
            ("And for how long?", "a"),
            ("And for how long?", "b"),
            ("What goes into the cucumber salad?", "b"),
        ):
            outcome = (await chat(client, {"text": text, "conversation": conversation})).json()
            said += [r["arguments"]["question"] for r in outcome["runs"] if r["tool"] == "answer_question"]
    assert said == [
        "What goes into the cucumber salad?",
        "What goes into the cucumber salad? And for how long?",
        "And for how long?",
        "What goes into the cucumber salad?",
    ]
