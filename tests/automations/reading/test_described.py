"""Rules that are described by what they do, and get another time, without a reader."""

from datetime import datetime
from datetime import time as Clock

import pytest
from tests.automations.reading.test_renamed_time import rule

from yamori.automations.reading.described import described, is_described, likely, moved
from yamori.automations.trigger import Recurring
from yamori.understanding.utterance import utterance_of

NOW = datetime.fromisoformat("2026-03-04T19:00:00+09:00")
SHUTTERS = rule("close the shutters every evening at nine", Clock(21))
KETTLE = rule("turn on the kettle every day at seven", Clock(7))
FERNS = rule("毎晩10時に温室の照明を消して", Clock(22))
HEATER = rule("毎朝6時に温室の暖房をつけて", Clock(6))
OWN = (SHUTTERS, KETTLE, FERNS, HEATER)


@pytest.mark.parametrize(
    ("text", "meant", "at"),
    [
        ("the one that closes the shutters at night, make it half past nine", SHUTTERS, Clock(21, 30)),
        ("move the rule that turns on the kettle in the morning to 7:15", KETTLE, Clock(7, 15)),
        ("the one that closes the shutters at night, make it ten", SHUTTERS, Clock(22)),
        ("the thing that turns on the kettle, make it an hour later", KETTLE, Clock(8)),
        ("夜に温室の照明消すやつ、10時半に遅らせて", FERNS, Clock(22, 30)),
        ("温室の暖房をつける設定を5時半に変えて", HEATER, Clock(5, 30)),
        ("夜に温室の照明を消すの、11時にして", FERNS, Clock(23)),
    ],
)
def test_a_rule_that_is_described_gets_another_time(text: str, meant: object, at: Clock) -> None:
    utterance = utterance_of(text, NOW)
    assert is_described((), utterance)
    (found,) = described(utterance, OWN)
    timed = moved(found, utterance)
    assert found == meant and timed is not None
    (trigger,) = timed.triggers
    assert isinstance(trigger, Recurring) and [slot.at for slot in trigger.slots] == [at]


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("the one that opens the shutters at night, make it half past nine", (SHUTTERS,)),
        ("the one that closes the shutters in the morning, make it nine", (SHUTTERS,)),
        ("the one that turns the kettle off, make it eight", (KETTLE,)),
        ("the one that feeds the cat at night, make it ten", ()),
        ("朝に温室の照明消すやつ、8時に遅らせて", (FERNS, HEATER)),
    ],
)
def test_a_word_that_a_rule_does_not_have_makes_it_likely_at_most(text: str, near: object) -> None:
    utterance = utterance_of(text, NOW)
    assert is_described((), utterance) and described(utterance, OWN) == () and likely(utterance, OWN) == near


@pytest.mark.parametrize(
    "text",
    [
        "close the shutters at night and at half past ten",
        "is the one that closes the shutters at ten?",
        "turn on the one by the door at nine",
        "夜10時に温室の照明を消して",
        "飲み物を9時に買う",
    ],
)
def test_an_order_describes_no_rule(text: str) -> None:
    assert not is_described((), utterance_of(text, NOW))
