"""The words of a frame and of its slots, in the normal form of the rules."""

import re
from collections.abc import Collection

from yamori.agents.iot.rules.words import hyphenless, normal
from yamori.understanding.frame import Frame, Slot, SlotName
from yamori.understanding.utterance import Utterance

_BLANKS = re.compile(r"\s+")


def words_of(slot: Slot) -> str:
    return normal(slot.text).strip()


def slots_of(frame: Frame, *names: SlotName) -> tuple[Slot, ...]:
    """All slots of these names, in the order in which they were said."""
    return tuple(sorted((s for s in frame.slots if s.name in names), key=lambda s: s.span))


def words_outside(frame: Frame, utterance: Utterance, names: Collection[SlotName], *, mask: str = " ") -> str:
    """What is said in a frame beside the slots of these names, with `mask` for each of them."""
    text, at, kept = utterance.normal.text, frame.span.start, ""
    for slot in sorted((s for s in frame.slots if s.name in names), key=lambda s: s.span):
        if slot.span.start >= at:
            kept += text[at : slot.span.start] + mask
            at = slot.span.end
    return _BLANKS.sub(" ", hyphenless(kept + text[at : frame.span.end])).strip(" ,、.。!！?？")
