"""Two wishes in one sentence that exclude each other are asked about; one after the other they are done."""

import pytest

from yamori.agentkit.task import OutcomeStatus

from .house import house


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
