"""What a reader's frames say that somebody wants to know of the web. Pure."""

from collections.abc import Sequence
from datetime import datetime

from yamori.agents.browser.rules.asked import says_web, without_web
from yamori.agents.browser.rules.spoken import asks, sentences
from yamori.understanding.frame import Frame, IntentName, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import utterance_of

SURE = 0.85
"""Odds from which on a reader's word counts; the orchestrator plans by the same."""

_ASKED = frozenset((SlotName.QUERY, SlotName.WHEN, SlotName.TITLE))
"""Slots of what is asked about."""


def is_web(frames: Sequence[Frame], *, sure: float = SURE) -> bool:
    """Whether all that is asked for is of the web."""
    return bool(frames) and all(frame.intent is IntentName.WEB and frame.odds >= sure for frame in frames)


def web_is_asked(frames: Sequence[Frame], text: str) -> bool:
    """Whether every sentence that wants to know something is surely of the web; the others only tell why, whatever they are taken for."""
    told, at = sentences(text), 0
    spans: list[Span] = []
    for sentence in told:
        at = text.index(sentence, at)
        if asks(sentence):
            spans.append(Span(at, at + len(sentence)))
        at += len(sentence)
    return bool(spans) and all(is_web([frame for frame in frames if frame.span.overlaps(span)]) for span in spans)


def asks_the_web(frames: Sequence[Frame], text: str) -> bool:
    """Whether a text wants nothing but something of the web: a reader is sure of it, or need only not gainsay it where the text names the
    web itself."""
    return is_web(frames) or (says_web(text) and is_web(frames, sure=0.0))


def what_of(frames: Sequence[Frame], text: str, now: datetime) -> str | None:
    """What they want to know, from the first words of it to the last, without those that name the web. None where the frames are of
    something else, and of several sentences, whose frame is one of them: what stands around it tells what is meant."""
    slots = [slot for frame in frames for slot in frame.slots if slot.name in _ASKED and slot.text]
    if not asks_the_web(frames, text) or not slots or len(sentences(text)) > 1:
        return None
    utterance = utterance_of(text, now)
    span = Span(min(slot.span.start for slot in slots), max(slot.span.end for slot in slots))
    return without_web(utterance.normal.shown(span), utterance.language) or None
