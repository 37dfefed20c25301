"""A reader takes a timer for a device; what asks about timers and alarms, or speaks of a timer to the last word, is about the schedule."""

from datetime import datetime

import pytest

from yamori.agents.scheduler.frames.confirming import about_the_schedule
from yamori.understanding.frame import Frame, IntentName, SlotName
from yamori.understanding.marked import marked
from yamori.understanding.utterance import utterance_of

NOW = datetime.fromisoformat("2026-03-05T18:00:00+09:00")


def read(line: str) -> Frame:
    sentence = marked(line)
    (frame,) = about_the_schedule(sentence.frames, utterance_of(sentence.text, NOW))
    return frame


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
        "turn_off: turn off [device|the alarm]",
        "stop: stop [device|the music]",
        "get: are [device|the lamp] and [device|the timer] on",
        "get: what is on",
    ],
)
def test_what_may_be_a_device_or_asks_for_a_change_stays_as_it_was_read(line: str) -> None:
    (frame,) = marked(line).frames
    assert read(line) == frame


@pytest.mark.parametrize(
    "line", ["stop: stop [device|the timer]", "turn_off: [device|タイマー]止めて", "turn_off: turn off [device|all timers]"]
)
def test_to_stop_a_timer_is_to_cancel_it(line: str) -> None:
    frame = read(line)
    assert frame.intent is IntentName.DELETE and [slot.name for slot in frame.slots] == [SlotName.TITLE]


@pytest.mark.parametrize("text", ["10分のタイマーをかけて", "10分のタイマーをセットして", "タイマー10分お願い"])
def test_a_length_and_a_timer_is_a_timer_of_that_length(text: str) -> None:
    (frame,) = about_the_schedule((), utterance_of(text, NOW))
    assert frame.intent is IntentName.SET_TIMER and frame.texts(SlotName.DURATION) == ("10分",)


@pytest.mark.parametrize(
    "line",
    [
        "set_timer: set a [title|bread] [device|timer] for [duration|8 minutes]",
        "start: [duration|8分]の[title|麺][device|タイマー]をかけて",
    ],
)
def test_what_a_timer_is_for_is_its_title(line: str) -> None:
    frame = read(line)
    assert frame.intent is IntentName.SET_TIMER and frame.odds == 1.0
    assert {slot.name for slot in frame.slots} == {SlotName.DURATION, SlotName.TITLE}


def test_a_timer_on_which_something_hangs_is_no_timer_to_be_set() -> None:
    assert about_the_schedule((), utterance_of("タイマーが鳴ったらフロアランプをつけて", NOW)) == ()


def test_a_weekday_right_before_the_days_of_a_repetition_is_one_of_them() -> None:
    frame = read("remind: [when|月曜][repeat|と木曜の][when|朝8時]に[title|燃えるごみ]と言って")
    assert frame.texts(SlotName.REPEAT) == ("月曜と木曜の",) and frame.texts(SlotName.WHEN) == ("朝8時",)


@pytest.mark.parametrize(
    "line", ["remind: [when|明日][repeat|毎週]の[title|掃除]を教えて", "remind: [title|swim] [when|Monday], [repeat|weekly]"]
)
def test_what_is_no_weekday_or_stands_apart_is_no_part_of_a_repetition(line: str) -> None:
    frame = read(line)
    assert frame.texts(SlotName.REPEAT) in (("毎週",), ("weekly",)) and len(frame.texts(SlotName.WHEN)) == 1
