"""Words that people complain in tell what a complaint is about where a reader mistook it, and make a frame of nothing."""

from dataclasses import replace

import pytest
from tests.agents.iot.frames.homes import NOW

from yamori.agents.iot.frames.confirming import confirmed
from yamori.understanding.frame import Frame, IntentName
from yamori.understanding.framed import ACT_ON_A_COMPLAINT
from yamori.understanding.marked import marked
from yamori.understanding.utterance import utterance_of


def read(line: str, *, odds: float = 0.6) -> Frame:
    sentence = marked(line)
    frames = tuple(replace(frame, odds=odds) for frame in sentence.frames)
    (frame,) = confirmed(frames, utterance_of(sentence.text, NOW))
    return frame


@pytest.mark.parametrize(
    ("line", "intent"),
    [
        ("too_hot: rather nippy [room|in the hall]", IntentName.TOO_COLD),
        ("too_cold: 蒸し暑くてたまらない", IntentName.TOO_HOT),
        ("stuffy: how gloomy", IntentName.TOO_DARK),
        ("increase: [device|the spotlight] is too bright", IntentName.TOO_BRIGHT),
        ("talk: [device|the spotlight] is too dim", IntentName.TOO_DARK),
        ("too_bright: zu dunkel", IntentName.TOO_DARK),
    ],
)
def test_the_word_and_not_the_reader_says_what_bothers_somebody(line: str, intent: IntentName) -> None:
    assert read(line).intent is intent


def test_a_complaint_in_nothing_but_such_words_is_sure() -> None:
    assert read("too_cold: chilly [room|in here]").odds >= ACT_ON_A_COMPLAINT


def test_a_complaint_with_other_words_stays_as_likely_as_the_reader_found_it() -> None:
    assert read("too_cold: my soup went cold [room|in here]").odds == 0.6


@pytest.mark.parametrize(
    "line",
    [
        "increase: make [device|the spotlight] bright",
        "talk: it was cold in Norway",
        "set: [device|the boiler] warm",
        "too_cold: neither cold nor warm",
        "too_dark: [device|the dark lamp]",
    ],
)
def test_what_is_no_complaint_or_says_two_things_stays_as_it_was_read(line: str) -> None:
    (expected,) = marked(line).frames
    assert read(line) == replace(expected, odds=0.6)
