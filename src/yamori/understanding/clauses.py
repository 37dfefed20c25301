"""The clauses of an utterance: where one thing that is said ends and the next begins."""

from dataclasses import dataclass

from yamori.understanding.span import Span
from yamori.understanding.utterance import Marker, Utterance
from yamori.understanding.words_of import joints_of

_TRIMMED = " \t,;.!?、。！？"


@dataclass(frozen=True, kw_only=True)
class Clause:
    """One of them. `text` is as it was said."""

    span: Span
    text: str
    is_remark: bool
    """It gives a reason or tells something, and asks for nothing."""


def clauses_of(utterance: Utterance) -> tuple[Clause, ...]:
    """Every clause, in order, without what joins them; a joint inside a quotation or an expression of time is none."""
    text = utterance.normal.text
    whole = (*utterance.quotations, *utterance.time_spans)
    found: list[Clause] = []
    start = 0
    for joint in (*joints_of(text, utterance.vocabulary), Span(len(text), len(text))):
        if any(w.start < joint.start and joint.end < w.end for w in whole):
            continue
        if (span := _trimmed(text, Span(start, joint.start))).end > span.start:
            words = text[span.start : span.end]
            remark = utterance.vocabulary.remarks.search(words) is not None
            found.append(Clause(span=span, text=utterance.normal.shown(span), is_remark=remark))
        start = joint.end
    return tuple(found)


def marked_part(marker: Marker, utterance: Utterance) -> str:
    """What a marker is about, as it was said."""
    return utterance.normal.shown(marked_span(marker, utterance))


def marked_span(marker: Marker, utterance: Utterance) -> Span:
    """What a marker is about: from it to the end of its clause, or, in a language in which conditions stand first, from the beginning of
    the clause to its last marker."""
    spans = [clause.span for clause in clauses_of(utterance) if clause.span.overlaps(marker.span)] or [marker.span]
    if utterance.vocabulary.conditions_first:
        last = max(m.span.end for m in utterance.markers if any(m.span.overlaps(span) for span in spans))
        return Span(min(span.start for span in spans), last)
    return Span(marker.span.start, max(span.end for span in spans))


def _trimmed(text: str, span: Span) -> Span:
    start, end = span
    while start < end and text[start] in _TRIMMED:
        start += 1
    while end > start and text[end - 1] in _TRIMMED:
        end -= 1
    return Span(start, end)
