"""Sentences that go on about what was set up last: another thing in place of its own, or being told as well. Pure.

They name no action, so that nobody else could do anything with them; what they change is decided by `changing`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from yamori.automations.reading.vocabulary import words_for
from yamori.understanding.frame import READING, Frame, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import MarkerKind

_PLACING = (SlotName.DEVICE, SlotName.ROOM, SlotName.FEATURE)


@dataclass(frozen=True, kw_only=True)
class OtherThing:
    """An action is to be done with something else."""

    words: str
    """How that is called."""
    beside: bool
    """It comes to what there is (`the lamp too`), and takes no place of another."""


def other_thing(frames: Sequence[Frame], utterance: Utterance) -> OtherThing | None:
    """The thing that is named, and nothing beside it but that it takes another's place or comes to it (`make it the floor lamp instead`,
    やっぱり机のランプで); None for any other sentence."""
    slots = [slot for frame in frames for slot in frame.slots]
    named = [slot for slot in slots if slot.name in _PLACING]
    if not any(slot.name is SlotName.DEVICE for slot in named) or any(slot.name not in (*_PLACING, SlotName.RETRACTED) for slot in slots):
        return None
    if any(marker.kind is not MarkerKind.INSTEAD for marker in utterance.markers) or utterance.times:
        return None
    span = Span(min(slot.span.start for slot in named), max(slot.span.end for slot in named))
    taken = [span, *(slot.span for slot in slots if slot.name is SlotName.RETRACTED)]
    outside = _outside(utterance, taken)
    adding, correcting = words_for("adding", utterance.language), words_for("replacing", utterance.language)
    correcting = (*correcting, *words_for("correction", utterance.language))
    if utterance.vocabulary.morphemes:
        rest = {form for w in utterance.words if not any(w.span.overlaps(other) for other in taken) for form in (w.text, w.base)}
        said = [word for word in (*adding, *correcting) if word in outside]
        only = all(any(word in form or form in word for word in (*adding, *correcting)) for form in rest)
    else:
        said = outside.split()
        only = all(word in (*adding, *correcting, *words_for("beside", utterance.language)) for word in said)
    beside = any(word in adding for word in said)
    if not only or not (beside or any(word in correcting for word in said)):
        return None
    return OtherThing(words=utterance.normal.shown(span), beside=beside)


def _outside(utterance: Utterance, spans: Sequence[Span]) -> str:
    """What stands outside some places and outside fillers, in lower case, without marks."""
    text, vocabulary = list(utterance.normal.text.lower()), utterance.vocabulary
    for span in (*spans, *(Span(*m.span()) for m in vocabulary.fillers.finditer(utterance.normal.text) if vocabulary.morphemes)):
        text[span.start : span.end] = " " * (span.end - span.start)
    return "".join(" " if character in _MARKS else character for character in text)


def also_told(frames: Sequence[Frame], utterance: Utterance) -> bool:
    """Whether somebody only asks to be told as well (`also tell me`, 私にも知らせて)."""
    kinds = {marker.kind for marker in utterance.markers}
    if kinds != {MarkerKind.NOTIFICATION} or utterance.times:
        return False
    if any(f.intent in READING or any(s.name not in (SlotName.PERSON, SlotName.TEXT) for s in f.slots) for f in frames):
        return False
    spans = [marker.span for marker in utterance.markers]
    loose = [word for topic in ("adding", "me", "beside") for word in words_for(topic, utterance.language)]
    if not utterance.vocabulary.morphemes:
        return all(word in loose for word in _outside(utterance, spans).split())
    outside = [word for word in utterance.words if not any(word.span.overlaps(span) for span in spans)]
    return all(word.text in loose or word.base in loose for word in outside)


_MARKS = " ,.;:!?、。！？"
