"""A reader that also knows who lives in the home: what tells one of them something is read as such, for every agent alike.

`apps` puts it around the house's one reader. A reader has not learned the names of this home, and takes an unknown one in Japanese for
a device: where one is said, the sentence is read once more with a name in its place that readers know.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from yamori.domain.home import Person
from yamori.understanding.addressees import members, mentions_joined, stand_ins
from yamori.understanding.asked_later import asked_later
from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.message_frames import with_messages
from yamori.understanding.opposites import read_apart
from yamori.understanding.reader import Reader
from yamori.understanding.reasons import with_conditions, with_reasons
from yamori.understanding.remarks_beside import without_remarks
from yamori.understanding.searching import without_searches
from yamori.understanding.separate_requests import with_separate_requests
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance, utterance_of
from yamori.understanding.vocabulary import MarkerKind

SURE = 0.45
"""Below these odds what is read with other names in place of the home's counts for nothing."""
_NEAR = frozenset((IntentName.MESSAGE, IntentName.REMIND, IntentName.NOTIFY, IntentName.TELL))
"""Intents that differ by who is told, and when."""
_NO_PERSON = frozenset((SlotName.DEVICE, SlotName.ROOM, SlotName.FEATURE, SlotName.LIST_NAME))
"""What a reader may take a name for that it does not know."""


class ResidentReader:
    """Fulfils `understanding.reader.Reader` over another one."""

    def __init__(self, reader: Reader, people: Callable[[], Sequence[Person]]) -> None:
        self._reader, self._people = reader, people

    async def prepare(self) -> None:
        await self._reader.prepare()

    async def read(self, utterance: Utterance) -> tuple[Frame, ...]:
        frames = with_conditions(with_reasons(await self._read(utterance), utterance), utterance)
        return asked_later(without_searches(frames, utterance), utterance)

    async def _read(self, utterance: Utterance) -> tuple[Frame, ...]:
        people = members(self._people())
        read = await without_remarks(await self._reader.read(utterance), utterance, self._reader)
        read = await read_apart(await with_separate_requests(read, utterance, self._reader), utterance, self._reader)
        found = without_false_conditions(read, utterance)
        frames = with_messages(found, utterance, people)
        named = mentions_joined(utterance, people)
        others = stand_ins(utterance.language)
        if not frames or not named or not others:
            return frames
        text, places = _renamed(utterance.normal.text, named, others)
        renamed = await self._reader.read(utterance_of(text, utterance.now))
        again = with_messages([_back(frame, places, utterance) for frame in renamed], utterance, people)
        return again if _is_better(again, frames, named) else frames


def without_false_conditions(frames: Sequence[Frame], utterance: Utterance) -> tuple[Frame, ...]:
    """The frames without conditions that only end as one does: メイったら is about Mei, and waits for nothing."""
    marked = [marker.span for marker in utterance.markers if marker.kind is MarkerKind.CONDITION]
    ends = tuple(utterance.vocabulary.inflected)

    def is_false(slot: Slot) -> bool:
        ended = bool(ends) and slot.name is SlotName.CONDITION and slot.text.endswith(ends)
        return ended and not any(slot.span.overlaps(span) for span in marked)

    return tuple(replace(frame, slots=tuple(slot for slot in frame.slots if not is_false(slot))) for frame in frames)


def _is_better(again: Sequence[Frame], frames: Sequence[Frame], named: Sequence[Span]) -> bool:
    """Whether the second reading finds somebody to tell something where the first one does not, or does so less surely."""
    if not any(frame.intent is IntentName.TELL for frame in again) or _surety(again) < SURE:
        return False
    if any(frame.intent is IntentName.TELL for frame in frames):
        return _surety(again) > _surety(frames) and _slot_surety(again) > _slot_surety(frames)
    misread = any(slot.name in _NO_PERSON and slot.span in named for frame in frames for slot in frame.slots)
    near = any(frame.intent in _NEAR for frame in frames)
    return misread or near or _surety(again) > _surety(frames)


def _surety(frames: Sequence[Frame]) -> float:
    return min((frame.odds for frame in frames), default=0.0)


def _slot_surety(frames: Sequence[Frame]) -> float:
    return min((slot.odds for frame in frames for slot in frame.slots), default=1.0)


def _renamed(text: str, named: Sequence[Span], names: Sequence[str]) -> tuple[str, list[tuple[Span, Span]]]:
    """The text with other names, and where they stand: in the new text, in the old one."""
    said = list(dict.fromkeys(text[span.start : span.end] for span in named))
    pieces, places, start, length = [], [], 0, 0
    for span in named:
        name = names[said.index(text[span.start : span.end]) % len(names)]
        length += span.start - start
        pieces += [text[start : span.start], name]
        places.append((Span(length, length + len(name)), span))
        start, length = span.end, length + len(name)
    return "".join((*pieces, text[start:])), places


def _back(frame: Frame, places: Sequence[tuple[Span, Span]], utterance: Utterance) -> Frame:
    """A frame of the renamed text, where it stands in what was said."""

    def span_of(span: Span) -> Span:
        return Span(_position(span.start, places, is_end=False), _position(span.end, places, is_end=True))

    spans = [span_of(slot.span) for slot in frame.slots]
    slots = tuple(replace(slot, span=span, text=utterance.normal.shown(span)) for slot, span in zip(frame.slots, spans, strict=True))
    return replace(frame, span=span_of(frame.span), slots=slots)


def _position(at: int, places: Sequence[tuple[Span, Span]], *, is_end: bool) -> int:
    shift = 0
    for new, old in places:
        if at <= new.start:
            break
        if at < new.end:
            return old.end if is_end else old.start
        shift = old.end - new.end
    return at + shift
