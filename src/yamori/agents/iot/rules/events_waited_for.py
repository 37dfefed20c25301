"""Who wants to be told *when* something happens has not asked how it is now: a reading is no answer to that.

Called where the coverage check asks what of a sentence a reading explains. What is read is found by meaning too, so that no list of words
could say which others it answers.
"""

from yamori.understanding.coverage import Evidence
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import MarkerKind
from yamori.understanding.waiting import awaited_events


def evidence_of_reading(utterance: Utterance) -> Evidence | None:
    """All of the sentence but the condition that it waits for; None where it waits for nothing."""
    waited = awaited_events(utterance)
    if not waited:
        return None
    text = utterance.normal.text
    bounds = [0, *(edge for span in waited for edge in span), len(text)]
    spans = tuple(Span(start, end) for start, end in zip(bounds[::2], bounds[1::2], strict=True))
    return Evidence(spans=spans, honours=frozenset(MarkerKind) - {MarkerKind.CONDITION})
