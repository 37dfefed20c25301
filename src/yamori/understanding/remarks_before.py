"""What is told before a request in sentences of its own (`We're off to the lake on Friday. Start me a list: …`): why it is wanted.

A reader takes a whole turn at once, and what is only told may become a part of what is asked for. `ResidentReader` has the request read by
itself where the turn as a whole was not surely read.
"""

from collections.abc import Sequence
from dataclasses import replace

from yamori.understanding.frame import DEVICE_COMMANDS, Frame, IntentName, Slot, SlotName
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


async def without_remarks(frames: Sequence[Frame], utterance: Utterance, reader: Reader) -> tuple[Frame, ...]:
    """The frames; of a turn that was not surely read, and of which only the last sentence asks for anything, that sentence's, with all that
    was told before it as their reason."""
    pieces = sentences_of(utterance.text)
    if len(pieces) < 2 or not frames or _is_sure(frames):
        return tuple(frames)
    alone = utterance_of(pieces[-1], utterance.now)
    start = utterance.normal.text.rfind(alone.normal.text)
    moods = [mood_of(utterance_of(piece, utterance.now)) for piece in pieces]
    if start <= 0 or moods[-1] is Mood.STATEMENT or any(mood is not Mood.STATEMENT for mood in moods[:-1]):
        return tuple(frames)
    read = await reader.read(alone)
    if not read or any(frame.odds < SURE for frame in read):
        return tuple(frames)
    dated = any(span.start < start for span in utterance.time_spans)
    if dated and any(frame.intent not in _TIMELESS for frame in read):
        return tuple(frames)  # `Tom has judo on Mondays. Remind me …`
    first, *others = (_moved(frame, start) for frame in read)
    told = Span(0, len(utterance.normal.text[:start].rstrip()))
    reason = Slot(name=SlotName.REASON, text=utterance.normal.shown(told), span=told)
    return (replace(first, span=Span(0, first.span.end), slots=(reason, *first.slots)), *others)


def _is_sure(frames: Sequence[Frame]) -> bool:
    return all(frame.odds >= SURE and all(slot.odds >= SURE_OF_A_SLOT for slot in frame.slots) for frame in frames)


def _moved(frame: Frame, by: int) -> Frame:
    def span(of: Span) -> Span:
        return Span(of.start + by, of.end + by)

    slots = tuple(replace(slot, span=span(slot.span)) for slot in frame.slots)
    return replace(frame, span=span(frame.span), slots=slots, asking=tuple(span(each) for each in frame.asking))
