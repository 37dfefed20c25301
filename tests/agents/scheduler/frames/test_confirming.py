"""A reader takes a timer for a device; what only asks about timers and alarms is about the schedule."""

import pytest

from yamori.agents.scheduler.frames.confirming import about_the_schedule
from yamori.understanding.frame import Frame, IntentName, SlotName
from yamori.understanding.marked import marked


def read(line: str) -> Frame:
    (frame,) = marked(line).frames
    return about_the_schedule(frame)


@pytest.mark.parametrize(
    "line", ["get: how long has [device|the timer] left", "get: [device|目覚まし]は何時？", "get: [device|my egg timer]?"]
)
def test_a_question_about_a_timer_looks_for_it(line: str) -> None:
    frame = read(line)
    assert frame.intent is IntentName.FIND
    assert [slot.name for slot in frame.slots] == [SlotName.TITLE]


@pytest.mark.parametrize(
    "line",
    [
        "get: how warm is [device|the oven]",
        "get: is [device|the alarm] on [room|in the garage]",
        "turn_off: stop [device|the timer]",
        "get: are [device|the lamp] and [device|the timer] on",
        "get: what is on",
    ],
)
def test_what_may_be_a_device_or_asks_for_a_change_stays_as_it_was_read(line: str) -> None:
    (frame,) = marked(line).frames
    assert read(line) == frame
