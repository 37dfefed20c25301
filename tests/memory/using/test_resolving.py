"""Sentences with what is remembered in them."""

from datetime import datetime

import pytest

from yamori.memory.kept import Kept
from yamori.memory.statement import Statement, Topic
from yamori.memory.using.resolving import answered, in_full, question
from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.span import Span

EVENING = datetime.fromisoformat("2026-05-01T19:00:00+02:00")
NOON = EVENING.replace(hour=12)


def kept(**of: object) -> Kept:
    statement = Statement(words="", **of)  # type: ignore[arg-type]
    return Kept(id=str(of), person="a", by="a", statement=statement, since=NOON, source="")


WARM = kept(topic=Topic.SETTING, key="temperature", value="22", when="evening")
COOL = kept(topic=Topic.SETTING, key="temperature", value="19")
DIM = kept(topic=Topic.SETTING, key="brightness", value="20")
OWL = kept(topic=Topic.ALIAS, key="Reading lamp", value="owl")
CHANNEL = kept(topic=Topic.FAVOURITE, key="channel", value="7")
LAMP = kept(topic=Topic.ALIAS, key="フロアランプ", value="ランプ")
TEAM = kept(topic=Topic.FAVOURITE, key="team", value="Leeds")


@pytest.mark.parametrize(
    ("said", "facts", "text"),
    [
        ("set the heating the way I like it", [WARM], "set the heating to 22 degrees"),
        ("set the lamp to my usual brightness", [DIM], "set the lamp to 20 percent"),
        ("turn on the reading light the way I like it", [DIM], "set the reading light to 20 percent"),
        ("turn on the owl", [OWL], "turn on the reading lamp"),
        ("when does my team play?", [TEAM], "when does Leeds play?"),
        ("暖房をいつもの温度にして", [WARM], "暖房の温度を22度にして"),
        ("いつもの明るさにして", [DIM], "明るさを20%にして"),
        ("water the fern as usual", [WARM], "water the fern as usual"),
        ("make it the way I like it", [WARM, DIM], "set the temperature to 22 degrees and set the lights to 20 percent"),
        ("make it the way I like it in the evening", [COOL, WARM], "set the temperature to 22 degrees"),
        ("set the den the way I like it", [WARM], "set the temperature in the den to 22 degrees"),
        ("set the kettle the way I like it", [WARM], "set the kettle the way I like it"),
        ("what is the temperature I like?", [WARM], "what is the temperature I like?"),
        ("私の好みにして", [WARM], "温度を22度にして"),
        ("夕方のいつもの温度にして", [WARM], "温度を22度にして"),
        ("好きな温度は何度？", [WARM], "好きな温度は何度？"),
        ("put my channel on", [CHANNEL], "put on channel 7"),
        ("フロアランプをつけて", [LAMP], "フロアランプをつけて"),
        ("ランプをつけて", [LAMP], "フロアランプをつけて"),
    ],
)
def test_what_is_remembered_stands_in_the_place_of_what_points_at_it(said: str, facts: list[Kept], text: str) -> None:
    assert in_full(said, (), facts, EVENING, ["Den"]).text == text


def test_what_is_liked_now_goes_before_what_is_liked_always() -> None:
    assert in_full("set the heating the way I like it", (), [COOL, WARM], EVENING).text.endswith("22 degrees")
    assert in_full("set the heating the way I like it", (), [COOL, WARM], NOON).text.endswith("19 degrees")


def test_what_nobody_told_is_asked_and_its_answer_kept() -> None:
    found = in_full("set the heating the way I like it", (), [], NOON)
    assert found.missing is not None and found.text == "set the heating the way I like it"
    from yamori.domain.language import Language

    assert "temperature" in question(found.missing, Language.ENGLISH)
    told = answered(found.missing, "21 degrees", Language.ENGLISH)
    assert told is not None and (told.key, told.value) == ("temperature", "21")
    assert answered(found.missing, "as warm as toast", Language.ENGLISH) is None


def test_a_heater_without_a_value_gets_the_liked_one_and_a_value_that_is_said_stays() -> None:
    said = "turn on the heater"
    device = Slot(name=SlotName.DEVICE, text="the heater", span=Span(8, 18))
    frame = Frame(intent=IntentName.TURN_ON, span=Span(0, 18), slots=(device,), odds=0.99)
    found = in_full(said, [frame], [WARM], EVENING)
    assert found.text == "turn on the heater and set it to 22 degrees" and "22 degrees" in found.reasons[0]
    valued = Slot(name=SlotName.VALUE, text="25", span=Span(19, 21))
    other = Frame(intent=IntentName.TURN_ON, span=Span(0, 21), slots=(device, valued), odds=0.99)
    assert in_full("turn on the heater 25", [other], [WARM], EVENING).text == "turn on the heater 25"
