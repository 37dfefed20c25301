"""Times of one action that a reader took for another action: `open it at seven on weekdays and at nine on Sundays`. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.opposites import reverses
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance

_TIMES = frozenset((SlotName.WHEN, SlotName.REPEAT))
_DEVICES = frozenset(
    (
        IntentName.TURN_ON,
        IntentName.TURN_OFF,
        IntentName.OPEN,
        IntentName.CLOSE,
        IntentName.LOCK,
        IntentName.SET,
        IntentName.START,
        IntentName.STOP,
        IntentName.PLAY,
        IntentName.OPERATE,
    )
)
"""What is done with devices: entries of a schedule hold their times themselves."""

_SURE = 0.85
"""From these odds on a frame is another action, and no further time of the one before it."""


def with_further_times(frames: Sequence[Frame], utterance: Utterance) -> tuple[Frame, ...]:
    """The frames with each that only names further times as a part of the one before it: in English nothing but times is left behind the
    action, in Japanese the action stands behind them all."""
    found: list[Frame] = []
    for frame in frames:
        last = found[-1] if found else None
        if last is not None and _goes_on(last, frame, utterance):
            span = Span(last.span.start, max(last.span.end, frame.span.end))
            found[-1] = replace(last, span=span, slots=(*last.slots, *_untaken(frame, utterance), *frame.slots))
        else:
            found.append(frame)
    return tuple(found)


def _goes_on(last: Frame, frame: Frame, utterance: Utterance) -> bool:
    only_times = bool(frame.slots) and all(slot.name in _TIMES for slot in frame.slots)
    if last.intent not in _DEVICES or not only_times or not any(slot.name in _TIMES for slot in last.slots):
        return False
    if not any(slot.name is SlotName.DEVICE for slot in last.slots):
        return False
    if frame.odds >= _SURE and reverses(frame, last, utterance):
        return False  # `and off at nine`
    return not _acts(last if utterance.vocabulary.morphemes else frame, utterance)


def _untaken(frame: Frame, utterance: Utterance) -> list[Slot]:
    """Times that stand in it and that no slot holds: nothing of them may be lost."""
    spans = [s for s in utterance.time_spans if s.overlaps(frame.span) and not any(s.overlaps(slot.span) for slot in frame.slots)]
    return [Slot(name=SlotName.WHEN, span=span, text=utterance.normal.shown(span)) for span in spans]


def _acts(frame: Frame, utterance: Utterance) -> bool:
    """Whether it holds a word of content beside its slots and times."""
    known = [*(slot.span for slot in frame.slots), *utterance.time_spans]
    return any(word.span.overlaps(frame.span) and not any(word.span.overlaps(span) for span in known) for word in utterance.words)
