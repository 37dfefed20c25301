"""The frames of a sentence that ask about the past, without what stands beside them and asks for nothing."""

from collections.abc import Sequence
from dataclasses import replace

from yamori.agents.iot.rules.past.asked import past_question
from yamori.understanding.frame import READING, Frame, IntentName, Slot, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance

_UNSURE = 0.5
"""Below these odds of its intent a frame that only names something is taken for a topic (`掃除機さあ、…`)."""
_NAMING = frozenset((SlotName.DEVICE, SlotName.ROOM))
_REMARKS = READING | {IntentName.TALK}


def past_questions(frames: Sequence[Frame], utterance: Utterance) -> tuple[Frame, ...]:
    """Those of the frames that ask about the past."""
    return tuple(frame for frame in frames if past_question(frame, utterance) is not None)


def asking_alone(frames: Sequence[Frame], utterance: Utterance) -> tuple[Frame, ...]:
    """The frames that ask about the past, each with the topic before it, where the others ask for nothing; else all frames as they are."""
    asked = past_questions(frames, utterance)
    if not asked or len(asked) == len(frames):
        return tuple(frames)
    others = [frame for frame in frames if frame not in asked]
    if not all(_is_remark(frame) or _is_topic(frame) for frame in others):
        return tuple(frames)
    found: list[Frame] = []
    topic: Frame | None = None
    for frame in frames:
        if frame not in asked:
            topic = frame if _is_topic(frame) else topic
            continue
        names = any(slot.name in _NAMING for slot in frame.slots)
        found.append(frame if topic is None or names else _with_topic(frame, topic))
        topic = None
    return tuple(found)


def _is_remark(frame: Frame) -> bool:
    """It asks about nothing that it names."""
    return frame.intent in _REMARKS and not frame.slots


def _is_topic(frame: Frame) -> bool:
    return frame.odds < _UNSURE and bool(frame.slots) and all(slot.name in _NAMING for slot in frame.slots)


def _with_topic(frame: Frame, topic: Frame) -> Frame:
    slots: tuple[Slot, ...] = (*topic.slots, *frame.slots)
    return replace(frame, span=Span(topic.span.start, frame.span.end), slots=slots)
