"""Slots that no border cuts a number in two: of `one eighty` a reader may take the `one` for something else."""

import re
from collections.abc import Sequence
from dataclasses import replace

from yamori.understanding.frame import Frame, Slot
from yamori.understanding.normal_form import NormalForm
from yamori.understanding.span import Span
from yamori.understanding.vocabulary import Vocabulary


def with_whole_numbers(frames: Sequence[Frame], normal: NormalForm, words: Vocabulary) -> tuple[Frame, ...]:
    """The frames in which a slot that begins with a number begins where the number does; the slot before it ends there."""
    return tuple(replace(frame, slots=_mended(frame.slots, normal, words)) for frame in frames)


def _mended(slots: Sequence[Slot], normal: NormalForm, words: Vocabulary) -> tuple[Slot, ...]:
    starts = [_start_of_number(slot.span, normal.text, words) for slot in slots]
    if words.morphemes:  # a slot that begins with what the number before it counts begins behind that
        counted = {slot.span.end: _end_of_number(slot.span.end, normal.text) for slot in slots}
        starts = [counted.get(start, start) for start in starts]
    mended = []
    for slot, start in zip(slots, starts, strict=True):
        end = min((s for s in starts if start < s < slot.span.end), default=slot.span.end)
        whole = _end_of_number(end, normal.text) if words.morphemes and end == slot.span.end else end
        limit = min((s for s in starts if s >= end), default=len(normal.text))
        span = Span(start, len(normal.text[:end].rstrip(" ,.;、。")) if end < slot.span.end else min(whole, limit))
        if span.start < span.end:
            mended.append(slot if span == slot.span else replace(slot, text=normal.shown(span), span=span))
    return tuple(mended)


_COUNTED = re.compile(r"(?<=\d)(?:時間?|分間?|秒間?|日間?|週間?|[かヶケカ]月|月|年|度|回|個|本|枚|つ|%)半?|(?<=[月火水木金土日]曜)日")
"""What a number counts, and the rest of a weekday's name."""


def _end_of_number(end: int, text: str) -> int:
    """Behind what the number counts with which a span ends: of 6時 a reader may take only the 6."""
    found = _COUNTED.match(text, end)
    return found.end() if found else end


def _start_of_number(span: Span, text: str, words: Vocabulary) -> int:
    """Where the number begins with which a span begins."""
    if words.morphemes or not words.is_number(text[span.start : span.end].split(" ")[0]):
        return span.start
    start = span.start
    while start > 1 and text[start - 1] == " " and words.is_number(before := text[: start - 1].rpartition(" ")[2]):
        start -= 1 + len(before)
    return start
