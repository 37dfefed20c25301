"""What somebody told of how they like things, applied to requests that leave it open."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache

import pytest

from yamori.agents.iot.remembered.applying import Remembered, candidates, chosen, missing, request_of
from yamori.agents.iot.remembered.naming import named_in
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.words import lexicon
from yamori.gateway.homefile import load_home
from yamori.understanding.frame import IntentName

NOW = datetime.fromisoformat("2026-05-01T19:00:00+02:00")
PAINTING = "When I paint I want the desk lamp at 90, or I mix up the greens"
LETTERS = "For writing letters the desk lamp at 35 is enough"
WEIGHTS = "The speaker at 60 while I lift weights, nothing less gets me going"
KNITTING = "編み物をするときはデスクライトを70にしないと目が疲れる"


@cache
def index() -> HomeIndex:
    home = load_home("demo")
    return HomeIndex(home.home, home.capabilities, lexicon())


def context(room: str | None = None) -> Context:
    return Context(index(), lexicon(), {}, room)


def applied(
    request: str,
    told: Sequence[str],
    *,
    room: str | None = None,
    whose: str = "",
    near: Sequence[float] = (),
    intents: Sequence[IntentName] = (),
) -> str | None:
    """The request in full; what was told last stands last."""
    memories = [Remembered(id=str(n), text=text, at=NOW - timedelta(days=9 - n), whose=whose) for n, text in enumerate(told)]
    read = request_of(request, context(room), NOW, ("Kenji", "Mei", "けんじ"), intents)
    found = candidates(read, memories) if read is not None else ()
    meant = chosen(found, {str(n): likeness for n, likeness in enumerate(near)})
    return meant.text if meant is not None else None


@pytest.mark.parametrize(
    ("request_", "told", "text"),
    [
        ("I'm about to paint, desk lamp on please", [PAINTING, LETTERS], "turn on the desk lamp and set the desk lamp to 90%"),
        ("Desk lamp as I like it when I paint", [LETTERS, PAINTING], "turn on the desk lamp and set the desk lamp to 90%"),
        ("Desk lamp the way I like it", [LETTERS], "turn on the desk lamp and set the desk lamp to 35%"),
        ("Start the music on the speaker for my weights", [WEIGHTS], "set the speaker to 60% and play the speaker"),
        ("Set the air conditioner as I like it", ["I like the air conditioner on dry at 25"],
         "set the air conditioner to dry and set the air conditioner to 25 degrees"),
        ("Set the air conditioner as I like it", ["I like the air conditioner at 23 on heat"],
         "set the air conditioner to 23 degrees and set the air conditioner to heat"),
        ("編み物を始めるから、デスクライトお願い", [KNITTING], "デスクライトをつけて、デスクライトの明るさを70%にして"),
        ("Start the washing machine as usual", ["I always wash on quick, life is short"],
         "set the washing machine to quick and start the washing machine"),
        ("Start the washing machine as usual", ["I run the washing machine on quick, life is short"],
         "set the washing machine to quick and start the washing machine"),
        ("Put my quiz on the living room telly", ["My quiz is on channel 8"],
         "turn on the living room TV and set the living room TV to channel 8"),
        ("Tomorrow at six turn the desk lamp on for painting, as I like it", [PAINTING],
         "Tomorrow at six, turn on the desk lamp and set the desk lamp to 90%"),
    ],
)  # fmt: skip
def test_what_was_told_stands_in_the_request(request_: str, told: list[str], text: str | None) -> None:
    assert applied(request_, told) == text


@pytest.mark.parametrize(
    "said",
    [
        "Desk lamp on please",
        "Turn the desk lamp off, the way I like it",
        "Set the desk lamp to 50 as I like it",
        "Is the desk lamp the way I like it?",
        "If it rains put the desk lamp on as I like it",
        "Put the desk lamp on in turquoise stripes for painting, as I like it",
        "Put the floor lamp on the way I like it",
        "Turn the desk lamp on for me",
        "I want the desk lamp on",
        "Desk lamp on, brighter than I like it",
        "デスクライトをいつもより明るくして",
        "デスクライトを消して、いつもみたいに",
    ],
)
def test_nothing_is_applied_where_nothing_points_or_something_else_is_said(said: str) -> None:
    assert applied(said, [PAINTING]) is None


def test_a_value_of_a_light_alone_is_applied_in_japanese() -> None:
    assert applied("デスクライトをいつもの明るさで", ["デスクライトは40が好き"]) == "デスクライトをつけて、デスクライトの明るさを40%にして"


def test_what_was_told_of_somebody_else_is_applied_only_to_what_is_theirs() -> None:
    told = ["Kenji has the bedroom TV at 12 in volume"]
    assert applied("Bedroom TV on at my usual volume", told, whose="kenji") is None
    said = applied("Kenji wants the bedroom TV on at his usual volume", told, whose="kenji")
    assert said == "turn on the bedroom TV and set the bedroom TV to 12%"


def test_of_two_that_contradict_the_newest_is_meant() -> None:
    told = [PAINTING, "90 is too bright when I paint, the desk lamp at 75 from now on"]
    assert applied("I'm going to paint, desk lamp as I like it", told) == "turn on the desk lamp and set the desk lamp to 75%"


@pytest.mark.parametrize(
    ("request_", "told", "text"),
    [
        ("Living room telly on, at my volume", ["My volume for the living room telly is 31", "I'm at 16 with the living room telly now"],
         "turn on the living room TV and set the living room TV to 16%"),
        ("Desk lamp as I like it", ["I have the desk lamp at 60", "This winter my eyes are worse, I have the desk lamp at 95"],
         "turn on the desk lamp and set the desk lamp to 95%"),
        ("Desk lamp, same as ever please", ["I have the desk lamp at 60", PAINTING],
         "turn on the desk lamp and set the desk lamp to 60%"),
        ("寝室のテレビをいつもの音量でつけて", ["寝室のテレビは音量11で見てる", "耳が遠くなって、寝室のテレビは音量23にしてる"],
         "寝室のテレビをつけて、寝室のテレビの音量を23%にして"),
    ],
)  # fmt: skip
def test_of_what_is_so_whatever_the_occasion_the_newest_is_meant(request_: str, told: list[str], text: str) -> None:
    assert applied(request_, told) == text


def test_what_the_request_says_beside_what_was_told_is_done_too() -> None:
    said = applied("エアコン、冷房でわたしのいつもの温度にして", ["エアコンの冷房は27度がちょうどいい"])
    assert said == "エアコンのモードを冷房にして、エアコンの温度を27度にして"


def test_a_verb_that_only_a_reader_knows_begins_what_was_told() -> None:
    told = ["I always want the robot vacuum on silence"]
    assert applied("Send the robot vacuum off, same way as always", told) is None
    said = applied("Send the robot vacuum round, same way I always want it", told, intents=(IntentName.START,))
    assert said == "set the robot vacuum to silence and start the robot vacuum"


@pytest.mark.parametrize(
    ("said", "intents", "device", "quality"),
    [
        ("Put the bedroom telly at the volume I'm used to", (), "Bedroom TV", "volume"),
        ("フロアランプを好みの色にして", (), "フロアランプ", "色"),
        ("Set the speaker as I like it", (IntentName.SET,), "Speaker", ""),
    ],
)
def test_what_a_request_points_at_and_nobody_told_is_asked_about(
    said: str, intents: tuple[IntentName, ...], device: str, quality: str
) -> None:
    request = request_of(said, context(), NOW, (), intents)
    lacking = missing(request) if request is not None else None
    assert lacking is not None and (lacking.device, lacking.quality) == (device, quality)


@pytest.mark.parametrize(
    "said", ["Turn on the desk lamp as usual", "Set the speaker to 20 as I like it", "Turn my volume down", "好きな色は？"]
)
def test_nothing_is_asked_about_where_nothing_is_lacking(said: str) -> None:
    request = request_of(said, context(), NOW, ())
    assert request is None or missing(request) is None


def test_of_two_occasions_the_nearer_one_is_meant_and_neither_where_none_is() -> None:
    said = "I have my brushes out, desk lamp as I like it"
    assert applied(said, [PAINTING, LETTERS], near=(0.9, 0.7)) == "turn on the desk lamp and set the desk lamp to 90%"
    assert applied(said, [PAINTING, LETTERS], near=(0.8, 0.8)) is None


def test_a_routine_is_everything_that_was_told_of_it() -> None:
    told = ["For yoga I want the living room blinds shut, the floor lamp at 15 and the speaker at 10"]
    said = applied("Yoga time! Get it all ready as always", told)
    assert said is not None and said.startswith("close the living room blinds")
    assert "floor lamp to 15%" in said and "speaker to 10%" in said


def test_something_else_that_is_asked_for_is_left_to_be_read() -> None:
    said = applied("Write a poem. Desk lamp on the way I like it", [LETTERS])
    assert said == "Write a poem. turn on the desk lamp and set the desk lamp to 35%"


@pytest.mark.parametrize(
    ("said", "told", "text"),
    [
        ("Biscuit off please", "Tom has called the floor lamp Biscuit since the party", "the floor lamp off please"),
        ("もこを動かして", "うちの掃除機に「もこ」って名前をつけた", "ロボット掃除機を動かして"),
        ("Biscuit off please", "Tom eats a Biscuit beside the floor lamp", None),
    ],
)
def test_a_name_for_a_thing_is_the_thing(said: str, told: str, text: str | None) -> None:
    named = named_in(said, [("1", told)], context(), NOW)
    assert (named.text if named is not None else None) == text
