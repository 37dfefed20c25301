"""Lengths with the word that makes them just that long: `only for ten minutes`, 10分だけ. Pure; asked by whoever cuts out a length."""

from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import MarkerKind


def with_only(length: Span, utterance: Utterance) -> Span:
    """A length with the word right beside it by which it is just that long (`only for …`, …だけ)."""
    text = utterance.normal.text
    for only in (marker.span for marker in utterance.markers if marker.kind is MarkerKind.ONLY):
        if only.start >= length.end and not text[length.end : only.start].strip():
            length = Span(length.start, only.end)
        elif only.end <= length.start and not text[only.end : length.start].strip():
            length = Span(only.start, length.end)
    return length
