"""Two wishes in one sentence that exclude each other are asked about; one after the other they are done."""

import pytest

from yamori.agentkit.task import OutcomeStatus
from yamori.agents.iot.rules.commands import Order
from yamori.agents.iot.rules.contradictions import either_of
from yamori.agents.iot.rules.meaning import Context, Focus, Meaning
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.words import lexicon
from yamori.gateway.homefile import load_home

from .house import MANOR, house


@pytest.mark.parametrize(
    ("said", "options"),
    [
        ("turn the chandelier on and off", ("turn on the chandelier", "turn off the chandelier")),
        ("Turn on the chandelier and turn off the chandelier", ("turn on the chandelier", "turn off the chandelier")),
        ("シャンデリアをつけて消して", ("シャンデリアをオンにする", "シャンデリアをオフにする")),
    ],
)
async def test_what_excludes_itself_is_asked(said: str, options: tuple[str, str]) -> None:
    async with house() as manor:
        asked = await manor.say(said)
        assert asked.status is OutcomeStatus.ASKING and asked.question is not None and asked.question.options == options, asked
        assert await manor.changed() == {}
        await manor.answer(asked, options[1])
        assert await manor.changed() == {"p1.switch": "off"}


@pytest.mark.parametrize(("said", "is_asked"), [("put the lamp on and off", True), ("put the lamps off, the piano lamp on", False)])
def test_both_of_one_name_are_asked_about_though_one_of_them_fits_fewer_things(said: str, is_asked: bool) -> None:
    loaded = load_home(MANOR)
    off, on = (
        tuple(Order(device, "main", "switch", command) for device in devices)
        for devices, command in ((("p2", "b2", "b3"), "off"), (("p2",), "on"))
    )
    context = Context(HomeIndex(loaded.home, loaded.capabilities, lexicon()), lexicon(), {}, "parlour", Focus())
    either = either_of(said, Meaning(orders=(*off, *on)), context)
    assert either == ((off, on) if is_asked else None)


async def test_two_values_for_one_thing_are_asked_about() -> None:
    async with house() as manor:
        asked = await manor.say("Set the piano lamp to 30% and set the piano lamp to 80%")
        assert asked.status is OutcomeStatus.ASKING, asked
        assert await manor.changed() == {}


@pytest.mark.parametrize(
    ("said", "changed"),
    [
        ("turn on the chandelier, then turn it off", {"p1.switch": "off"}),
        ("turn off the chandelier and turn on the piano lamp", {"p1.switch": "off", "p2.switch": "on"}),
    ],
)
async def test_what_excludes_nothing_is_done(said: str, changed: dict[str, str]) -> None:
    async with house() as manor:
        await manor.say(said)
        assert await manor.changed() == changed
