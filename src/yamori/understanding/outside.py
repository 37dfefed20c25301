"""What the words of a frame say of it: those outside slots with which people ask for something, and whether its slots name anything."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from yamori.understanding.clauses import clauses_of
from yamori.understanding.frame import COMPLAINTS, Frame, IntentName, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import MarkerKind

SURE_OF_ITS_INTENT = 0.9
"""From these odds of a frame on, its words that the reader surely takes for no slot ask for its intent, known or not."""


def words_outside(utterance: Utterance, frames: Sequence[Frame]) -> tuple[Span, ...]:
    """Where a frame holds words outside its slots that people have asked for its intent with (`kill the lamp`, `nudge me about it`), or
    that a sure reader takes for asking. What says that something is left alone (`can stay`), or what is waited for (`when`), asks for
    nothing."""
    known = known_words()
    marking = [marker.span for marker in utterance.markers if marker.kind in (MarkerKind.EXCEPTION, MarkerKind.CONDITION)]
    return tuple(
        word.span
        for frame in frames
        for word in utterance.words
        if frame.span.overlaps(word.span)
        and not any(word.span.overlaps(span) for span in marking)
        and ({word.base, word.text} & known.get(frame.intent.value, frozenset()) or _asks(word.span, frame, utterance))
    )


def _asks(word: Span, frame: Frame, utterance: Utterance) -> bool:
    """Whether a sure reader takes a word for asking, and no marker (`not`, `again`) stands in it. Only of a frame of one clause: of several
    one may ask for something else, which the frame leaves out."""
    sure = frame.odds >= SURE_OF_ITS_INTENT and any(span.start <= word.start and word.end <= span.end for span in frame.asking)
    if not sure or any(word.overlaps(marker.span) for marker in utterance.markers):
        return False
    return sum(clause.span.overlaps(frame.span) for clause in clauses_of(utterance)) == 1


def says_more(frame: Frame, utterance: Utterance) -> bool:
    """Whether a complaint holds a content word that is in no slot, that the reader does not surely take for none, and with which people
    do not complain: it may be the room or the device of which the rest is said (`the porch's gloomy`)."""
    named = [slot.span for slot in frame.slots]
    known = known_words().get(frame.intent.value, frozenset())
    return frame.intent in COMPLAINTS and any(
        frame.span.overlaps(word.span)
        and not {word.text, word.base} & known
        and not any(word.span.overlaps(span) for span in named)
        and not any(span.start <= word.span.start < span.end for span in frame.asking)
        for word in utterance.words
    )


def names_something(frame: Frame, utterance: Utterance) -> bool:
    """Whether a frame says of what it speaks. One that does not (`put it on the 9th`, やっぱりやめて) goes on about something said
    before, which a reader of single sentences cannot know."""
    if frame.intent in COMPLAINTS or frame.intent is IntentName.UNDO:
        return True
    said = [slot.span for slot in frame.slots if slot.name in _NAMING]
    return any(word.span.overlaps(span) for word in utterance.words for span in said)


def says_which_way(frame: Frame, utterance: Utterance) -> bool:
    """Whether a step up or down says more than by how much. `A bit more` alone goes on the way in which was stepped last, whatever a reader
    of single sentences takes it for."""
    if frame.intent not in (IntentName.INCREASE, IntentName.DECREASE):
        return True
    text = list(utterance.normal.text)
    fillers = (Span(*m.span()) for m in utterance.vocabulary.fillers.finditer(utterance.normal.text))
    for span in (*fillers, *(slot.span for slot in frame.slots if slot.name is SlotName.DELTA)):
        text[span.start : span.end] = " " * (span.end - span.start)
    return any(character.isalnum() for character in text[frame.span.start : frame.span.end])


_NAMING = frozenset(
    (
        SlotName.DEVICE,
        SlotName.ROOM,
        SlotName.FEATURE,
        SlotName.CONTENT,
        SlotName.TITLE,
        SlotName.TEXT,
        SlotName.QUERY,
        SlotName.LIST_NAME,
        SlotName.PERSON,
    )
)


@cache
def known_words() -> Mapping[str, frozenset[str]]:
    """By intent: dictionary forms of the content words outside slots (`training/reader/outside.py` makes the file)."""
    held = json.loads((Path(__file__).parent / "words" / "outside.json").read_text(encoding="utf-8"))
    return {intent: frozenset(words) for intent, words in held.items()}
