"""Slots of time that say no time: `at` alone, `pause it a second`. The trained reader calls this; pure."""

from dataclasses import replace

from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance

_MOMENTS = frozenset((SlotName.WHEN, SlotName.NEW_WHEN, SlotName.REPEAT, SlotName.LEAD))


def without_empty_times(frame: Frame, utterance: Utterance) -> Frame:
    """The frame without the slots of time in which neither a word of content nor a time nor a marker stands, and without conditions that
    are a turn of speech (`while we're at it`). How long something is to last (`for a bit`) stays, except of a pause: whoever pauses goes
    on when they like. Beside a slot that says when, one that says no time is none either (`what's on [my calendar] [tomorrow]`); its
    words are then explained by something else, or asked about."""
    of_time = _MOMENTS | ({SlotName.DURATION} if frame.intent is IntentName.PAUSE else set())
    said = (*(word.span for word in utterance.words), *utterance.time_spans, *(marker.span for marker in utterance.markers))

    timed = [slot for slot in frame.slots if slot.name is SlotName.WHEN and any(slot.span.overlaps(span) for span in utterance.time_spans)]

    turns = [Span(*m.span()) for m in utterance.vocabulary.fillers.finditer(utterance.normal.text)]

    def says_something(slot: Slot) -> bool:
        if slot.name is SlotName.CONDITION:
            return not any(turn.start <= slot.span.start and slot.span.end <= turn.end for turn in turns)
        if slot.name is SlotName.WHEN and timed and slot not in timed and not any(slot.span.overlaps(m.span) for m in utterance.markers):
            return False
        return slot.name not in of_time or any(slot.span.overlaps(span) for span in said)

    kept = tuple(slot for slot in frame.slots if says_something(slot))
    return frame if len(kept) == len(frame.slots) else replace(frame, slots=kept)
