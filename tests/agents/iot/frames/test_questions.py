"""Questions become one reading; what was done before is taken back or explained."""

import pytest
from tests.agents.iot.frames.homes import calls_of, resolved

from yamori.agents.iot.rules.meaning import Focus
from yamori.agents.iot.rules.names import Part


@pytest.mark.parametrize(
    ("home", "line", "calls"),
    [
        ("demo", "get: is [device|the front door] locked", ["read front-door-lock/main: lock.lock = locked"]),
        (
            "demo",
            "get: [feature|battery] and [feature|temperature] of [device|the living room climate sensor]",
            ["read living-room-climate-sensor: battery.battery", "read living-room-climate-sensor: temperatureMeasurement.temperature"],
        ),
        ("demo", "get: [device|玄関の鍵]かかってる？", ["read front-door-lock/main: lock.lock = locked"]),
        ("demo", "get: what's [feature|the battery] of [device|the doorbell]", ["read doorbell-camera: battery.battery"]),
        ("orchard", "get: how many [feature|eggs] are there [device|in the hen house]", ["read hen-house: eggCounter.eggs"]),
    ],
)
def test_a_question_reads_what_it_is_about(home: str, line: str, calls: list[str]) -> None:
    assert calls_of(resolved(line, home)) == calls


def test_a_question_about_several_asks_which_are_so() -> None:
    (line,) = calls_of(resolved("get: which [device|lights] are on"))
    assert line.endswith("switch.switch = on") and "kitchen-light" in line and "living-room-tv" not in line


def test_a_feature_that_a_device_lacks_is_not_read() -> None:
    found = resolved("get: what is [feature|the humidity] of [device|the fridge]")
    assert not found.calls and found.unresolved[0].slot is not None and found.unresolved[0].slot.text == "the humidity"


def test_the_last_changes_are_taken_back() -> None:
    assert calls_of(resolved("undo: no, put that back")) == ["undo_changes"]


def test_why_is_asked_of_what_was_named_or_spoken_of() -> None:
    assert calls_of(resolved("explain: why did [device|the floor lamp] come on")) == ["explain_changes floor-lamp"]
    assert calls_of(resolved("explain: why", focus=Focus(parts=(Part("fridge"),)))) == ["explain_changes fridge"]
