"""A further language is further files of words and texts: plain commands in German, of which no code knows anything."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.agents.iot.house import house

from yamori.domain.language import Language
from yamori.domain.values import Value
from yamori.understanding.detection import spoken_language

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
        ("Ist die Haustür abgeschlossen?", "Nein, Haustür ist nicht abgeschlossen."),
        ("Wie warm ist es im Schlafzimmer?", "Heizung (Schlafzimmer): Temperatur 18.5 °C."),
        ("Welche Lichter sind an?", "Stehlampe und Küchenlicht sind an (2 von 3)."),
    ],
)
async def test_a_question_in_german_is_answered_in_german(said: str, answer: str) -> None:
    async with house(home=ALTBAU) as altbau:
        outcome = await altbau.say(said)
        assert outcome.text == answer and await altbau.changed() == {}


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("Mach die Deckenlampe an", "Deckenlampe ist jetzt an."),
        ("Mach bitte alle Lichter an", "Deckenlampe ist jetzt an. Stehlampe und Küchenlicht waren schon an."),
        ("Dimme die Stehlampe auf 30 Prozent", "Stehlampe ist jetzt auf 30%."),
        ("Stell die Heizung auf 21 Grad", "Heizung ist jetzt auf 21 °C eingestellt."),
        ("Mach die Stehlampe blau", "Farbe von Stehlampe: jetzt blau."),
        ("Öffne das Rollo zur Hälfte", "Rollo ist jetzt zu 50% offen."),
        ("Schalte den Handtuchwärmer ein", "„handtuchwärmer“ finde ich in dieser Wohnung nicht, also habe ich nichts verändert."),
    ],
)
async def test_a_command_in_german_is_answered_in_german(said: str, answer: str) -> None:
    async with house(home=ALTBAU) as altbau:
        assert (await altbau.say(said)).text == answer


async def test_what_has_no_german_words_is_said_in_english() -> None:
    async with house(home=ALTBAU) as altbau:
        assert "so I changed nothing" in (await altbau.say("Wenn es dunkel wird, mach die Stehlampe aus")).text


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("Mach mal das Licht aus", "de"),
        ("Wie warm ist es in der Küche?", "de"),
        ("Deckenlampe", "en"),
        ("Turn the Stehlampe on", "en"),
        ("Put bin bags and rye bread on the list", "en"),
        ("das Licht in der Küche を消して", "ja"),
    ],
)
def test_a_language_is_known_by_several_of_its_words(said: str, language: str) -> None:
    assert spoken_language(said) is Language(language)
