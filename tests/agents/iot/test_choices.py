"""Where code is not certain, a model chooses from a short list, and nothing that the sentence forbids."""

import json
from typing import Any, cast

import jsonschema
import pytest
from tests.agents.iot.house import house

from yamori.agentkit.task import OutcomeStatus
from yamori.agentkit.tool import Call
from yamori.domain.receipt import ReceiptStatus
from yamori.domain.values import Value
from yamori.llm.port import Prompt


def _labels(prompt: Prompt) -> set[str]:
    forms = cast(Any, prompt.schema)["properties"]["calls"]["items"]["anyOf"]
    return {label for form in forms for label in form["properties"].get("target", {}).get("enum", [])}


def _tokens(prompt: Prompt) -> float:
    shown = [prompt.prefix, prompt.request, *(t for e in prompt.examples for t in (e.user, e.assistant))]
    return sum(1 / 1.3 if ord(c) > 0x2FFF else 1 / 4 for text in shown for c in text)


async def _asked(sentence: str, *, room: str | None = None, home: str | None = None) -> Prompt:
    async with house(room=room, **({"home": home} if home else {})) as manor:
        await manor.say(sentence)
        return manor.model.prompts[0]


@pytest.mark.parametrize("sentence", ["it feels terribly gloomy and chilly around here", "なんだか薄暗くて肌寒い感じがする", "surprise me"])
async def test_a_vague_request_costs_a_small_prompt_with_a_valid_schema(sentence: str) -> None:
    prompt = await _asked(sentence, home="demo")
    assert _tokens(prompt) < 1500
    jsonschema.Draft202012Validator.check_schema(cast(Any, prompt.schema))


async def test_someone_who_freezes_is_offered_what_heats_the_room_before_the_fridge() -> None:
    prompt = await _asked("I'm freezing")
    assert "Radiator (Parlour)" in _labels(prompt)
    lines = [line for line in prompt.request.splitlines() if line.startswith("- ")]
    assert lines[0].startswith("- Radiator")


async def test_a_japanese_sentence_finds_devices_by_their_japanese_names() -> None:
    prompt = await _asked("鶏をよろこばせてほしいな")
    assert next(line for line in prompt.request.splitlines() if line.startswith("- ")).startswith("- Hen feeder (Scullery) = 鶏の給餌器")


async def test_sensors_are_no_candidates_for_a_change() -> None:
    assert "Barometer (Tower)" not in _labels(await _asked("do something about the tower"))


async def test_the_models_choice_is_done_and_reported_from_its_receipt() -> None:
    script: list[Value] = [{"calls": [{"command": "feeder.dispense", "target": "Hen feeder (Scullery)", "scoops": 2}]}]
    async with house(script, covered=False) as manor:
        outcome = await manor.say("the hens look hungry, two scoops would do them good I suppose")
        assert outcome.status is OutcomeStatus.DONE and "given 3" in outcome.text
        assert await manor.changed() == {"s2.given": 3}


async def test_a_model_can_only_say_the_numbers_that_the_person_said() -> None:
    right: Value = {"calls": [{"command": "switchLevel.setLevel", "target": "Chandelier (Parlour)", "level": 15}]}
    async with house([right], covered=False) as manor:
        await manor.say("let the chandelier glimmer away at 15 or thereabouts")
        assert await manor.changed() == {"p1.level": 15}
        assert '"level": {"enum": [15]}' in json.dumps(manor.model.prompts[0].schema)


async def test_what_can_be_made_more_or_less_is_not_set_to_a_number_that_nobody_said() -> None:
    async with house([{"calls": [{"command": "switchLevel.brighter", "target": "Chandelier (Parlour)"}]}]) as manor:
        await manor.say("the chandelier could do with being rather brighter by the hearth")
        assert "switchLevel.setLevel" not in json.dumps(manor.model.prompts[0].schema)


async def test_a_model_that_finds_nothing_leaves_the_way_to_other_agents_open() -> None:
    async with house([{"calls": [{"none": "nothing to do"}]}]) as manor:
        outcome = await manor.say("the chandelier reminds me of my aunt")
        assert outcome.status is OutcomeStatus.FAILED and not outcome.final


