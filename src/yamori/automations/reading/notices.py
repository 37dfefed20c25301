"""Sentences that are a condition and words for telling, and nothing else: `tell me when the door opens`. Pure.

Where the condition comes last a reader may tear it, or take the sentence for a question about what the condition names; its markers say
where the condition stands. Whether a question is meant after all is decided by whoever knows what can be waited for (`policy`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from yamori.automations.reading.vocabulary import words_for
from yamori.understanding.frame import READING, Frame, IntentName, Slot, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Marker, Utterance
from yamori.understanding.vocabulary import MarkerKind


@dataclass(frozen=True, kw_only=True)
class Notice:
    """A sentence that may be one."""

    frame: Frame
    """The sentence as something to be told once its condition holds."""
    condition: str
    is_event: bool
    """Its marker waits for something to happen, and never asks whether it is so (`when`; not `if`)."""
    certain: bool
    """The reader took it for a notice too: only the condition's borders are mended."""


def notice_of(frames: Sequence[Frame], utterance: Utterance) -> Notice | None:
    """The sentence as a notice; None for one that asks for anything else, that speaks of the past, or where words need no markers."""
    if utterance.vocabulary.morphemes or not frames:
        return None
    if any(frame.intent is not IntentName.NOTIFY and frame.intent not in READING for frame in frames):
        return None
    telling = [m for m in utterance.markers if m.kind is MarkerKind.NOTIFICATION]
    waiting = [m for m in utterance.markers if m.kind is MarkerKind.CONDITION]
    if len(telling) != 1 or not waiting:
        return None
    span = _condition(telling[0], waiting[0], utterance)
    if span is None:
        return None
    text = utterance.normal.shown(span)
    certain = all(frame.intent is IntentName.NOTIFY for frame in frames)
    words = text.lower().split()
    if not certain and any(word in words for word in words_for("past", utterance.language)):
        return None
    slot = Slot(name=SlotName.CONDITION, text=text, span=span)
    whole = Span(frames[0].span.start, frames[-1].span.end)
    marked = utterance.normal.text[waiting[0].span.start : waiting[0].span.end]
    return Notice(
        frame=Frame(intent=IntentName.NOTIFY, span=whole, slots=(slot,), odds=max(f.odds for f in frames)),
        condition=text,
        is_event=marked.split()[0] in utterance.vocabulary.events,
        certain=certain,
    )


def _condition(telling: Marker, waiting: Marker, utterance: Utterance) -> Span | None:
    """The clause of the condition, with nothing but the words for telling outside it."""
    text = utterance.normal.text
    end = len(text.rstrip(" .!?"))
    if telling.span.start > waiting.span.start:
        comma = text.rfind(",", waiting.span.end, telling.span.start)
        span = Span(waiting.span.start, comma if comma > 0 else telling.span.start)
    else:
        comma = text.find(",", waiting.span.end)
        span = Span(waiting.span.start, comma if comma > 0 else end)
    span = Span(span.start, span.start + len(text[span.start : span.end].rstrip()))
    outside = [w for w in utterance.words if not w.span.overlaps(span) and not w.span.overlaps(telling.span)]
    named = any(word.span.overlaps(Span(waiting.span.end, span.end)) for word in utterance.words)
    if outside or not named or any(at.span.overlaps(telling.span) for at in (waiting,)):
        return None
    between = text[telling.span.end : waiting.span.start] if telling.span.start < waiting.span.start else ""
    return None if between.strip(" ,") else span
