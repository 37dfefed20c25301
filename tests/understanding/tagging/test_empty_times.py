"""What the reader takes for a time, and is none."""

from datetime import UTC, datetime

import pytest

from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.span import Span
from yamori.understanding.tagging.empty_times import without_empty_times
from yamori.understanding.utterance import utterance_of

NOW = datetime(2026, 11, 25, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "intent", "name", "words", "stays"),
    [
        ("put the kiln on at 22", IntentName.TURN_ON, SlotName.WHEN, "at", False),
        ("put the kiln on at nine", IntentName.TURN_ON, SlotName.WHEN, "at nine", True),
        ("put the kiln on later", IntentName.TURN_ON, SlotName.WHEN, "later", True),
        ("pause the film a second", IntentName.PAUSE, SlotName.DURATION, "a second", False),
        ("pause the film until six", IntentName.PAUSE, SlotName.DURATION, "until six", True),
        ("put the kiln on for a bit", IntentName.TURN_ON, SlotName.DURATION, "for a bit", True),
        ("and while we're at it light the kiln", IntentName.TURN_ON, SlotName.CONDITION, "while we're at it", False),
        ("light the kiln while we're at work", IntentName.TURN_ON, SlotName.CONDITION, "while we're at work", True),
    ],
)
def test_words_that_say_no_time_are_no_time(text: str, intent: IntentName, name: SlotName, words: str, stays: bool) -> None:
    at = text.index(words)
    slot = Slot(name=name, text=words, span=Span(at, at + len(words)))
    frame = Frame(intent=intent, span=Span(0, len(text)), slots=(slot,))
    assert without_empty_times(frame, utterance_of(text, NOW)).slots == ((slot,) if stays else ())
