"""What of a frame only tells why, and asks for nothing. Pure; `hanging` leaves it out of what is to be done."""

import re
from collections.abc import Sequence

from yamori.understanding.frame import Frame, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance


def asides_of(frame: Frame, utterance: Utterance) -> list[Span]:
    """Reasons, and sentences that hold nothing but reasons: they ask for nothing."""
    reasons = [slot.span for slot in frame.slots if slot.name is SlotName.REASON]
    found = list(reasons)
    for sentence in _SENTENCE.finditer(utterance.normal.text, frame.span.start, frame.span.end):
        held = [slot for slot in frame.slots if slot.span.overlaps(Span(*sentence.span()))]
        if any(s.name is SlotName.REASON for s in held) and all(s.name in _BESIDE for s in held):
            found.append(Span(*sentence.span()))
    return _united(found)


def _united(spans: Sequence[Span]) -> list[Span]:
    """Spans that overlap as one."""
    found: list[Span] = []
    for span in sorted(spans):
        if found and found[-1].end >= span.start:
            found[-1] = Span(found[-1].start, max(found[-1].end, span.end))
        else:
            found.append(span)
    return found


_SENTENCE = re.compile(r"[^.!?。]+[.!?。]*")
_BESIDE = frozenset((SlotName.REASON, SlotName.TEXT, SlotName.PERSON))
"""What a sentence may hold that only tells why."""
