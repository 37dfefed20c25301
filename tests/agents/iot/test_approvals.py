"""What a held command needs before it is carried out: an unmistakable yes, whoever speaks to the agent."""

import pytest
from tests.agents.iot.house import house

from yamori.agentkit.task import OutcomeStatus


@pytest.mark.parametrize("answer", ["Yes, please", "はい、お願いします"])
async def test_a_yes_carries_out_what_was_held(answer: str) -> None:
    async with house() as manor:
        held = await manor.say("Unlock the gate")
        assert held.status is OutcomeStatus.HELD
        assert (await manor.answer(held, answer)).status is OutcomeStatus.DONE


@pytest.mark.parametrize("answer", ["No, leave it locked", "not yet", "いや、やめて", "結構です"])
async def test_a_refusal_in_other_words_than_no_is_a_refusal(answer: str) -> None:
    async with house() as manor:
        held = await manor.say("Unlock the gate")
        assert (await manor.answer(held, answer)).status is OutcomeStatus.FAILED
        assert await manor.changed() == {}


@pytest.mark.parametrize(
    "answer", ["yes but not the back door", "yes?", "1830", "大丈夫です", "はい、でも裏口は閉めて", "leave it locked", "ok, at 7"]
)
async def test_an_answer_that_is_neither_leaves_it_held_and_says_so(answer: str) -> None:
    async with house() as manor:
        held = await manor.say("Unlock the gate")
        still = await manor.answer(held, answer)
        assert (still.status, still.approvals) == (OutcomeStatus.HELD, held.approvals)
        assert await manor.changed() == {}
        assert (await manor.answer(still, "yes")).status is OutcomeStatus.DONE
