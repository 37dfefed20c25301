"""Questions that a reader takes for a part of something else: a sentence that asks beside an order, a second thing of which something else
is asked. Each is a frame of its own, so that none is left out in silence.

`ResidentReader` calls this.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from yamori.understanding.frame import READING, Frame, IntentName, Slot, SlotName
from yamori.understanding.mood import Mood, mood_of
from yamori.understanding.reader import Reader
from yamori.understanding.span import Span
from yamori.understanding.splitting import sentences_of
from yamori.understanding.utterance import Utterance, utterance_of

SURE = 0.85
"""From these odds of its intent on a sentence that is read alone is believed to be a question."""

_QUESTIONS = READING | {IntentName.WEB}
_NAMING = (SlotName.DEVICE, SlotName.ROOM)


async def with_several_questions(frames: Sequence[Frame], utterance: Utterance, reader: Reader) -> tuple[Frame, ...]:
    """The frames; of one that is no question the sentence that asks at its beginning or end as frames of their own, and of a question about
    several things each with what is asked of it."""
    found: list[Frame] = []
    pieces = list(_sentences(utterance))
    for frame in frames:
        asking = [p for p in pieces if frame.span.overlaps(p) and p != frame.span] if frame.intent not in _QUESTIONS else []
        found += await _apart(frame, [asking[0], asking[-1]], utterance, reader) if len(asking) > 1 else [frame]
    return tuple(part for frame in found for part in _pairs(frame, utterance))


def _sentences(utterance: Utterance) -> Iterator[Span]:
    """Where each sentence stands, as far as they are found as they were cut."""
    at = 0
    for piece in sentences_of(utterance.text):
        said = utterance_of(piece, utterance.now).normal.text
        start = utterance.normal.text.find(said, at)
        if start < 0:
            return
        at = start + len(said)
        yield Span(start, at)


async def _apart(frame: Frame, ends: Sequence[Span], utterance: Utterance, reader: Reader) -> list[Frame]:
    """The frame without the question that its first or last sentence is, and that question."""
    for piece in ends:
        alone = utterance_of(utterance.normal.shown(piece), utterance.now)
        if mood_of(alone) is not Mood.QUESTION:
            continue
        read = await reader.read(alone)
        if not read or any(f.intent not in _QUESTIONS or f.odds < SURE for f in read):
            continue
        asked = [f.moved(piece.start) for f in read]
        first = piece.start - frame.span.start < frame.span.end - piece.end
        rest = Span(piece.end, frame.span.end) if first else Span(frame.span.start, piece.start)
        slots = tuple(s for s in frame.slots if not s.span.overlaps(piece))
        kept = replace(frame, span=rest, slots=slots, asking=tuple(a for a in frame.asking if not a.overlaps(piece)))
        return [*asked, kept] if first else [kept, *asked]
    return [frame]


def _pairs(frame: Frame, utterance: Utterance) -> list[Frame]:
    """A question about features of several things (`the hall's temperature and the attic's humidity`) as one about each thing."""
    if frame.intent is not IntentName.GET:
        return [frame]
    slots = sorted(frame.slots, key=lambda slot: slot.span)
    cuts = [b.span.start for n, (a, b) in enumerate(itertools.pairwise(slots)) if _begins_anew(slots[: n + 1], a, b, utterance)]
    bounds = [frame.span.start, *cuts, frame.span.end]
    spans = [Span(start, end) for start, end in itertools.pairwise(bounds)]
    return [
        replace(
            frame,
            span=span,
            slots=tuple(s for s in slots if s.span.overlaps(span)),
            asking=tuple(a for a in frame.asking if a.overlaps(span)),
        )
        for span in spans
    ]


def _begins_anew(before: Sequence[Slot], last: Slot, slot: Slot, utterance: Utterance) -> bool:
    """Whether a slot names another thing, behind a feature of one that was named."""
    named = any(other.name in _NAMING for other in before[:-1])
    if slot.name not in _NAMING or last.name is not SlotName.FEATURE or not named:
        return False
    between = utterance.normal.text[last.span.end : slot.span.start]
    return any(mark in between for mark in ",、") or any(
        word in utterance.vocabulary.coordinating for word in (between.strip(), *between.split())
    )
