"""Conditions beyond the forms: a model writes them as code once, a person agrees, and from then on only the sandbox is asked."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any

import pytest
from tests.apps.test_automations import ended
from tests.apps.test_household import say

from yamori.apps.evaluated import EvaluatedHousehold, evaluated_household
from yamori.apps.homes import named_home
from yamori.domain.values import Value
from yamori.evaluation.household import HouseholdSpec
from yamori.llm.port import Role
from yamori.llm.scripted import ScriptedModel, ScriptedModels

EVENING = datetime.fromisoformat("2026-03-05T18:00:00+09:00")
ROOM = "living-room-climate-sensor.main.temperatureMeasurement.temperature"
COOLER = "air-conditioner.main.temperatureMeasurement.temperature"
SENTENCE = (
    "whenever the temperature difference between the living room climate sensor and the air conditioner is more than 3 degrees, "
    "turn the floor lamp on"
)
GOOD: Value = {"paths": [ROOM, COOLER], "code": f'def condition() -> bool:\n    return abs(reading("{ROOM}") - reading("{COOLER}")) > 3\n'}
BAD: Value = {"paths": [ROOM], "code": f'def condition() -> bool:\n    return reading("{ROOM}").real > 3\n'}


@asynccontextmanager
async def home_with(*lines: Value | Exception) -> AsyncIterator[tuple[EvaluatedHousehold, ScriptedModel]]:
    model = ScriptedModel(list(lines))
    spec = HouseholdSpec(home="demo", now=EVENING)
    async with evaluated_household(named_home("demo"), spec, ScriptedModels({Role.IOT: model}), None) as household:
        yield household, model


async def answered(household: EvaluatedHousehold, turn: dict[str, Any], text: str) -> str:
    await household.client.post(f"/turns/{turn['turn']}/answer", json={"text": text})
    return str((await ended(household, turn["turn"]))["answer"])


async def lamp(household: EvaluatedHousehold) -> list[tuple[str, str]]:
    return [(receipt.command.device, receipt.command.name) for receipt in await household.ledger()]


async def test_a_condition_that_a_model_wrote_fires_once_it_is_agreed_to_and_becomes_true() -> None:
    async with home_with(GOOD) as (household, model):
        await household.set_state(ROOM, 21.0)
        await household.set_state(COOLER, 20.0)
        turn = await say(household.client, SENTENCE)
        asked = turn["waiting"]["question"]
        assert "the temperature difference between" in asked and "which I work out from" in asked and "turn on the floor lamp" in asked
        await household.set_state(ROOM, 25.0)
        await household.set_state(ROOM, 21.0)
        assert await lamp(household) == []  # nobody has agreed to it
        await answered(household, turn, "yes")
        await household.set_state(ROOM, 22.5)
        assert await lamp(household) == []
        await household.set_state(ROOM, 23.5)
        assert await lamp(household) == [("floor-lamp", "on")]
        await household.set_state(ROOM, 24.0)
        assert len(await lamp(household)) == 1  # an edge, not a level
        assert len(model.prompts) == 1  # no model when it fires


async def test_a_bad_answer_goes_back_with_its_reason() -> None:
    async with home_with(BAD, GOOD) as (household, model):
        turn = await say(household.client, SENTENCE)
        assert "turn on the floor lamp" in turn["waiting"]["question"]
        assert "no attribute or method .real" in model.prompts[1].request


async def test_what_is_refused_leaves_nothing() -> None:
    async with home_with(GOOD) as (household, _):
        turn = await say(household.client, SENTENCE)
        await answered(household, turn, "no")
        assert await household.automations() == []


@pytest.mark.parametrize("lines", [(BAD, BAD), ({"none": "no reading tells that"},), ()])
async def test_without_code_that_may_run_it_is_said_and_nothing_is_kept(lines: tuple[Value, ...]) -> None:
    async with home_with(*lines) as (household, _):
        turn = await say(household.client, SENTENCE)
        assert turn["waiting"] is None and turn["answer"]
        await household.set_state(ROOM, 40.0)
        assert await household.automations() == [] and await lamp(household) == []


async def test_code_that_minds_how_long_something_lasts_is_looked_at_while_nothing_changes() -> None:
    code = f'def condition() -> bool:\n    return reading("{ROOM}") > 25 and minutes_since("{ROOM}") >= 10\n'
    async with home_with({"paths": [ROOM], "code": code}) as (household, _):
        await household.set_state(ROOM, 21.0)
        turn = await say(household.client, SENTENCE)
        await answered(household, turn, "yes")
        await household.set_state(ROOM, 26.0)
        await household.advance(8 * 60)
        assert await lamp(household) == []
        await household.advance(4 * 60)
        assert await lamp(household) == [("floor-lamp", "on")]
        await household.advance(3600)
        assert len(await lamp(household)) == 1
