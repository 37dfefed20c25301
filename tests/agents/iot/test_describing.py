"""What is proposed for later is shown in words, with its risk, and nothing is done."""

import pytest
from tests.agents.iot.house import house

from yamori.agentkit.proposal import proposed
from yamori.domain.capability import Risk
from yamori.domain.errors import InvalidRequest
from yamori.llm.scripted import ScriptedModels


@pytest.mark.parametrize(
    ("request_text", "shows", "risk", "reads"),
    [
        ("unlock the gate", "unlock the gate", Risk.CONFIRM, False),
        ("turn the chandelier off", "turn off the chandelier", Risk.SAFE, False),
        ("set the chandelier to 40%", "set the chandelier to 40%", Risk.SAFE, False),
        ("シャンデリアを40%にして", "シャンデリアの明るさを40%にする", Risk.SAFE, False),
        ("シャンデリアを消して", "シャンデリアをオフにする", Risk.SAFE, False),
        ("is the gate locked?", "is the gate locked?", Risk.SAFE, True),
    ],
)
async def test_a_proposal_says_what_would_be_done_and_does_nothing(request_text: str, shows: str, risk: Risk, reads: bool) -> None:
    async with house() as manor:
        found = await proposed(manor.agent, manor.task(request_text), models=ScriptedModels(manor.model), journal=manor.journal)
        assert [(call.shows, call.risk, call.reads) for call in found.calls] == [(shows, risk, reads)] and not found.left_out
        assert await manor.changed() == {}


async def test_several_devices_that_do_the_same_are_named_together() -> None:
    async with house() as manor:
        found = await proposed(manor.agent, manor.task("turn the lamps off"), models=ScriptedModels(manor.model), journal=manor.journal)
        assert found.calls[0].shows.startswith("turn off the piano lamp, ") and found.calls[0].shows.count("turn off") == 1


async def test_what_has_a_meaning_only_now_is_not_proposed() -> None:
    async with house() as manor:
        with pytest.raises(InvalidRequest, match="kept for later"):
            await proposed(manor.agent, manor.task("undo that"), models=ScriptedModels(manor.model), journal=manor.journal)
