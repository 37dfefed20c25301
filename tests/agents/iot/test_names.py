"""Which device a name means: the one whose whole name was said, beside devices whose names contain it and rooms that share it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agents.iot.house import house

from yamori.agentkit.task import Outcome, OutcomeStatus
from yamori.agents.iot.rules.mentions import mentions
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.targets import resolve_reference
from yamori.agents.iot.rules.words import lexicon, normal
from yamori.domain.home import Device, Home, Place, Room
from yamori.domain.values import Value

MILL = Path(__file__).parent / "houses" / "mill.home.yaml"


async def _said(sentence: str) -> tuple[Outcome, dict[str, Value]]:
    async with house(home=MILL) as mill:
        outcome = await mill.say(sentence)
        assert not mill.model.prompts, "code alone should have read this"
        return outcome, await mill.changed()


@pytest.mark.parametrize(
    ("sentence", "changed"),
    [
        ("Turn on the bench lamp", {"m1.switch": "on"}),
        ("Turn on the tall bench lamp", {"m2.switch": "on"}),
        ("作業台のランプをつけて", {"m1.switch": "on"}),
        ("背の高い作業台のランプをつけて", {"m2.switch": "on"}),
        ("Switch the diffuser on", {"m3.switch": "on"}),
        ("Switch Ida's diffuser on", {"m4.switch": "on"}),
        ("アロマをつけて", {"m3.switch": "on"}),
        ("イダのアロマをつけて", {"m4.switch": "on"}),
        ("Turn off the gallery light", {"m5.switch": "off"}),
        ("Turn off the east gallery light", {"m6.switch": "off"}),
        ("画廊の明かりを消して", {"m5.switch": "off"}),
        ("Turn off the lights in the gallery", {"m5.switch": "off"}),
        ("Turn off the gallery lights", {"m5.switch": "off"}),
        ("Set the bench lamp to 70%", {"m1.level": 70, "m1.switch": "on"}),
    ],
)
async def test_the_device_whose_whole_name_is_said_is_resolved_and_no_other(sentence: str, changed: dict[str, Value]) -> None:
    assert (await _said(sentence))[1] == changed


@pytest.mark.parametrize("sentence", ["Turn on the bench lamps", "Turn on every bench lamp", "Turn on both bench lamps"])
async def test_a_plural_means_all_whose_names_contain_it(sentence: str) -> None:
    assert (await _said(sentence))[1] == {"m1.switch": "on", "m2.switch": "on"}


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("Is the bench lamp on?", "No, the bench lamp is off."),
        ("作業台のランプはついてる？", "いいえ、作業台のランプはオフです。"),
        ("Is the gallery light on?", "Yes, the gallery light is on."),
    ],
)
async def test_a_question_is_about_the_device_whose_whole_name_is_said(sentence: str, text: str) -> None:
    assert (await _said(sentence))[0].text == text


@pytest.mark.parametrize("sentence", ["Turn on the office", "Office on please", "事務室をつけて", "事務室の電気をつけて"])
async def test_a_name_of_a_lamp_and_a_room_is_asked_about_where_both_can_be_done(sentence: str) -> None:
    outcome, changed = await _said(sentence)
    assert outcome.status is OutcomeStatus.ASKING and not changed
    assert outcome.question is not None and set(outcome.question.options) == {"Office", "Shelf strip"}


async def test_the_answer_to_lamp_or_room_is_carried_out() -> None:
    async with house(home=MILL) as mill:
        await mill.answer(await mill.say("Turn on the office"), "all of them")
        assert await mill.changed() == {"m7.switch": "on", "m8.switch": "on"}
    async with house(home=MILL) as mill:
        await mill.answer(await mill.say("Turn on the office"), "Office")
        assert await mill.changed() == {"m7.switch": "on"}


@pytest.mark.parametrize(
    ("sentence", "changed"),
    [
        ("Turn on the lights in the office", {"m7.switch": "on", "m8.switch": "on"}),
        ("Turn on the office lights", {"m7.switch": "on", "m8.switch": "on"}),
        ("事務室の中の電気を全部つけて", {"m7.switch": "on", "m8.switch": "on"}),
        ("Lock the box room", {"m9.lock": "locked"}),
        ("納戸の鍵をかけて", {"m9.lock": "locked"}),
        ("Turn on the box room", {"m10.switch": "on"}),
        ("納戸をつけて", {"m10.switch": "on"}),
        ("Set the office to 30%", {"m7.level": 30, "m7.switch": "on"}),
    ],
)
async def test_what_is_commanded_distinguishes_a_device_from_the_room_of_its_name(sentence: str, changed: dict[str, Value]) -> None:
    assert (await _said(sentence))[1] == changed


async def test_a_room_answers_where_the_device_of_its_name_cannot() -> None:
    assert (await _said("How warm is the office?"))[0].text == "Office meter: temperature 17.5 °C."
    assert (await _said("Is the office on?"))[0].text == "No, the office is off."


_WORDS = st.sampled_from(["amber", "birch", "copper", "dune", "ember", "fjord", "grove", "harbour", "lamp", "heater", "fan", "north"])
_NAMES = st.lists(_WORDS, min_size=1, max_size=4, unique=True).map(" ".join)


@st.composite
def _nested_names(draw: st.DrawFn) -> list[str]:
    """Names of which several stand within longer ones."""
    names = draw(st.lists(_NAMES, min_size=1, max_size=4, unique=True))
    longer = [f"{draw(_WORDS)} {name}" for name in names]
    return list(dict.fromkeys((*names, *longer)))


@given(names=_nested_names(), rooms=st.lists(_NAMES, max_size=3, unique=True), data=st.data())
def test_in_any_home_a_whole_name_means_exactly_the_devices_that_bear_it(names: list[str], rooms: list[str], data: st.DataObject) -> None:
    rooms = rooms or ["hut"]
    home = Home(
        name="any",
        place=Place(name="x", country="DE", latitude=0.0, longitude=0.0, timezone="Europe/Berlin"),
        rooms=tuple(Room(id=f"r{i}", name=f"{r} room") for i, r in enumerate(rooms)),
        devices=tuple(Device(id=f"d{i}", name=n, room=f"r{i % len(rooms)}", components={"main": {}}) for i, n in enumerate(names)),
    )
    index = HomeIndex(home, {}, lexicon())
    number = data.draw(st.integers(0, len(names) - 1))
    text = normal(f"turn on the {names[number]}")
    reference = resolve_reference(text, index, lexicon(), room=None, recent=())
    assert {p.device for t in reference.targets for p in t.parts} == {f"d{number}"}
    assert [m.parts for m in mentions(text, index, lexicon()) if m.parts] == [(t.parts) for t in reference.targets]


@given(rooms=st.lists(_NAMES, min_size=2, max_size=4, unique=True), data=st.data())
def test_a_name_without_its_room_means_the_device_of_the_room_that_one_is_in(rooms: list[str], data: st.DataObject) -> None:
    home = Home(
        name="any",
        place=Place(name="x", country="DE", latitude=0.0, longitude=0.0, timezone="Europe/Berlin"),
        rooms=tuple(Room(id=f"r{i}", name=f"{r} room") for i, r in enumerate(rooms)),
        devices=tuple(Device(id=f"d{i}", name=f"{r} room drying rack", room=f"r{i}", components={"main": {}}) for i, r in enumerate(rooms)),
    )
    number = data.draw(st.integers(0, len(rooms) - 1))
    reference = resolve_reference("start the drying rack", HomeIndex(home, {}, lexicon()), lexicon(), room=f"r{number}", recent=())
    assert [p.device for t in reference.targets for p in t.parts] == [f"d{number}"]
