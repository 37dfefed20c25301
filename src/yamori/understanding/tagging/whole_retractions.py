"""Things that are taken back whole: of `the hall lamp on, no, the fan` a reader may take the `hall` for something that is still asked for.

The trained reader calls this; pure.
"""

from dataclasses import replace

from yamori.understanding.frame import Frame, Slot, SlotName
from yamori.understanding.normal_form import NormalForm
from yamori.understanding.span import Span

_REPLACED = frozenset((SlotName.DEVICE, SlotName.ROOM))


def with_whole_retractions(frame: Frame, normal: NormalForm) -> Frame:
    """The frame in which what is taken back holds the name that directly precedes it, where another name takes its place behind it."""
    slots = sorted(frame.slots, key=lambda slot: slot.span)
    for number, slot in enumerate(slots):
        before = slots[number - 1] if number else None
        replaced = any(later.name in _REPLACED for later in slots[number + 1 :])
        if slot.name is SlotName.RETRACTED and replaced and before is not None and _touches(before, slot, normal):
            span = Span(before.span.start, slot.span.end)
            whole = replace(slot, span=span, text=normal.shown(span))
            return replace(frame, slots=tuple(whole if one is slot else one for one in slots if one is not before))
    return frame


def _touches(before: Slot, slot: Slot, normal: NormalForm) -> bool:
    """Whether a name stands right before what is taken back, with nothing but a blank between."""
    return before.name in _REPLACED and not normal.text[before.span.end : slot.span.start].strip()
