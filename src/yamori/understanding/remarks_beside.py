"""What is told beside a request in sentences of its own (`We're off to the lake on Friday. Start me a list: …`): why it is wanted.

A reader takes a whole turn at once, and what is only told may become a part of what is asked for. `ResidentReader` has the request read by
itself where the turn as a whole was not surely read.
"""

from collections.abc import Sequence
from dataclasses import replace

from yamori.understanding.frame import COMPLAINTS, DEVICE_COMMANDS, Frame, IntentName, Slot, SlotName
from yamori.understanding.mood import Mood, mood_of
from yamori.understanding.reader import Reader
from yamori.understanding.span import Span
from yamori.understanding.splitting import sentences_of
from yamori.understanding.utterance import Utterance, utterance_of

SURE = 0.85
"""From these odds of its intent on a frame is believed as it was read within the whole, and the request as it is read alone."""
SURE_OF_A_SLOT = 0.5
"""The same for a slot of the whole."""

_TIMELESS = DEVICE_COMMANDS | {IntentName.ADD_ITEM, IntentName.PLAY, IntentName.WEB}
"""What a day that was told before says nothing of, or that is read with all that was said (the weather)."""

_STATED = COMPLAINTS | {IntentName.TALK, IntentName.UNWELL, IntentName.ADD_ENTRY, IntentName.COMPLETE}
"""What a statement beside a request may be taken for that only says why."""
_BETTER = 0.2
"""By so much surer the request is read alone, where that is not sure either."""


async def without_remarks(frames: Sequence[Frame], utterance: Utterance, reader: Reader) -> tuple[Frame, ...]:
    """The frames; of a turn that was not surely read, and of which only one sentence asks for anything, that sentence's, with all that is
    told before and behind it as their reasons."""
    pieces = sentences_of(utterance.text)
    if len(pieces) < 2 or not frames:
        return tuple(frames)
    if _is_sure(frames):
        return tuple(_with_whole_reasons(frame, pieces, utterance) for frame in frames)
    asking: list[tuple[Span, tuple[Frame, ...]]] = []
    told: list[Span] = []
    at = 0
    for piece in pieces:
        alone = utterance_of(piece, utterance.now)
        start = utterance.normal.text.find(alone.normal.text, at)
        if start < 0:
            return tuple(frames)
        at = start + len(alone.normal.text)
        read = await reader.read(alone)
        if _only_tells(read, alone):
            told.append(Span(start, at))
        else:
            asking.append((Span(start, at), read))
    if len(asking) != 1 or not told or not asking[0][1]:
        return tuple(frames)
    (start, _), read = asking[0]
    odds = min(frame.odds for frame in read)
    if odds < SURE and odds < min(frame.odds for frame in frames) + _BETTER:
        return tuple(frames)
    dated = any(time.overlaps(span) for time in utterance.time_spans for span in told)
    if dated and any(frame.intent not in _TIMELESS for frame in read):
        return tuple(frames)  # `Tom has judo on Mondays. Remind me …`
    first, *others = (frame.moved(start) for frame in read)
    reasons = tuple(Slot(name=SlotName.REASON, text=utterance.normal.shown(span), span=span) for span in told)
    whole = Span(0, first.span.end) if others else Span(0, len(utterance.normal.text))
    found = (replace(first, span=whole, slots=tuple(sorted((*reasons, *first.slots), key=lambda slot: slot.span))), *others)
    last = found[-1]
    return (*found[:-1], replace(last, span=Span(last.span.start, len(utterance.normal.text))))


async def sole_request(utterance: Utterance, reader: Reader) -> str | None:
    """The only sentence of several that asks for anything, where the others surely only talk; None where there is no such."""
    pieces = sentences_of(utterance.text)
    if len(pieces) < 2:
        return None
    asking = []
    for piece in pieces:
        read = await reader.read(utterance_of(piece, utterance.now))
        if not read or any(frame.intent is not IntentName.TALK or frame.odds < SURE for frame in read):
            asking.append(piece)
    return asking[0] if len(asking) == 1 else None


def _with_whole_reasons(frame: Frame, pieces: Sequence[str], utterance: Utterance) -> Frame:
    """A sentence of which a reader marks nothing but reasons is one reason, to its last word."""
    slots = list(frame.slots)
    at = 0
    for piece in pieces:
        said = utterance_of(piece, utterance.now).normal.text
        start = utterance.normal.text.find(said, at)
        if start < 0:
            return frame
        at = start + len(said)
        span = Span(start, at)
        inside = [slot for slot in slots if slot.span.overlaps(span)]
        within = all(span.start <= slot.span.start and slot.span.end <= span.end for slot in inside)
        if inside and within and all(slot.name is SlotName.REASON for slot in inside):
            reason = replace(inside[0], text=utterance.normal.shown(span), span=span)
            slots = [slot for slot in slots if slot not in inside] + [reason]
    return replace(frame, slots=tuple(sorted(slots, key=lambda slot: slot.span)))


def _only_tells(read: Sequence[Frame], utterance: Utterance) -> bool:
    """Whether a sentence beside a request asks for nothing: it states something, or surely only talks."""
    if read and all(frame.intent is IntentName.TALK and frame.odds >= SURE for frame in read):
        return True
    return mood_of(utterance) is Mood.STATEMENT and all(frame.intent in _STATED for frame in read)


def _is_sure(frames: Sequence[Frame]) -> bool:
    return all(frame.odds >= SURE and all(slot.odds >= SURE_OF_A_SLOT for slot in frame.slots) for frame in frames)
