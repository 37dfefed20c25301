"""Frames that hold nothing but why something is wanted (`I'm reading, so …`): a reason of the frame beside it, and no wish. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from yamori.understanding.frame import Frame, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance

SURE = 0.65
"""From these odds on a reader surely means something to be done."""


def with_reasons(frames: Sequence[Frame], utterance: Utterance) -> tuple[Frame, ...]:
    """The frames, each that is only an unsure reason as a part of the one behind it."""
    found: list[Frame] = []
    waiting: Frame | None = None
    for frame in frames:
        if waiting is not None:
            frame = replace(frame, span=Span(waiting.span.start, frame.span.end), slots=(*waiting.slots, *frame.slots))
            waiting = None
        if frame is not frames[-1] and _is_reason(frame, utterance):
            waiting = frame
        else:
            found.append(frame)
    return tuple(found)


def _is_reason(frame: Frame, utterance: Utterance) -> bool:
    if frame.odds >= SURE or not frame.slots or any(slot.name is not SlotName.REASON for slot in frame.slots):
        return False
    words = [word.span for word in utterance.words if word.span.overlaps(frame.span)]
    return all(any(word.overlaps(slot.span) for slot in frame.slots) for word in words)
