"""A further language is a further file of words: plain commands in German, of which no code knows anything."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.agents.iot.house import house

from yamori.domain.values import Value

ALTBAU = Path(__file__).parent / "houses" / "altbau.home.yaml"


@pytest.mark.parametrize(
    ("said", "changed"),
    [
        ("Deckenlampe an", {"deckenlampe.switch": "on"}),
        ("Schalte bitte die Deckenlampe ein", {"deckenlampe.switch": "on"}),
        ("Kannst du das Küchenlicht ausmachen?", {"kuechenlicht.switch": "off"}),
        ("mach mal das Licht in der Küche aus", {"kuechenlicht.switch": "off"}),
        ("Dimme die Stehlampe auf 30 Prozent", {"stehlampe.level": 30}),
        ("Stell die Heizung auf 21 Grad", {"heizung.temperatureSetpoint": 21}),
        ("Schließe das Rollo im Schlafzimmer", {"rollo.windowShade": "closed"}),
        ("Mach die Stehlampe aus und die Deckenlampe an", {"stehlampe.switch": "off", "deckenlampe.switch": "on"}),
    ],
)
async def test_a_plain_command_in_german_is_carried_out_by_code(said: str, changed: Mapping[str, Value]) -> None:
    async with house(home=ALTBAU) as altbau:
        outcome = await altbau.say(said)
        assert await altbau.changed() == changed, outcome.text
        assert not altbau.model.prompts


@pytest.mark.parametrize(
    ("said", "changed"),
    [
        (
            "Mach die Deckenlampe an, dimme die Stehlampe auf 40 Prozent und schließe das Rollo im Schlafzimmer",
            {"deckenlampe.switch": "on", "stehlampe.level": 40, "rollo.windowShade": "closed"},
        ),
        ("Schalte alle Lichter außer der Stehlampe aus", {"kuechenlicht.switch": "off"}),
        ("Wenn es dunkel wird, mach die Stehlampe aus", {}),
    ],
)
async def test_of_several_things_said_in_german_all_are_done_and_none_on_a_condition(said: str, changed: Mapping[str, Value]) -> None:
    async with house(home=ALTBAU) as altbau:
        outcome = await altbau.say(said)
        assert await altbau.changed() == changed, outcome.text
        assert not altbau.model.prompts


async def test_what_german_words_name_nothing_changes_nothing() -> None:
    async with house(home=ALTBAU) as altbau:
        await altbau.say("Schalte den Handtuchwärmer ein")
        assert await altbau.changed() == {}


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("Ist die Haustür abgeschlossen?", "unlocked"),
        ("Wie warm ist es im Schlafzimmer?", "18.5"),
        ("Welche Lichter sind an?", "stehlampe and the küchenlicht are on"),
    ],
)
async def test_a_question_in_german_is_answered(said: str, answer: str) -> None:
    async with house(home=ALTBAU) as altbau:
        outcome = await altbau.say(said)
        assert answer in outcome.text and await altbau.changed() == {}
