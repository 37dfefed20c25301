"""Answers to a waiting approval that agree and say the request again: those are a yes, and nothing beside it is."""

import pytest
from tests.agentkit.fakes import Yard, gate, which, yard_agent
from tests.orchestrator.fakes import household

from yamori.domain.events import Waiting
from yamori.understanding.frame import Frame, IntentName
from yamori.understanding.reader import NoReader
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance


class ByVerb(NoReader):
    """Takes everything for opening, and for closing where `gate it` is said."""

    async def read(self, utterance: Utterance) -> tuple[Frame, ...]:
        intent = IntentName.CLOSE if "gate it" in utterance.text else IntentName.OPEN
        return (Frame(intent=intent, span=Span(0, len(utterance.normal.text))),)


@pytest.mark.parametrize("answer", ["Yes, open it", "yes please, open the garden gate", "うん、open"])
async def test_a_yes_that_says_the_request_again_is_a_yes(answer: str) -> None:
    yard = Yard()
    async with household(yard_agent(lambda _: gate(), yard=yard), reader=ByVerb()) as house:
        assert isinstance((await house.say("Open the garden gate"))[-1], Waiting)
        await house.answer(answer)
        assert len(yard.open) == 1


@pytest.mark.parametrize(
    "answer", ["Yes, open the window", "yes, but not the gate", "Yes, open it at six", "yes, gate it", "open it", "yes, maybe open it…"]
)
async def test_a_yes_that_says_anything_else_is_asked_again(answer: str) -> None:
    yard = Yard()
    async with household(yard_agent(lambda _: gate(), yard=yard), reader=ByVerb()) as house:
        await house.say("Open the garden gate")
        await house.answer(answer)
        assert not yard.open


async def test_a_yes_to_a_choice_of_one_chooses_it() -> None:
    yard = Yard()
    agent = yard_agent(lambda task: which(task, "herbs"), yard=yard)
    async with household(agent) as house:
        assert isinstance((await house.say("Water the garden"))[-1], Waiting)
        await house.answer("yes, please")
        assert list(yard.done.values()) == ["herbs 5"]
