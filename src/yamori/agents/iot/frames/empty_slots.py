"""Slots that name nothing: an article alone, or the room of `which room`. What is said of the sentence is read without them."""

from collections.abc import Sequence
from dataclasses import replace

from yamori.agents.iot.frames.frame_words import words_of
from yamori.agents.iot.rules.word_lists import words_for
from yamori.agents.iot.rules.words import lexicon
from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance

_NAMING = (SlotName.DEVICE, SlotName.ROOM)
_OF_WHAT_IS_ASKED = (SlotName.TITLE, SlotName.CONTENT, SlotName.QUERY)
"""What a question about a device may take the second half of its name for."""


def without_empty_slots(frames: Sequence[Frame], utterance: Utterance) -> tuple[Frame, ...]:
    """The frames without articles that a reader takes for a device or a room; the word right behind such an article is what it stands
    before. A question that speaks of rooms and names none is about all of them."""
    return tuple(_mended(frame, utterance) for frame in frames)


def _mended(frame: Frame, utterance: Utterance) -> Frame:
    kept: list[Slot] = []
    asking: list[Span] = []
    article: Slot | None = None
    for slot in sorted(frame.slots, key=lambda s: s.span):
        if slot.name in _NAMING and set(words_of(slot).split()) <= utterance.vocabulary.articles:
            article = slot
            continue
        if article is not None and slot.name in _OF_WHAT_IS_ASKED and frame.intent is IntentName.GET:
            slot = replace(slot, name=article.name)
        article = None
        if slot.name is SlotName.DEVICE and frame.intent is IntentName.GET:
            slot = _without_superlative(slot)
        if frame.intent is IntentName.GET and slot.name is SlotName.ROOM and _is_any_room(slot, utterance):
            asking.append(slot.span)
        else:
            kept.append(slot)
    return replace(frame, slots=tuple(kept), asking=(*frame.asking, *asking))


def _without_superlative(slot: Slot) -> Slot:
    """照明 of 一番明るい照明: which of them is asked, and no part of the name."""
    found = next((m for e in lexicon().extremes if (m := e.phrases.pattern.match(slot.text.lower())) is not None), None)
    rest = slot.text[found.end() :].lstrip("いなの ") if found is not None else ""
    if not rest:
        return slot
    return replace(slot, text=rest, span=Span(slot.span.end - len(rest), slot.span.end))


def _is_any_room(slot: Slot, utterance: Utterance) -> bool:
    text = words_of(slot)
    if not utterance.vocabulary.morphemes:
        said = set(text.split()) - utterance.vocabulary.question_words
        return bool(said) and said <= words_for("any_room")
    rest = text
    for word in sorted((*words_for("any_room"), *utterance.vocabulary.question_words), key=len, reverse=True):
        rest = rest.replace(word, "")
    return not rest.strip("のがはでに ")
