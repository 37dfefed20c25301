"""A question of the house is answered by an answer; a sentence that plainly asks for something else is a request of its own."""

from collections.abc import Mapping

import pytest
from tests.agentkit.fakes import NOON, Yard, which, yard_agent
from tests.orchestrator.fakes import household, said

from yamori.orchestrator.new_request import is_new_request
from yamori.understanding.frame import Frame, IntentName
from yamori.understanding.marked import marked
from yamori.understanding.reader import NoReader
from yamori.understanding.utterance import Utterance


class Marked(NoReader):
    """Reads these sentences as they are marked; the words outside the slots ask."""

    def __init__(self, *lines: str) -> None:
        read = [marked(line) for line in lines]
        self._read: Mapping[str, tuple[Frame, ...]] = {one.text: tuple(one.frames) for one in read}

    async def read(self, utterance: Utterance) -> tuple[Frame, ...]:
        return tuple(_with_asking(f, utterance) for f in self._read.get(utterance.text, ()))


def _with_asking(frame: Frame, utterance: Utterance) -> Frame:
    from dataclasses import replace

    from yamori.understanding.span import Span

    edges = [frame.span.start, *(e for s in sorted(frame.slots, key=lambda s: s.span) for e in s.span), frame.span.end]
    gaps = [Span(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True)]
    return replace(frame, asking=tuple(g for g in gaps if utterance.normal.text[g.start : g.end].strip()))


OPTIONS = ("Floor lamp (Den)", "Desk lamp (Study)")
ASKED = "turn_on: turn on [device|the lamp]"


@pytest.mark.parametrize(
    "line",
    [
        "get: is [device|the gate] locked?",
        "turn_off: turn [device|the radio] off",
        "turn_off: turn off [device|the desk lamp]",
        "turn_on: turn on [device|the kettle]",
        "list: what is on [when|tomorrow]?",
        "turn_off: [device|ラジオ]消して",
    ],
)
async def test_a_whole_sentence_about_something_else_is_a_new_request(line: str) -> None:
    reader = Marked(ASKED, line)
    assert await is_new_request(marked(line).text, "turn on the lamp", OPTIONS, "Which one do you mean?", reader, NOON)


@pytest.mark.parametrize(
    "line",
    [
        "turn_on: [device|the desk lamp]",
        "turn_on: [device|the one in the study] please",
        "turn_on: turn on [device|the desk lamp]",
        "turn_on: put [device|it] on [room|in the study]",
        "turn_on: [room|書斎]の",
        "confirm: yes",
        "get: [room|the study]",
    ],
)
async def test_what_names_one_of_the_choices_or_asks_for_nothing_is_an_answer(line: str) -> None:
    reader = Marked(ASKED, line)
    assert not await is_new_request(marked(line).text, "turn on the lamp", OPTIONS, "Which one do you mean?", reader, NOON)


async def test_to_a_question_without_choices_any_sentence_but_a_question_is_an_answer() -> None:
    order, question = "turn_off: turn off [device|the oven]", "get: is [device|the gate] locked?"
    reader = Marked(order, question)
    assert not await is_new_request("turn off the oven", "remind me", (), "What shall I remind you of?", reader, NOON)
    assert await is_new_request("is the gate locked?", "remind me", (), "What shall I remind you of?", reader, NOON)


async def test_a_new_request_drops_the_question_and_is_carried_out() -> None:
    garden, pond = Yard(), Yard()
    reader = Marked("operate: water [device|the garden]", "operate: fill [device|the pond]")
    async with household(yard_agent(which, yard=garden), yard_agent(name="pond", yard=pond), reader=reader) as house:
        assert said(await house.say("water the garden")) == "Which bed?"
        held = house.turn
        assert said(await house.say("fill the pond")) == "pond: water done."
        assert house.turn != held and not garden.done


async def test_a_reader_that_is_not_sure_leaves_the_sentence_an_answer() -> None:
    class Unsure(NoReader):
        async def read(self, utterance: Utterance) -> tuple[Frame, ...]:
            return (Frame(intent=IntentName.TURN_OFF, span=marked("turn_off: x").frames[0].span, odds=0.6),)

    assert not await is_new_request("turn the radio off", "turn on the lamp", OPTIONS, "Which one?", Unsure(), NOON)