async def test_more_is_never_less_whatever_the_model_says() -> None:
    script: list[Value] = [
        {"calls": [{"command": "glow.setIntensity", "target": "Sink light (Scullery)", "intensity": 20}]},
        {"calls": [{"command": "glow.setIntensity", "target": "Sink light (Scullery)", "intensity": 95}]},
    ]
    async with house(script, covered=False) as manor:
        await manor.say("the sink light could do with being rather brighter by the hearth")
        assert "goes the other way" in manor.model.prompts[1].request
        assert (await manor.changed())["s3.intensity"] == 95


async def test_a_room_that_is_too_dark_is_not_mended_by_a_light_that_goes_off() -> None:
    script: list[Value] = [
        {"calls": [{"command": "switch.off", "target": "Ida's lamp (Blue bedroom)"}]},
        {"calls": [{"command": "switchLevel.brighter", "target": "Ida's lamp (Blue bedroom)"}]},
    ]
    async with house(script, covered=False) as manor:
        await manor.say("it is far too dark for reading by Ida's lamp these days")
        assert "goes the other way" in manor.model.prompts[1].request
        assert list(await manor.changed()) == ["b1.level"]


async def test_a_dim_light_of_a_lamp_that_is_off_is_not_nearly_all_of_it() -> None:
    script: list[Value] = [
        {"calls": [{"command": "glow.setIntensity", "target": "Sink light (Scullery)", "intensity": 70}]},
        {"calls": [{"command": "glow.setIntensity", "target": "Sink light (Scullery)", "intensity": 20}]},
    ]
    async with house(script, covered=False) as manor:
        await manor.say("I fancy the sink light at some dim sort of shimmer")
        assert "goes the other way" in manor.model.prompts[1].request
        assert (await manor.changed())["s3.intensity"] == 20


@pytest.mark.parametrize("sentence", ["Give the sink light a soft low glow", "Put on a soft light in the scullery"])
async def test_a_soft_low_light_is_a_quarter_of_it_without_any_model(sentence: str) -> None:
    async with house([]) as manor:
        await manor.say(sentence)
        assert (await manor.changed())["s3.intensity"] == 25


async def test_half_of_a_sentence_that_the_model_forgets_is_asked_for_again_and_said_if_it_stays_undone() -> None:
    said = "get the chandelier ready and bring the gramophone into the mood"
    dim: Value = {"command": "switch.off", "target": "Chandelier (Parlour)"}
    first: Value = {"calls": [dim]}
    second: Value = {"calls": [dim, {"command": "switch.off", "target": "Gramophone (Parlour)"}]}
    async with house([first, second], covered=False) as manor:
        await manor.say(said)
        assert "Gramophone" in manor.model.prompts[1].request and await manor.changed() == {"p1.switch": "off", "p3.switch": "off"}
    async with house([first, first], covered=False) as manor:
        outcome = await manor.say(said)
        assert outcome.status is OutcomeStatus.PARTLY and "nothing about Gramophone" in outcome.text
        assert await manor.changed() == {"p1.switch": "off"}


async def test_a_vague_request_of_one_room_that_would_reach_others_waits_for_a_yes_there() -> None:
    async with house(room="parlour") as manor:
        lamps = {"p1": "parlour", "p2": "parlour", "b1": "blue-room", "t1": "tower"}

        async def off(said: str, key: str) -> set[str]:
            """The devices for which a yes is waited."""
            call = Call(key=key, task=manor.task(said))
            wanted: dict[str, Value] = {"devices": list(lamps), "capability": "switch", "command": "off"}
            result = await manor.agent.tools.run("control_devices", wanted, call=call)
            return {r.command.device for r in result.receipts if r.status is ReceiptStatus.HELD}

        assert await off("it is far too bright", "vague") == {"b1", "t1"}
        assert await off("it is too bright, put all the lights out", "all") == set()
        assert await off("lights out in the parlour, the blue room and the tower", "rooms") == set()


@pytest.mark.parametrize("said", ["sorry, make that 20", "hmm, that again, please", "my uncle is asleep", "それ、お願い"])
@pytest.mark.parametrize("command", ["switch.off", "switch.on", "switchLevel.brighter"])
async def test_what_a_model_chose_and_no_word_asks_for_is_not_done(said: str, command: str) -> None:
    decision: Value = {"calls": [{"command": command, "target": "Chandelier (Parlour)"}]}
    async with house([decision] * 3) as manor:
        outcome = await manor.say(said)
        assert await manor.changed() == {}
        assert outcome.status in (OutcomeStatus.ASKING, OutcomeStatus.FAILED), outcome
