"""Sentences that give a timer that runs another length, and say nothing else but which it is: `make the egg timer ten minutes`,
さっきの10分、やっぱり15分にして. Pure."""

from dataclasses import dataclass
from datetime import timedelta

from yamori.domain.when.amounts import amounts_in
from yamori.understanding.going_on import around, going_on_words
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import MarkerKind


@dataclass(frozen=True, kw_only=True)
class OtherLength:
    """So long, counted from when it was set."""

    length: timedelta
    before: timedelta | None
    """The length that it has, where that says which is meant."""
    named: tuple[str, ...]
    """What is said of the thing itself, in lower case: the words by which it was called, or none."""


def other_length(utterance: Utterance) -> OtherLength | None:
    """Which is to be how long; None for a sentence that names no timer, or asks for anything else."""
    if utterance.quotations or utterance.text.rstrip().endswith(("?", "？")):
        return None
    if any(marker.kind is not MarkerKind.INSTEAD for marker in utterance.markers):
        return None
    found = [amount for amount in amounts_in(utterance.normal.text) if amount.length > timedelta()]
    lengths, spans = [amount.length for amount in found], [Span(amount.start, amount.end) for amount in found]
    if not found and len(numbers := _numbers(utterance)) == 1:  # `make the timer 15`
        lengths, spans = [timedelta(minutes=numbers[0][1])], [numbers[0][0]]
    outside = around(utterance, spans)
    resets, another = going_on_words("resetting", utterance.language), going_on_words("another", utterance.language)
    words = utterance.vocabulary.morphemes
    if not any(word in (outside if words else outside.split()) for word in resets) or not 1 <= len(lengths) <= 2:
        return None
    if any(word in (outside if words else outside.split()) for word in another):
        return None
    named = _named(utterance, spans, outside)
    before = lengths[0] if len(lengths) == 2 else None
    names_it = any(word in outside for word in going_on_words("timer", utterance.language))
    return OtherLength(length=lengths[-1], before=before, named=named) if (found and before) or names_it else None


def _named(utterance: Utterance, spans: list[Span], outside: str) -> tuple[str, ...]:
    topics = ("timer", "resetting", "correction", "replacing", "beside", "pointing", "lengthened")
    known = {word for topic in topics for word in going_on_words(topic, utterance.language)}
    if utterance.vocabulary.morphemes:
        left = [w for w in utterance.words if not any(w.span.overlaps(span) for span in spans)]
        return tuple(w.text for w in left if not any(w.text.startswith(word) or w.base == word for word in known if len(word) > 1))
    return tuple(word for word in outside.split() if word not in known and word not in utterance.vocabulary.function_words)


def _numbers(utterance: Utterance) -> list[tuple[Span, int]]:
    """Numbers in digits."""
    words = [word for word in utterance.words if word.text.isdecimal()]
    return [(word.span, int(word.text)) for word in words if 0 < int(word.text) < _MOST]


_MOST = 600
"""Minutes that somebody says as a bare number."""
