"""The reader that ships: what it reads is well formed whatever is said, and plain sentences are read as what they are."""

import asyncio
import itertools
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.lengths import examples

from yamori.understanding.frame import IntentName, SlotName
from yamori.understanding.tagging.trained import TrainedReader, trained_reader
from yamori.understanding.utterance import utterance_of

READER = trained_reader()
NOW = datetime(2026, 11, 25, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "intent", "slot", "words"),
    [
        ("Turn the garage heater on", IntentName.TURN_ON, SlotName.DEVICE, "garage heater"),
        ("Switch off the fan in the attic", IntentName.TURN_OFF, SlotName.ROOM, "attic"),
        ("Remind me to call the plumber tomorrow at nine", IntentName.REMIND, SlotName.TITLE, "call the plumber"),
        ("Is the back door locked?", IntentName.GET, SlotName.DEVICE, "back door"),
        ("ベランダの照明をつけて", IntentName.TURN_ON, SlotName.ROOM, "ベランダ"),
        ("扇風機を消してください", IntentName.TURN_OFF, SlotName.DEVICE, "扇風機"),
        ("明日の9時に電話するのをリマインドして", IntentName.REMIND, SlotName.WHEN, "明日"),
    ],
)
async def test_a_plain_sentence_is_read_as_what_it_is(text: str, intent: IntentName, slot: SlotName, words: str) -> None:
    (frame,) = await READER.read(utterance_of(text, NOW))
    assert frame.intent is intent and words in " ".join(frame.texts(slot))


async def test_two_things_asked_for_are_two_frames() -> None:
    text = "Turn the heater off and remind me to call the plumber tomorrow"
    first, second = await READER.read(utterance_of(text, NOW))
    assert (first.intent, second.intent) == (IntentName.TURN_OFF, IntentName.REMIND)
    assert first.span.end == second.span.start and text[slice(*second.span)].startswith("and")


@examples(60)
@given(st.text(max_size=80))
def test_frames_follow_each_other_and_their_slots_stand_inside_them(text: str) -> None:
    frames = READER.frames(text)
    length = len(utterance_of(text, NOW).normal.text)
    assert all(0 <= f.span.start <= f.span.end <= length and 0 < f.odds <= 1 for f in frames)
    assert all(a.span.end == b.span.start for a, b in itertools.pairwise(frames))
    assert all(s.span.start < s.span.end <= length and 0 <= s.odds <= 1.001 for f in frames for s in f.slots)


async def test_nothing_and_what_is_too_long_are_not_read() -> None:
    assert await READER.read(utterance_of("  ", NOW)) == ()
    assert await READER.read(utterance_of("lamp " * 400, NOW)) == ()


async def test_many_at_once_are_read_alike() -> None:
    reader = TrainedReader()
    found = await asyncio.gather(*(reader.read(utterance_of("Turn the fan on", NOW)) for _ in range(5)))
    assert len(set(found)) == 1


def test_each_event_loop_may_use_the_same_reader() -> None:
    for _ in range(2):
        assert asyncio.run(READER.read(utterance_of("Open the blinds please", NOW)))
