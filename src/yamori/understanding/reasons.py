"""Why something is wanted (`I'm reading, so …`) is no wish of its own: a reason of the frame beside it, and whole. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from yamori.understanding.analysis import morphemes_of
from yamori.understanding.frame import DEVICE_COMMANDS, Frame, IntentName, Slot, SlotName
from yamori.understanding.going_on import going_on_words
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.words_of import tokens_of

SURE = 0.65
"""From these odds on a reader surely means something to be done."""


def with_reasons(frames: Sequence[Frame], utterance: Utterance) -> tuple[Frame, ...]:
    """The frames, each that is only an unsure reason, or a ritual told as one, as a part of the one behind it."""
    found: list[Frame] = []
    waiting: Frame | None = None
    for number, frame in enumerate(frames):
        behind = frames[number + 1] if number + 1 < len(frames) else None
        if waiting is not None:
            frame = replace(frame, span=Span(waiting.span.start, frame.span.end), slots=(*waiting.slots, *frame.slots))
            waiting = None
        if behind is not None and _is_reason(frame, utterance):
            waiting = frame
        elif behind is not None and _tells_why(frame, behind, utterance):
            waiting = replace(frame, slots=(_reason_of(frame, utterance),))
        else:
            found.append(frame)
    return tuple(_with_whole_reasons(frame, utterance) for frame in found)


UNSURE = 0.35
"""Below these odds a slot that touches a reason is its beginning."""


def _with_whole_reasons(frame: Frame, utterance: Utterance) -> Frame:
    """The frame with each reason from where it begins: of 庭に出るから a reader may take the 庭 for a title of something."""
    slots = [_with_its_noun(slot, frame, utterance) for slot in frame.slots]
    for reason in [slot for slot in slots if slot.name is SlotName.REASON]:
        before = [slot for slot in slots if slot.name is not SlotName.REASON and slot.odds < UNSURE and slot.span.end <= reason.span.start]
        first = next((s for s in before if not utterance.normal.text[s.span.end : reason.span.start].strip()), None)
        if first is not None:
            span = Span(first.span.start, reason.span.end)
            whole = replace(reason, text=utterance.normal.shown(span), span=span)
            slots = [whole if slot is reason else slot for slot in slots if slot is not first]
    return replace(frame, slots=tuple(slots))


def _with_its_noun(slot: Slot, frame: Frame, utterance: Utterance) -> Slot:
    """A reason to the end of what it is of: 雨|の影響で. Only where nothing stands between words."""
    text = utterance.normal.text
    if slot.name is not SlotName.REASON or not utterance.vocabulary.morphemes or not text.startswith("の", slot.span.end):
        return slot
    noun = next((word for word in utterance.words if word.span.start == slot.span.end + 1), None)
    if noun is None or any(other.span.overlaps(noun.span) for other in frame.slots if other.name is not SlotName.REASON):
        return slot
    span = Span(slot.span.start, noun.span.end)
    return replace(slot, text=utterance.normal.shown(span), span=span)


def with_conditions(frames: Sequence[Frame], utterance: Utterance) -> tuple[Frame, ...]:
    """The frames, each that is only a condition as a part of the one before it (`at ten turn it off|if nobody is in`)."""
    found: list[Frame] = []
    for frame in frames:
        slots = frame.slots
        only = bool(slots) and all(slot.name is SlotName.CONDITION for slot in slots) and _is_explained(frame, utterance)
        if only and found:
            last = found[-1]
            found[-1] = replace(last, span=Span(last.span.start, frame.span.end), slots=(*last.slots, *slots))
        else:
            found.append(frame)
    return tuple(found)


def _is_explained(frame: Frame, utterance: Utterance) -> bool:
    """Whether every word of it stands in a slot."""
    words = [word.span for word in utterance.words if word.span.overlaps(frame.span)]
    return all(any(word.overlaps(slot.span) for slot in frame.slots) for word in words)


def _tells_why(frame: Frame, behind: Frame, utterance: Utterance) -> bool:
    """Whether a ritual is only told as the reason of an order behind it (`we're turning in, so bolt the door`): what is ordered is done,
    and nothing of the ritual beside it."""
    if frame.intent is not IntentName.SCENE or behind.intent not in DEVICE_COMMANDS:
        return False
    text = utterance.normal.text
    if utterance.vocabulary.morphemes:
        words = [m for m in morphemes_of(text) if frame.span.start <= m.start and m.end <= frame.span.end and m.kind != "補助記号"]
        return bool(words) and words[-1].surface in utterance.vocabulary.linking - utterance.vocabulary.linking_alone
    before, after = tokens_of(text[frame.span.start : behind.span.start]), tokens_of(text[behind.span.start : behind.span.end])
    return any(word in going_on_words("hence", utterance.language) for word in (*before[-1:], *after[:1]))


def _reason_of(frame: Frame, utterance: Utterance) -> Slot:
    return Slot(name=SlotName.REASON, text=utterance.normal.shown(frame.span), span=frame.span, odds=frame.odds)


def _is_reason(frame: Frame, utterance: Utterance) -> bool:
    if frame.odds >= SURE or not frame.slots or any(slot.name is not SlotName.REASON for slot in frame.slots):
        return False
    return _is_explained(frame, utterance)
