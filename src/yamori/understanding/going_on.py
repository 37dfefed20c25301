"""Sentences that name another thing in the place of one that was spoken of, or beside it, and nothing else. Pure.

They name no action: what they change is known to whoever did or set up something last.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from yamori.understanding.frame import Frame, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import MarkerKind
from yamori.understanding.word_lists import by_name

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
    outside = around(utterance, taken)
    adding, correcting = going_on_words("adding", utterance.language), going_on_words("replacing", utterance.language)
    correcting = (*correcting, *going_on_words("correction", utterance.language))
    if utterance.vocabulary.morphemes:
        rest = {form for w in utterance.words if not any(w.span.overlaps(other) for other in taken) for form in (w.text, w.base)}
        said = [word for word in (*adding, *correcting) if word in outside]
        only = all(any(word in form or form in word for word in (*adding, *correcting)) for form in rest)
    else:
        said = outside.split()
        only = all(word in (*adding, *correcting, *going_on_words("beside", utterance.language)) for word in said)
    beside = any(word in adding for word in said)
    if not only or not (beside or any(word in correcting for word in said)):
        return None
    return OtherThing(words=utterance.normal.shown(span), beside=beside)


def around(utterance: Utterance, spans: Sequence[Span]) -> str:
    """What stands outside some places and outside fillers, in lower case, without marks."""
    text, vocabulary = list(utterance.normal.text.lower()), utterance.vocabulary
    for span in (*spans, *(Span(*m.span()) for m in vocabulary.fillers.finditer(utterance.normal.text) if vocabulary.morphemes)):
        text[span.start : span.end] = " " * (span.end - span.start)
    return "".join(" " if character in _MARKS else character for character in text)


_MARKS = " ,.;:!?、。！？"


def denies(words: Iterable[str], language: str) -> bool:
    """Whether any of some words in lower case turns what they say round: `not`, `don't`. For languages whose words stand apart."""
    denying, endings = going_on_words("denying", language), going_on_words("denying_endings", language)
    return any(word in denying or word.replace("’", "'").endswith(endings) for word in words)


@cache
def going_on_words(topic: str, language: str) -> tuple[str, ...]:
    """Those of a topic of `going_on_words/`, the longest first; none for a language without any."""
    held = by_name(Path(__file__).parent / "going_on_words")[topic]
    return tuple(sorted(held.get(language, ()), key=len, reverse=True))
