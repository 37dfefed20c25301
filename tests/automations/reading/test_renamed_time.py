"""Another time for a rule that a sentence names, and rules that it calls off, without a reader."""

from dataclasses import replace
from datetime import datetime
from datetime import time as Clock

import pytest

from yamori.automations.action import Call
from yamori.automations.automation import Automation
from yamori.automations.life import FOR_EVER
from yamori.automations.reading.managing import dropped
from yamori.automations.reading.renamed_time import renamed_time
from yamori.automations.trigger import Recurring, Slot
from yamori.domain.language import Language
from yamori.understanding.frame import Frame, IntentName, SlotName
from yamori.understanding.frame import Slot as Said
from yamori.understanding.span import Span
from yamori.understanding.utterance import utterance_of

NOW = datetime.fromisoformat("2026-03-04T19:00:00+09:00")


def rule(origin: str, at: Clock) -> Automation:
    return Automation(
        id=f"a{abs(hash(origin))}",
        owner="aiko",
        origin=origin,
        language=Language.ENGLISH,
        triggers=(Recurring(slots=(Slot(rule="FREQ=DAILY", at=at),), starts=NOW.date()),),
        conditions=(),
        actions=(Call(agent="iot", tool="control_devices", text=origin),),
        life=FOR_EVER,
        created=NOW,
    )


KETTLE = rule("turn on the kettle every day at seven", Clock(7))
FERNS = rule("毎晩10時にシダの水やりをして", Clock(22))


def frames(text: str, named: str, intent: IntentName) -> list[Frame]:
    utterance = utterance_of(text, NOW)
    start = utterance.normal.text.find(named)
    slot = Said(name=SlotName.DEVICE, span=Span(start, start + len(named)), text=named)
    return [Frame(intent=intent, span=Span(0, len(utterance.normal.text)), odds=0.8, slots=(slot,))]


@pytest.mark.parametrize(
    ("text", "named", "intent", "at"),
    [
        ("the kettle, make it a quarter of an hour earlier", "kettle", IntentName.MOVE, Clock(6, 45)),
        ("the kettle, make it two hours later", "kettle", IntentName.MOVE, Clock(9)),
        ("move the kettle to 8:00", "kettle", IntentName.MOVE, Clock(8)),
        ("シダの水やり、10時じゃなくて9時にして", "シダの水やり", IntentName.SET, Clock(21)),
        ("シダの水やりを30分遅くして", "シダの水やり", IntentName.MOVE, Clock(22, 30)),
    ],
)
def test_a_rule_that_is_named_gets_another_time(text: str, named: str, intent: IntentName, at: Clock) -> None:
    found = renamed_time(frames(text, named, intent), utterance_of(text, NOW), (KETTLE, FERNS))
    assert found is not None
    (trigger,) = found[1].triggers
    assert isinstance(trigger, Recurring)
    assert [slot.at for slot in trigger.slots] == [at]


@pytest.mark.parametrize(
    ("text", "named", "intent"),
    [
        ("the lamp, make it two hours later", "lamp", IntentName.MOVE),
        ("turn on the kettle at eight", "kettle", IntentName.TURN_ON),
        ("is the kettle on at eight, not at seven", "kettle", IntentName.GET),
        ("move the kettle thing by 20 hours later", "kettle", IntentName.MOVE),
    ],
)
def test_whatever_gives_no_other_time_of_its_own_changes_nothing(text: str, named: str, intent: IntentName) -> None:
    assert renamed_time(frames(text, named, intent), utterance_of(text, NOW), (KETTLE, FERNS)) is None


def test_a_name_that_two_rules_hold_means_neither() -> None:
    other = replace(KETTLE, id="other")
    text = "the kettle, make it two hours later"
    assert renamed_time(frames(text, "kettle", IntentName.MOVE), utterance_of(text, NOW), (KETTLE, other)) is None


@pytest.mark.parametrize(
    ("text", "off"),
    [
        ("シダの水やり、やっぱりなしで", (FERNS,)),
        ("やっぱりナシで", ()),
        ("バラの水やり、やっぱりなしで", ()),
        ("シダの水やりはなしですか？", ()),
    ],
)
def test_what_is_called_off_in_no_other_words_is_found_by_its_own(text: str, off: tuple[Automation, ...]) -> None:
    assert dropped((), utterance_of(text, NOW), (KETTLE, FERNS)) == off
