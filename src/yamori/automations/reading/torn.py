"""Conditions that a reader tore: a long or unusual one comes in pieces, of which some look like devices, rooms or reasons. Pure.

In English a condition goes from the word that marks it to the end of its clause, in Japanese from the beginning of its clause to that word.
`hanging` mends frames so before it looks at them; what is waited for is read anew by whoever knows the home, so that a piece too much makes
it unread and never another condition.
"""

from collections.abc import Sequence
from dataclasses import replace

from yamori.automations.reading.vocabulary import words_for
from yamori.understanding.frame import READING, Frame, IntentName, Slot, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import MarkerKind

_TORN_OFF = frozenset(
    (SlotName.CONDITION, SlotName.DEVICE, SlotName.ROOM, SlotName.FEATURE, SlotName.REASON, SlotName.VALUE, SlotName.PERSON, SlotName.TEXT)
)
"""What a piece of a condition may be taken for."""
_JOINED = frozenset(("", "の", "と", "や", "か", "が", "は", "も", "に"))
"""What ties a word to the condition behind it."""


def rejoined(frames: Sequence[Frame], utterance: Utterance) -> tuple[Frame, ...]:
    """The frames without those that a condition with `and` or `or` in it was cut into: one that asks to be told in no words, and that ends
    inside a condition, is the beginning of the next."""
    found: list[Frame] = []
    begun: Frame | None = None
    for number, frame in enumerate(frames):
        if begun is not None:
            start = next((slot.span.start for slot in begun.slots if slot.name is SlotName.CONDITION), begun.span.start)
            span = Span(start, begun.span.end)
            lead = Slot(name=SlotName.CONDITION, span=span, text=utterance.normal.shown(span))
            frame = replace(frame, span=Span(begun.span.start, frame.span.end), slots=(lead, *frame.slots))
            begun = None
        following = frames[number + 1] if number + 1 < len(frames) else None
        if following is not None and (_is_beginning(frame, utterance) or _is_either(frame, following, utterance)):
            begun = frame
        else:
            found.append(frame)
    return tuple(found)


def _is_either(frame: Frame, following: Frame, utterance: Utterance) -> bool:
    """Whether a frame that seems to ask how something is (ドアが開くか) is the first of two conditions of which either is enough."""
    if frame.intent not in READING or not utterance.vocabulary.morphemes:
        return False
    said = utterance.normal.text[frame.span.start : frame.span.end].rstrip(" 、,")
    goes_on = any(slot.name is SlotName.CONDITION and slot.span.start <= following.span.start + 1 for slot in following.slots)
    return goes_on and any(said.endswith(word) for word in words_for("or", utterance.language))


def _is_beginning(frame: Frame, utterance: Utterance) -> bool:
    marked = {marker.kind for marker in utterance.markers if frame.span.overlaps(marker.span)}
    if frame.intent is not IntentName.NOTIFY or utterance.vocabulary.morphemes or MarkerKind.NOTIFICATION in marked:
        return False
    waits = any(slot.name is SlotName.CONDITION for slot in frame.slots) and all(slot.name in _TORN_OFF for slot in frame.slots)
    return waits and "," not in utterance.normal.text[frame.span.start : frame.span.end]


def mended(frame: Frame, utterance: Utterance) -> Frame:
    """The frame with each condition as one slot, without the pieces that were torn off it."""
    conditions = [slot.span for slot in frame.slots if slot.name is SlotName.CONDITION]
    if not conditions:
        return frame
    grown = (_grown_back if utterance.vocabulary.morphemes else _grown_on)(frame, conditions, utterance)
    if grown == conditions:
        return frame
    kept = [s for s in frame.slots if s.name is not SlotName.CONDITION and not any(s.span.overlaps(span) for span in grown)]
    slots = [Slot(name=SlotName.CONDITION, text=utterance.normal.shown(span), span=span) for span in grown]
    return replace(frame, slots=tuple(sorted((*kept, *slots), key=lambda slot: slot.span)))


def _grown_on(frame: Frame, conditions: Sequence[Span], utterance: Utterance) -> list[Span]:
    """Each one up to the comma that ends its clause, where it begins with a word for that and something stands behind the comma."""
    text = utterance.normal.text
    found: list[Span] = []
    marked = [marker.span for marker in utterance.markers if marker.kind is MarkerKind.CONDITION]
    for span in conditions:
        if found and found[-1].overlaps(span):
            continue
        comma = text.find(",", span.end, frame.span.end)
        begins = any(marker.start <= span.start + 1 < marker.end or marker.start == span.start for marker in marked)
        behind = Span(comma, frame.span.end)
        rest = any(slot.span.overlaps(behind) for slot in frame.slots) or any(word.span.overlaps(behind) for word in utterance.words)
        between = [s for s in frame.slots if s.span.start >= span.end and s.span.end <= comma and not _is_told(s, frame)]
        torn = bool(between) and all(slot.name in _TORN_OFF for slot in between)
        found.append(Span(span.start, comma) if comma > 0 and begins and rest and torn else span)
    return found


def _is_told(slot: Slot, frame: Frame) -> bool:
    """Whether it says who is told something once the condition holds."""
    return slot.name is SlotName.PERSON and frame.intent is IntentName.TELL


def _grown_back(frame: Frame, conditions: Sequence[Span], utterance: Utterance) -> list[Span]:
    """Each one from the first word of its clause on that is tied to it."""
    text = utterance.normal.text
    found: list[Span] = []
    for span in sorted(conditions):
        start = span.start
        for slot in sorted(frame.slots, key=lambda s: s.span, reverse=True):
            if slot.span.end > start or slot.name not in _TORN_OFF or _is_told(slot, frame):
                continue
            if text[slot.span.end : start] not in _JOINED:
                break
            start = slot.span.start
        whole = Span(start, span.end)
        if found and found[-1].overlaps(whole):
            found[-1] = Span(min(found[-1].start, start), whole.end)
        else:
            found.append(whole)
    return found
