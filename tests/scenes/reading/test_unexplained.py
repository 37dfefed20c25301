"""What a scene does not carry out is never dropped, though a reader takes the whole sentence for a scene and marks nothing of the rest."""

from datetime import UTC, datetime

import pytest
from tests.unknown_clauses import unknown_clauses

from yamori.domain.home import Device, Home, Place
from yamori.domain.language import Language
from yamori.scenes.reading.known import Known
from yamori.scenes.reading.meaning import wanted_of
from yamori.scenes.reading.wanted import Run, Unfit, Wanted
from yamori.scenes.scene import Origin, Scene, SceneCall
from yamori.understanding.frame import Frame, IntentName
from yamori.understanding.span import Span
from yamori.understanding.utterance import utterance_of

NOW = datetime(2026, 3, 5, 22, tzinfo=UTC)
PLACE = Place(name="any", country="JP", latitude=35.0, longitude=135.0, timezone="Asia/Tokyo")
LANTERN = Device(id="lantern", name="Porch lantern", aliases=("行灯",), components={"main": {"switch": {"switch": "on"}}})
SIESTA = Scene(
    id="siesta",
    names={Language.ENGLISH: "siesta", Language.JAPANESE: "昼寝"},
    calls=(SceneCall(agent="iot", tool="control_devices"),),
    owner="ines",
    agreed=NOW,
    origin=Origin.SAID,
    said="siesta",
)
KNOWN = Known(scenes=(SIESTA,), home=Home(name="any", place=PLACE, devices=(LANTERN,)))


def wanted(text: str) -> Wanted | None:
    utterance = utterance_of(text, NOW)
    return wanted_of((Frame(intent=IntentName.SCENE, span=Span(0, len(utterance.normal.text)), odds=0.9),), utterance, KNOWN)


@pytest.mark.parametrize(
    ("said", "quoted"),
    [
        ("good night but not the porch lantern", "but not the porch lantern"),
        ("good night, but leave the porch lantern on", "leave the porch lantern on"),
        ("good night except for the porch lantern", "except for the porch lantern"),
        ("good night unless somebody is still up", "unless somebody is still up"),
        ("good night until the guests are here", "until the guests are here"),
        ("good night, and put the porch lantern on", "put the porch lantern on"),
        ("start the siesta scene once everybody has gone", "once everybody has gone"),
        ("start the siesta scene with the radio", "radio"),
        ("start the siesta scene only in the attic", "only in the attic"),
        ("start the siesta scene, and water the ferns", "water the ferns"),
        ("行灯以外、おやすみ", "行灯以外"),
        ("おやすみ、行灯は消さないで", "行灯は消さないで"),
        ("お客が帰ったらおやすみ", "お客が帰ったら"),
        ("おやすみ、行灯をつけて", "行灯をつけて"),
        ("明日まで昼寝のシーンにして", "明日まで"),
        ("昼寝のシーンにして、シダに水をやって", "シダに水をやって"),
    ],
)
def test_what_stands_beside_a_scene_is_named_and_nothing_is_run(said: str, quoted: str) -> None:
    found = wanted(said)
    assert isinstance(found, Unfit) and quoted in found.words


@pytest.mark.parametrize(
    "said",
    [
        "good night everybody",
        "I'm off to bed, it's been a long day",
        "right, we're heading out to see the fireworks",
        "start the siesta scene, please",
        "could you start the siesta scene again",
        "みんな、おやすみ",
        "もう遅いから寝るね",
        "昼寝のシーンをお願い",
    ],
)
def test_what_only_tells_something_hinders_no_scene(said: str) -> None:
    assert isinstance(wanted(said), Run)


@pytest.mark.parametrize("said", ["good night and sleep tight", "good night, have a nice evening", "本を閉じて寝るね"])
def test_good_wishes_and_what_somebody_does_are_no_orders_beside_a_ritual(said: str) -> None:
    assert isinstance(wanted(said), Run)


@pytest.mark.parametrize(("said", "thing"), unknown_clauses(("good night", "start the siesta scene"), ("おやすみ", "昼寝のシーンにして")))
def test_a_clause_that_nothing_explains_is_named_and_nothing_is_run(said: str, thing: str) -> None:
    found = wanted(said)
    assert found is None or (isinstance(found, Unfit) and thing in found.words)
