"""What was named is what is commanded: nothing of another room, of another kind, or with the opposite name takes its place."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.agents.iot.house import house

from yamori.agentkit.task import Outcome, OutcomeStatus
from yamori.agents.iot.rules.grounding import addressable
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.opposites import is_opposite
from yamori.agents.iot.rules.words import Phrases, lexicon, normal
from yamori.domain.home import Device, Home, Place, Room

QUAY = Path(__file__).parent / "houses" / "quay.home.yaml"


async def _unchanged(sentence: str) -> Outcome:
    async with house(home=QUAY) as quay:
        outcome = await quay.say(sentence)
        assert not quay.model.prompts, "no model may choose something else"
        assert not await quay.changed() and not outcome.approvals
        return outcome


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        (
            "Turn on the heating in the bunk room",
            "There is no “heating” in the bunk room; there is Stove heater (Cabin). So I changed nothing.",
        ),
        ("Set the heater in the galley to 21", "There is no “heater” in the galley; there is Stove heater (Cabin). So I changed nothing."),
        ("寝台室の暖房をつけて", "寝台室に「暖房」はありません。ほかにあるのは船室のヒーターです。何も変更していません。"),
        ("Turn on the kettle in the cabin", "There is no “kettle” in the cabin; there is Kettle (Galley). So I changed nothing."),
        ("In the cabin, turn on the kettle", "There is no “kettle” in the cabin; there is Kettle (Galley). So I changed nothing."),
        ("船室のケトルをつけて", "船室に「ケトル」はありません。ほかにあるのはケトル（調理室）です。何も変更していません。"),
        ("Close the blind in the cabin", "There is no “blind” in the cabin; there is Left blind (Bunk room). So I changed nothing."),
        ("Turn on the kettle in the sauna", "There is no “sauna” in this home; there is Kettle (Galley). So I changed nothing."),
    ],
)
async def test_a_thing_of_another_room_is_named_and_left_alone(sentence: str, text: str) -> None:
    assert (await _unchanged(sentence)).text == text


@pytest.mark.parametrize(
    ("sentence", "instead"),
    [
        ("Lock the rear hatch", "Front hatch"),
        ("Lock the back hatch", "Front hatch"),
        ("後ろのハッチを閉めて", "前のハッチ"),
        ("Close the right blind", "Left blind"),
        ("Close the blind on the right", "Left blind"),
        ("右のブラインドを閉めて", "左のブラインド"),
        ("Is the rear hatch locked?", "Front hatch"),
        ("右のブラインドは開いてる？", "左のブラインド"),
    ],
)
async def test_the_counterpart_of_what_was_named_is_never_taken_for_it(sentence: str, instead: str) -> None:
    assert instead in (await _unchanged(sentence)).text


@pytest.mark.parametrize(
    "sentence",
    [
        "Turn on the towel rail",
        "タオル掛けをつけて",
        "Turn on the sauna in the galley",
        "調理室のサウナをつけて",
        "Open the window",
        "窓を開けて",
    ],
)
async def test_a_noun_that_the_home_does_not_have_is_refused(sentence: str) -> None:
    assert (await _unchanged(sentence)).status is OutcomeStatus.FAILED


async def test_a_question_about_what_the_home_does_not_have_is_not_answered_by_others() -> None:
    assert (await _unchanged("Is the towel rail on?")).text == "I can't find “towel rail” in this home, so I changed nothing."


@pytest.mark.parametrize("sentence", ["Dim the galley light to 30%", "Dim the galley light", "調理室の明かりを30%にして"])
async def test_a_device_that_lacks_what_is_asked_is_named_and_no_other_is_used(sentence: str) -> None:
    text = (await _unchanged(sentence)).text
    assert text.startswith(("Galley light can't do that", "調理室の明かりにはその操作ができません"))


async def test_a_room_that_is_cold_is_no_matter_for_its_lights() -> None:
    await _unchanged("It's freezing in the bunk room")
    await _unchanged("寝台室が寒い")


@pytest.mark.parametrize("sentence", ["Turn on the swing fan", "Turn the swing fan on", "首振り扇風機をつけて"])
async def test_what_only_swings_is_not_turned_on_by_its_swing(sentence: str) -> None:
    assert (await _unchanged(sentence)).status is OutcomeStatus.FAILED


async def test_a_swing_that_is_asked_for_is_reported_as_what_it_is() -> None:
    async with house(home=QUAY) as quay:
        outcome = await quay.say("Turn on the oscillation of the swing fan")
        assert await quay.changed() == {"q9.oscillation": "on"}
        assert outcome.text == "The oscillation of the swing fan is on now."


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("Is the cool box open?", "Yes, the cool box (lower) is open."),
        ("Is the cool box closed?", "No, the cool box (lower) is open."),
        ("Is the upper cool box open?", "No, the cool box (upper) is closed."),
        ("クーラーボックスは開いてる？", "はい、クーラーボックス（lower）は開いています。"),
        ("クーラーボックスは閉まってる？", "いいえ、クーラーボックス（lower）は開いています。"),
        ("Is the shore socket on?", "No, the shore socket is off."),
        ("Is the shore socket's light on?", "Yes, the shore socket (light) is on."),
        ("Is the bulkhead locked?", "No, the bulkhead (crew) is unlocked."),
        ("隔壁は施錠されてる？", "いいえ、隔壁（crew）は解錠です。"),
    ],
)
async def test_all_components_answer_for_a_device(sentence: str, text: str) -> None:
    assert (await _unchanged(sentence)).text == text


_PLACES = st.lists(st.sampled_from(["attic", "kitchen", "library", "garage", "nursery"]), min_size=2, max_size=5, unique=True)
_THINGS = st.lists(st.sampled_from(["lamp", "fan", "heater", "kettle", "blind", "radio"]), min_size=1, max_size=6)


@given(places=_PLACES, things=_THINGS, data=st.data())
def test_in_any_home_a_thing_said_to_be_in_a_room_is_looked_for_there_only(
    places: list[str], things: list[str], data: st.DataObject
) -> None:
    rooms = data.draw(st.lists(st.sampled_from(places), min_size=len(things), max_size=len(things)))
    home = Home(
        name="any",
        place=Place(name="x", country="DE", latitude=0.0, longitude=0.0, timezone="Europe/Berlin"),
        rooms=tuple(Room(id=p, name=p.title()) for p in places),
        devices=tuple(
            Device(id=f"d{i}", name=thing.title(), room=room, components={"main": {}})
            for i, (thing, room) in enumerate(zip(things, rooms, strict=True))
        ),
    )
    context = Context(HomeIndex(home, {}, lexicon()), lexicon(), {})
    thing, place = data.draw(st.sampled_from(things)), data.draw(st.sampled_from(places))
    there = {f"d{i}" for i, (t, r) in enumerate(zip(things, rooms, strict=True)) if (t, r) == (thing, place)}
    assert addressable(normal(f"turn on the {thing} in the {place}"), context) == there


@given(side=st.sampled_from([s for pair in lexicon().opposites for s in pair]), noun=st.sampled_from(["lamp", "gate", "tap"]))
def test_a_word_is_never_its_own_opposite(side: Phrases, noun: str) -> None:
    for word in side.words:
        assert not is_opposite(f"{word} {noun}", word, lexicon())
