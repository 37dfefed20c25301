"""What a reader takes for a part of something else: a sentence that asks beside an order, an order beside another one, a second thing of
which something else is asked or wanted. Each is a frame of its own, so that none is left out in silence, or done as the other is.

`ResidentReader` calls this.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from yamori.understanding.frame import DEVICE_COMMANDS, READING, Frame, IntentName, Slot, SlotName
from yamori.understanding.mood import Mood, mood_of
from yamori.understanding.outside import names_something
from yamori.understanding.reader import Reader
from yamori.understanding.span import Span
from yamori.understanding.splitting import sentences_of
from yamori.understanding.utterance import Utterance, utterance_of

SURE = 0.85
"""From these odds of its intent on a sentence that is read alone is believed to be a question."""

_QUESTIONS = READING | {IntentName.WEB}
_NAMING = (SlotName.DEVICE, SlotName.ROOM)


async def with_separate_requests(frames: Sequence[Frame], utterance: Utterance, reader: Reader) -> tuple[Frame, ...]:
    """The frames; of one over several sentences the first or the last, where it surely asks for something else, as frames of their own, and
    of several things each with what is asked of it, or wanted."""
    found: list[Frame] = []
    sentences = list(_sentences(utterance))
    for frame in frames:
        own = [s for s in sentences if frame.span.overlaps(s)]
        found += await _apart(frame, [own[0], own[-1]], utterance, reader) if len(own) > 1 else [frame]
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
    """The frame without its first or last sentence that is a question, or another order, and that sentence's."""
    for piece in ends:
        alone = utterance_of(utterance.normal.shown(piece), utterance.now)
        read = await reader.read(alone) if mood_of(alone) is not Mood.STATEMENT else ()
        if not read or not all(f.odds >= SURE and _asks_for_else(f, frame, alone) for f in read):
            continue
        asked = [f.moved(piece.start) for f in read]
        first = piece.start - frame.span.start < frame.span.end - piece.end
        rest = Span(piece.end, frame.span.end) if first else Span(frame.span.start, piece.start)
        slots = tuple(s for s in frame.slots if not s.span.overlaps(piece))
        kept = replace(frame, span=rest, slots=slots, asking=tuple(a for a in frame.asking if not a.overlaps(piece)))
        kept = await _surer(kept, utterance, reader)
        return [*asked, kept] if first else [kept, *asked]
    return [frame]


async def _surer(frame: Frame, utterance: Utterance, reader: Reader) -> Frame:
    """The frame as it is read alone, where that is the same and surer: the sentence beside it made it doubtful."""
    said = utterance.normal.text[frame.span.start : frame.span.end]
    start = frame.span.start + len(said) - len(said.lstrip())
    read = await reader.read(utterance_of(utterance.normal.shown(Span(start, frame.span.end)), utterance.now))
    if len(read) != 1 or read[0].intent is not frame.intent or read[0].odds <= frame.odds:
        return frame
    return read[0].moved(start)


def _asks_for_else(alone: Frame, frame: Frame, utterance: Utterance) -> bool:
    """Whether a sentence by itself is a question, or an order that names something and wants something else than the frame around it."""
    if alone.intent in _QUESTIONS and frame.intent not in _QUESTIONS:
        return mood_of(utterance) is Mood.QUESTION
    alike = any(alone.intent in kind and frame.intent in kind for kind in (_QUESTIONS, DEVICE_COMMANDS))
    return alike and alone.intent is not frame.intent and names_something(alone, utterance)


def _pairs(frame: Frame, utterance: Utterance) -> list[Frame]:
    """A question about features of several things (`the hall's temperature and the attic's humidity`) as one about each thing; the same
    of values to which they are set."""
    if frame.intent not in (IntentName.GET, IntentName.SET):
        return [frame]
    slots = sorted(frame.slots, key=lambda slot: slot.span)
    kind = SlotName.FEATURE if frame.intent is IntentName.GET else SlotName.VALUE
    if frame.intent is IntentName.SET and (not slots or slots[-1].name is not SlotName.VALUE):
        return [frame]  # one value of several things
    cuts = [b.span.start for n, (a, b) in enumerate(itertools.pairwise(slots)) if _begins_anew(slots[: n + 1], a, b, kind, utterance)]
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


def _begins_anew(before: Sequence[Slot], last: Slot, slot: Slot, kind: SlotName, utterance: Utterance) -> bool:
    """Whether a slot names another thing, behind the feature or the value of one that was named."""
    named = any(other.name in _NAMING for other in before[:-1])
    if slot.name not in _NAMING or last.name is not kind or not named:
        return False
    between = utterance.normal.text[last.span.end : slot.span.start]
    return any(mark in between for mark in ",、。.;") or any(
        word in utterance.vocabulary.coordinating for word in (between.strip(), *between.split())
    )
