"""Recipes of the household's own papers, asked for by people of whom it is known what they must not eat; through the chat endpoint."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

import httpx
import pytest
from tests.apps.test_household import say
from tests.embedding.encoders import CountingEncoder
from tests.memory.fakes import change

from yamori.agentkit.transport import StreamingTransport
from yamori.apps.household import Household, run_household
from yamori.apps.papers import PaperOptions
from yamori.domain.clock import SetClock
from yamori.domain.values import Value
from yamori.gateway.homefile import load_home
from yamori.llm.port import Role
from yamori.llm.scripted import ScriptedModel, ScriptedModels
from yamori.understanding.tagging.trained import trained_reader

MORNING = datetime.fromisoformat("2026-11-21T09:00:00+09:00")
SUPPERS = """\
# Suppers

## Batter cakes

### Ingredients

Three eggs, flour and a spoon of oil.

### Method

A quick supper to cook without an oven: stir everything and fry it in a pan for two minutes.

## Cucumber salad

A quick supper to cook without an oven: cut two cucumbers and toss them with vinegar.
"""
夕食 = (
    "# 夕食\n\n## 卵焼き\n\n火を使う簡単な夕食: 卵を3個溶いて焼きます。\n\n"
    "## 冷やしきゅうり\n\n火を使う簡単な夕食: きゅうりをゆでて冷やします。\n"
)
QUESTION = "Which quick supper can I cook without an oven?"


@asynccontextmanager
async def living() -> AsyncIterator[httpx.AsyncClient]:
    async with learning() as (_, client):
        yield client


@asynccontextmanager
async def learning(*changes: Value) -> AsyncIterator[tuple[Household, httpx.AsyncClient]]:
    """A household with these papers, which finds by words and by a fake of meaning. Its planner gives the papers whatever nobody takes; its
    memory passes propose these changes."""
    planner = ScriptedModel(lambda _: {"tasks": [{"agent": "lifestyle", "request": "?"}]})
    async with (
        run_household(
            load_home("demo"),
            data=None,
            clock=SetClock(MORNING),
            models=ScriptedModels({Role.PLANNER: planner, Role.MEMORY: ScriptedModel(lambda _: {"changes": list(changes)})}),
            papers=PaperOptions(encoder=CountingEncoder()),
            reader=trained_reader(),
        ) as household,
        httpx.AsyncClient(transport=StreamingTransport(household.app), base_url="http://127.0.0.1", timeout=120.0) as client,
    ):
        for name, text in (("suppers.md", SUPPERS), ("夕食.md", 夕食)):
            await client.post("/agents/lifestyle/tools/add_paper", json={"name": name, "text": text, "topic": "cooking"})
        yield household, client


async def told(client: httpx.AsyncClient, *texts: str, person: str = "aiko") -> str:
    answer = ""
    for text in texts:
        answer = str((await say(client, text, person=person))["answer"])
    return answer


async def test_a_recipe_that_holds_what_somebody_is_allergic_to_is_left_out_and_the_reason_said() -> None:
    async with living() as client:
        before = await told(client, QUESTION)
        after = await told(client, "I'm allergic to eggs", QUESTION)
    assert "fry it in a pan" in before
    assert "fry it in a pan" not in after and "cucumbers" in after  # the eggs stand in another passage of the recipe
    assert "without egg, because you're allergic to eggs" in after and "I left out what contains egg" in after


async def test_the_same_in_japanese() -> None:
    async with living() as client:
        after = await told(client, "卵アレルギーです", "火を使う簡単な夕食は何を作れますか")
    assert "卵を3個" not in after and "きゅうり" in after and "卵を使わない" in after


async def test_what_nobody_can_check_is_said() -> None:
    async with living() as client:
        after = await told(client, "I'm allergic to kiwis", QUESTION)
    assert "cucumbers" in after and "I can't tell whether it has kiwi: you're allergic to kiwis" in after


@pytest.mark.parametrize(
    ("tells", "person", "left_out"),
    [
        ("our daughter is allergic to eggs", "kenji", True),
        ("I'm allergic to eggs", "kenji", False),
        ("my boss is allergic to eggs", "aiko", False),
        ("my daughter is allergic to eggs", "aiko", True),
    ],
)
async def test_who_cooks_for_the_household_heeds_what_it_shares_and_nothing_that_is_private(
    tells: str, person: str, left_out: bool
) -> None:
    async with living() as client:
        await told(client, tells, person=person)
        answer = await told(client, QUESTION)
    assert ("fry it in a pan" not in answer) is left_out


async def test_a_recipe_asked_for_by_its_name_is_given_with_a_warning() -> None:
    async with living() as client:
        answer = await told(client, "I'm allergic to eggs", "How do I fry the batter cakes in a pan?")
    assert "Careful, it contains egg: you're allergic to eggs." in answer


@pytest.mark.parametrize(
    ("said", "topic", "value", "left_out"),
    [("Asthma runs in my family", "body", "asthma", False), ("Eggs bring me out in a rash", "avoid", "eggs", True)],
)
async def test_what_a_memory_pass_found_is_heeded_where_it_is_of_food(said: str, topic: str, value: str, left_out: bool) -> None:
    proposed = change(about="health", topic=topic, name="health", value=value, quote=said)
    async with learning(proposed) as (household, client):
        turn = await say(client, said, person="aiko")
        assert household.memory is not None
        passed = await household.memory.passes.run(turn["conversation"], "aiko", now=MORNING + timedelta(hours=1))
        assert [update.is_empty for update in passed.updates] == [False]
        answer = await told(client, QUESTION)
    assert ("fry it in a pan" not in answer) is left_out
    assert "asthma" not in answer.casefold()
