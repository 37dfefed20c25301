"""How long what is put off is then to go on: `for five minutes`, 5分間, also beside its moment (`at seven for half an hour`). Pure."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from yamori.domain.when import Kind, resolve
from yamori.understanding.utterance import utterance_of
from yamori.understanding.vocabulary import MarkerKind

_OTHER = frozenset((MarkerKind.CONDITION, MarkerKind.EXCEPTION, MarkerKind.NEGATION, MarkerKind.UNTIL))


def length_of(words: str, now: datetime) -> timedelta | None:
    """The length that words name; None where they say anything else."""
    utterance, when = utterance_of(words, now), resolve(words, now)
    left = [word for word in utterance.words if not any(word.span.overlaps(span) for span in utterance.time_spans)]
    says_more = left or when.others or any(marker.kind in _OTHER for marker in utterance.markers)
    return when.spans[0].duration if len(when.spans) == 1 and not says_more and when.spans[0].kind is Kind.DURATION else None


def length_beside(times: str, now: datetime) -> timedelta | None:
    """The length that stands beside a moment in the same words; None for none."""
    when = resolve(times, now)
    found = [span.duration for span in when.spans if span.kind is Kind.DURATION and span.duration]
    return found[0] if len(found) == 1 and when.time is not None else None


def length_in(durations: Sequence[str], times: str, now: datetime) -> timedelta | None:
    """The one length of a part, said once; None where it says none, something else, or several."""
    said = [length_of(words, now) for words in durations]
    beside = length_beside(times, now) if times else None
    found = {length for length in (*said, beside) if length is not None}
    return found.pop() if len(found) == 1 and None not in said else None
