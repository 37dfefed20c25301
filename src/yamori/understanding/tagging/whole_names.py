"""Names that a reader cuts before a suffix: 冷蔵 and 庫 of 冷蔵庫. The trained reader calls this; pure."""

from dataclasses import replace

from yamori.understanding.analysis import morphemes_of
from yamori.understanding.frame import Frame, Slot
from yamori.understanding.normal_form import NormalForm
from yamori.understanding.span import Span
from yamori.understanding.vocabulary import Vocabulary


def with_whole_names(frame: Frame, normal: NormalForm, vocabulary: Vocabulary) -> Frame:
    """The frame with each slot that is only a suffix as the end of the slot before it. Only in languages written without blanks."""
    if not vocabulary.morphemes or len(frame.slots) < 2:
        return frame
    suffixes = {Span(m.start, m.end) for m in morphemes_of(normal.text) if m.kind == "接尾辞"}
    kept: list[Slot] = []
    for slot in sorted(frame.slots, key=lambda s: s.span):
        if kept and slot.span in suffixes and kept[-1].span.end == slot.span.start:
            span = Span(kept[-1].span.start, slot.span.end)
            kept[-1] = replace(kept[-1], span=span, text=normal.shown(span))
        else:
            kept.append(slot)
    return frame if len(kept) == len(frame.slots) else replace(frame, slots=tuple(kept))
