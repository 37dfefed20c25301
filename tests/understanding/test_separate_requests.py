"""A question beside something else is a frame of its own, and so is what is asked of a second thing."""

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest

from yamori.understanding.frame import Frame
from yamori.understanding.marked import marked
from yamori.understanding.separate_requests import with_separate_requests
from yamori.understanding.utterance import Utterance, utterance_of

NOW = datetime(2026, 11, 28, tzinfo=UTC)


class Reader:
    """Knows the sentences that it was given, each by its words."""

    def __init__(self, *lines: str) -> None:
        self._known: Mapping[str, tuple[Frame, ...]] = {marked(line).text: marked(line).frames for line in lines}

    async def prepare(self) -> None:
        return None

    async def read(self, utterance: Utterance) -> tuple[Frame, ...]:
        return self._known.get(utterance.text, ())


async def read(line: str, *alone: str) -> list[tuple[str, str, list[str]]]:
    sentence = marked(line)
    utterance = utterance_of(sentence.text, NOW)
    frames = await with_separate_requests(sentence.frames, utterance, Reader(*alone))
    return [(f.intent.value, utterance.normal.shown(f.span).strip(), [s.text for s in f.slots]) for f in frames]


async def test_a_question_behind_an_order_is_a_frame_of_its_own() -> None:
    assert await read(
        "add_item: We're short of [title|twine]. What's on [list_name|the list]?", "list: What's on [list_name|the list]?"
    ) == [("add_item", "We're short of twine.", ["twine"]), ("list", "What's on the list?", ["the list"])]


async def test_so_is_one_before_it() -> None:
    found = await read("add_item: [list_name|リスト]に何がある？[title|麻ひも]も入れて。", "list: [list_name|リスト]に何がある？")
    assert found == [("list", "リストに何がある？", ["リスト"]), ("add_item", "麻ひもも入れて。", ["麻ひも"])]


async def test_so_is_another_question_behind_one() -> None:
    found = await read("list: [when|明日]の予定は？[device|窯]も消えてるか見て", "get: [device|窯]も消えてるか見て")
    assert [(intent, slots) for intent, _, slots in found] == [("list", ["明日"]), ("get", ["窯"])]


async def test_another_order_is_a_frame_of_its_own_too() -> None:
    found = await read(
        "turn_off: I meant [device|the kiln] should go off. Put [device|the wheel] on again.", "turn_on: Put [device|the wheel] on again."
    )
    assert [(intent, slots) for intent, _, slots in found] == [("turn_off", ["the kiln"]), ("turn_on", ["the wheel"])]


@pytest.mark.parametrize(
    ("line", "alone"),
    [
        ("turn_on: Could you light [device|the kiln]? [reason|It is cold]", "turn_on: Could you light [device|the kiln]?"),  # asks for it
        ("turn_on: Is anybody there? Light [device|the kiln]", "talk: Is anybody there?"),
        ("get: Is [device|the kiln] on? [reason|I smell smoke].", "get: Is [device|the kiln] on?"),  # is a question already
    ],
)
async def test_what_asks_for_the_same_stays_in_one_frame(line: str, alone: str) -> None:
    assert len(await read(line, alone)) == 1


@pytest.mark.parametrize(
    ("line", "cuts"),
    [
        (
            "get: [room|the hall]'s [feature|temperature] and [room|the attic]'s [feature|humidity]",
            [["the hall", "temperature"], ["the attic", "humidity"]],
        ),
        ("set: [device|窯]は[value|900度]、[device|乾燥機]は[value|40度]に", [["窯", "900度"], ["乾燥機", "40度"]]),
        ("set: [value|900] for [device|the kiln] and [device|the dryer]", [["900", "the kiln", "the dryer"]]),
        ("get: [device|窯]の[feature|温度]と、[device|ろくろ]の[feature|速さ]は", [["窯", "温度"], ["ろくろ", "速さ"]]),
        ("get: [feature|temperature] in [room|the hall] and [room|the attic]", [["temperature", "the hall", "the attic"]]),
        ("get: [device|the kiln]'s [feature|temperature] [room|in the hall]", [["the kiln", "temperature", "in the hall"]]),
    ],
)
async def test_each_thing_is_asked_about_what_is_said_of_it(line: str, cuts: list[list[str]]) -> None:
    assert [slots for _, _, slots in await read(line)] == cuts
