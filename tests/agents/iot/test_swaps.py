"""Two things that change places: each gets what the other has, and what is told of them is no order."""

import pytest
from tests.agents.iot.frames.homes import context_of
from tests.agents.iot.house import house

from yamori.agents.iot.rules.swaps import swap_in

BLINDS = {"bedroom-blinds.shadeLevel": 100, "living-room-blinds.shadeLevel": 0}
NIGHT = {"floor-lamp.switch": "on", "bedside-lamp.switch": "off"}


@pytest.mark.parametrize(
    ("sentence", "changed"),
    [
        ("the floor lamp is off and the bedside lamp is on, swap them", NIGHT),
        ("フロアランプは消えててベッドサイドランプはついてる、逆にして", NIGHT),
        ("swap the floor lamp and the bedside lamp over please", NIGHT),
        ("the bedroom blinds are shut and the living room blinds are open, swap them", BLINDS),
    ],
)
async def test_each_gets_what_the_other_has(sentence: str, changed: dict[str, object]) -> None:
    async with house(home="demo") as demo:
        await demo.say(sentence)
        assert await demo.changed() == changed
        assert not demo.model.prompts


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("swap the floor lamp and the desk lamp", "are the same already"),
        ("swap the front door lock and the coffee maker", "can’t swap"),
        ("swap the lamps", "can’t swap"),
        ("swap the floor lamp and the bedside lamp and order a pizza", "can’t swap"),
        ("フロアランプとデスクランプを入れ替えて", "どちらも同じ"),
    ],
)
async def test_what_cannot_be_exchanged_is_said_and_left(sentence: str, told: str) -> None:
    async with house(home="demo") as demo:
        assert told in (await demo.say(sentence)).text
        assert not await demo.changed()


@pytest.mark.parametrize(
    "sentence",
    [
        "don't swap the floor lamp and the bedside lamp",
        "swap the floor lamp and the bedside lamp at 8pm",
        "逆にフロアランプを消してベッドサイドランプをつけて",
        "the floor lamp is off and the bedside lamp is on",
    ],
)
def test_nothing_changes_places_that_was_not_asked_to_now(sentence: str) -> None:
    assert swap_in(sentence, context_of("demo")) is None
