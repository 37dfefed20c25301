"""One story for every provider: offered the same tools, its model looks, reads what came back, acts, and stops."""

from dataclasses import replace
from typing import Any

import pytest
from tests.llm.providers.server import Does, serving
from tests.llm.providers.test_contract import Pauses, model
from tests.llm.providers.tool_protocols import CALLING, Call, CallingCompatible, CallingOllama, CallingOpenAI, CallingProtocol, written

from yamori.domain.errors import ModelFailed
from yamori.llm.answers import Garbage, Refused, Unusable
from yamori.llm.conversation import Conversation, OfferedTool, Round, Turn
from yamori.llm.port import Role

BED = {"type": "object", "properties": {"bed": {"$ref": "#/$defs/Bed"}}, "required": ["bed"], "additionalProperties": False}
READ = OfferedTool(
    name="read_bed", says="How dry a bed is.", schema={**BED, "$defs": {"Bed": {"enum": ["roses", "herbs"], "type": "string"}}}
)
WATER = OfferedTool(name="water", says="Water a bed.", schema={"type": "object", "properties": {"litres": {"type": "integer"}}})
NOTHING = OfferedTool(name="rest", says="Nothing to say.", schema={"type": "object", "properties": {}})
ASKED = Conversation(prefix="You are a gardener.", request="Water what is dry.", tools=(READ, WATER, NOTHING))
every = pytest.mark.parametrize("protocol", CALLING, ids=lambda p: type(p).__name__)


def after(asked: Conversation, turn: Turn, *results: str) -> Conversation:
    return replace(asked, rounds=(*asked.rounds, Round(turn=turn, results=results)))


@every
async def test_a_conversation_goes_from_a_look_to_an_act_to_its_end(protocol: CallingProtocol) -> None:
    looks = written(Call("read_bed", {"bed": "roses"}), Call("read_bed", {"bed": "herbs"}))
    async with serving(protocol, [looks, written(Call("water", {"litres": 3})), "All watered."]) as server:
        asked = model(server)
        first = await asked.converse(ASKED, role=Role.IOT)
        assert [(u.tool, dict(u.arguments)) for u in first.uses] == [("read_bed", {"bed": "roses"}), ("read_bed", {"bed": "herbs"})]
        assert len({u.id for u in first.uses}) == 2 and (first.usage.prompt_tokens, first.usage.completion_tokens) == (100, 7)
        seen = after(ASKED, first, '{"dry": true}', '{"dry": false}')
        second = await asked.converse(seen, role=Role.IOT)
        assert [(u.tool, dict(u.arguments)) for u in second.uses] == [("water", {"litres": 3})]
        last = await asked.converse(after(seen, second, '{"done": true}'), role=Role.IOT)
        assert (last.text, last.uses) == ("All watered.", ())
        heard = [r.replace(" ", "") for r in protocol.results(server.bodies[-1])]
    assert all(text in told for text, told in zip(('"dry":true', '"dry":false', '"done":true'), heard, strict=True)), heard
    for body in server.bodies:
        offered = protocol.tools(body)
        assert set(offered) == {"read_bed", "water", "rest"}
        assert set(offered["read_bed"]["properties"]["bed"]["enum"]) == {"roses", "herbs"}


@every
async def test_a_turn_that_was_read_from_a_journal_goes_on_as_well(protocol: CallingProtocol) -> None:
    async with serving(protocol, [written(Call("read_bed", {"bed": "roses"})), "Done."]) as server:
        first = await model(server).converse(ASKED, role=Role.IOT)
        restarted = replace(first, native=None)
        assert (await model(server).converse(after(ASKED, restarted, "{}"), role=Role.IOT)).text == "Done."


@every
async def test_a_busy_provider_is_asked_again_and_a_broken_one_is_said_to_be(protocol: CallingProtocol) -> None:
    pauses = Pauses()
    async with serving(protocol, [Does.IS_BUSY, "Done."]) as server:
        assert (await model(server, pauses).converse(ASKED, role=Role.IOT)).text == "Done."
    assert pauses.seconds == [3.0]
    async with serving(protocol, [Does.GARBLES] * 3) as server:
        with pytest.raises(ModelFailed):
            await model(server).converse(ASKED, role=Role.IOT)


@every
async def test_a_server_that_refuses_the_tools_is_not_offered_them_again(protocol: CallingProtocol) -> None:
    async with serving(protocol, [Does.REJECTS]) as server:
        asked = model(server, tools=True)
        assert asked.converses
        with pytest.raises(Refused):
            await asked.converse(ASKED, role=Role.IOT)
        assert not asked.converses


async def test_who_calls_tools_is_a_setting_with_a_default_for_each_provider() -> None:
    for protocol in CALLING:
        async with serving(protocol) as server:
            small = isinstance(protocol, CallingCompatible | CallingOllama)
            assert model(server).converses is not small
            assert model(server, tools=True).converses and not model(server, tools=False).converses


async def test_arguments_that_are_no_json_and_a_turn_cut_off_are_garbage_and_a_refusal_is_said() -> None:
    class Broken(CallingOpenAI):
        def says(self, body: Any, text: str, *, end: str = "stop") -> Any:
            said = {"id": "c", "type": "function", "function": {"name": "water", "arguments": '{"litres": '}}
            return self._completed({"role": "assistant", "content": None, "tool_calls": [said]}, "tool_calls")

    async with serving(Broken()) as server:
        with pytest.raises(Garbage, match="water"):
            await model(server).converse(ASKED, role=Role.IOT)
    async with serving(CallingOpenAI(), [Does.REFUSES]) as server:
        with pytest.raises(Unusable, match="I will not"):
            await model(server).converse(ASKED, role=Role.IOT)
