from collections.abc import Mapping

import pytest

from yamori.domain.errors import ModelFailed
from yamori.domain.values import Value
from yamori.llm.answers import Garbage
from yamori.llm.port import Prompt, Role
from yamori.llm.scripted import GARBAGE, HALF, SILENCE, UNKNOWN_TOOL, Says, ScriptedModel, ScriptedModels

SCHEMA: Mapping[str, Value] = {"type": "object", "properties": {"tool": {"enum": ["turn_on", "turn_off"]}}, "required": ["tool"]}
PROMPT = Prompt(prefix="b", request="r", schema=SCHEMA)


async def test_it_answers_line_by_line_and_remembers_what_it_was_asked() -> None:
    model = ScriptedModel([{"tool": "turn_on"}, lambda prompt: {"tool": "turn_off" if prompt.request == "r" else "?"}])
    assert (await model.answer(PROMPT, role=Role.IOT)).data == {"tool": "turn_on"}
    assert (await model.answer(PROMPT, role=Role.IOT)).data == {"tool": "turn_off"}
    assert model.prompts == [PROMPT, PROMPT]
    with pytest.raises(ModelFailed, match="no line left for iot: 'r'"):
        await model.answer(PROMPT, role=Role.IOT)


async def test_a_function_answers_for_ever_and_text_stays_text() -> None:
    model = ScriptedModel(lambda prompt: prompt.request.upper())
    for _ in range(3):
        assert (await model.answer(Prompt(prefix="b", request="hello"), role=Role.SPEAKER)).text == "HELLO"


@pytest.mark.parametrize("trouble", [GARBAGE, HALF, UNKNOWN_TOOL, Says("yes!"), {"tool": "sing"}])
async def test_it_goes_wrong_in_the_ways_models_do(trouble: object) -> None:
    with pytest.raises(Garbage):
        await ScriptedModel([trouble]).answer(PROMPT, role=Role.IOT)  # type: ignore[list-item]


async def test_silence_ends_at_its_limit() -> None:
    with pytest.raises(ModelFailed, match=r"did not answer within 0\.01 s"):
        await ScriptedModel([SILENCE], seconds=0.01).answer(PROMPT, role=Role.IOT)


async def test_without_validation_it_may_answer_anything() -> None:
    assert (await ScriptedModel([UNKNOWN_TOOL], strict=False).answer(PROMPT, role=Role.IOT)).data == {
        "tool": "no_such_tool",
        "arguments": {},
    }


async def test_an_exception_of_the_script_is_raised() -> None:
    with pytest.raises(ModelFailed, match="down"):
        await ScriptedModel([ModelFailed("down")]).answer(PROMPT, role=Role.IOT)


async def test_scripted_models_record_every_call_and_ask_again_after_garbage() -> None:
    iot = ScriptedModel([GARBAGE, {"tool": "turn_on"}])
    models = ScriptedModels({Role.IOT: iot})
    answer = await models.ask(Role.IOT, PROMPT, turn="t1", stronger=True)
    assert answer.data == {"tool": "turn_on"}
    assert [(a.role, a.turn, a.stronger, a.model) for a in models.asked] == [(Role.IOT, "t1", True, None)]
    assert "could not be used" in iot.prompts[1].request and iot.prompts[1].prefix == PROMPT.prefix
    with pytest.raises(ModelFailed, match="no model is scripted for planner"):
        await models.ask(Role.PLANNER, PROMPT)
