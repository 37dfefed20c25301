"""Who wants to be told *when* something happens has not asked how it is now: a reading is no answer to that.

Called where the coverage check asks what of a sentence a reading explains. What is read is found by meaning too, so that no list of words
could say which others it answers.
"""

from yamori.understanding.coverage import Evidence
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import MarkerKind


def evidence_of_reading(utterance: Utterance) -> Evidence | None:
    """All of the sentence but the condition that it waits for; None where it waits for nothing."""
    text = utterance.normal.text
    if not any(marker.kind is MarkerKind.NOTIFICATION for marker in utterance.markers):
        return None
    conditions = [marker.span for marker in utterance.markers if marker.kind is MarkerKind.CONDITION]
    waited = [span for span in conditions if text[span.start : span.end] in utterance.vocabulary.events]
    if not waited:
        return None
    bounds = [0, *(edge for span in waited for edge in span), len(text)]
    spans = tuple(Span(start, end) for start, end in zip(bounds[::2], bounds[1::2], strict=True))
    return Evidence(spans=spans, honours=frozenset(MarkerKind) - {MarkerKind.CONDITION})
