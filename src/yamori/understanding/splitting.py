"""A text cut into its clauses. The one place that does: the orchestrator shares them out, agents read one after the other."""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from yamori.domain.when import WhenSpan, find_when
from yamori.domain.when.amounts import amounts_in
from yamori.understanding.deferral import find_deferrals
from yamori.understanding.detection import language_in
from yamori.understanding.helping_verbs import with_helpers
from yamori.understanding.joints import Joint, joints_in
from yamori.understanding.utterance import QUOTED
from yamori.understanding.vocabulary import Vocabulary, vocabulary

Begins = Callable[[Joint, str], bool]
"""Whether another clause begins behind a joint, with this text."""

_ANY_DAY = datetime(2026, 1, 5, tzinfo=UTC)
"""Where expressions of time stand does not depend on the day."""


def any_request(joint: Joint, following: str) -> bool:
    """What follows may be anybody's; what only turns or details the clause before stays with it."""
    return not (joint.turns or joint.details)


def split_clauses(text: str, *, begins: Begins = any_request) -> list[str]:
    """The clauses of a text, joints left out. A question too short to stand alone stays with what it asks about, a time with what is to be
    then (`at 7 and 9 tomorrow`), and what hangs on a condition with its condition."""
    return [text[start:end].strip() for start, end in clause_spans(text, begins=begins)]


def clause_spans(text: str, *, begins: Begins = any_request) -> list[tuple[int, int]]:
    """Where `split_clauses` finds them."""
    words = vocabulary(language_in(text))
    return _joined_to_conditions(text, _cut(text, words, begins), words)


def bare_clauses(text: str) -> list[str]:
    """The clauses of a text, those too that hang on a condition before them, each by itself."""
    return [text[start:end].strip() for start, end in _cut(text, vocabulary(language_in(text)), any_request)]


def _cut(text: str, words: Vocabulary, begins: Begins) -> list[tuple[int, int]]:
    pieces: list[tuple[int, int]] = []
    end = 0
    times = find_when(text, _ANY_DAY)
    whole = [(a.start, a.end) for a in amounts_in(text)]  # `an hour and a half` holds no joint
    whole += [quoted.span() for quoted in QUOTED.finditer(text)]
    joints = [j for j in joints_in(text) if not any(a < j.start and j.end < b for a, b in whole) and not _is_of_a_time(j, times)]
    joints = [j for j in joints if begins(j, text[j.end :])]
    for start, stop in [*((j.start, j.end) for j in joints), (len(text), len(text))]:
        piece = text[end:start].strip()
        if pieces and (words.short_questions.fullmatch(piece.lower()) or _only_times(text, end, start, times, words)):
            pieces[-1] = (pieces[-1][0], start)
        elif piece:
            pieces.append((end, start))
        end = stop
    return with_helpers(text, pieces)


def _is_of_a_time(joint: Joint, times: Sequence[WhenSpan]) -> bool:
    """Whether what looks like a verb there is an expression of time: あさって is no 漁って."""
    return not joint.is_marked and any(time.start < joint.start <= time.end for time in times)


def _only_times(text: str, start: int, end: int, times: Sequence[WhenSpan], words: Vocabulary) -> bool:
    """Nothing but expressions of time stands there."""
    inside = [span for span in times if start <= span.start and span.end <= end]
    bounds = [start, *(edge for span in inside for edge in (span.start, span.end)), end]
    between = (text[a:b].lower() for a, b in zip(bounds[::2], bounds[1::2], strict=True))
    return bool(inside) and all(map(words.between_times.fullmatch, between))


_WORDED = re.compile(r"\w{2}")
_STOP = re.compile(r"[.!?。！？]")
_DETAILED = re.compile(r"\s[-–—]\s|[—:：]\s*(?!\d)")
"""What follows tells the details of what stands before it."""


def _joined_to_conditions(text: str, pieces: list[tuple[int, int]], words: Vocabulary) -> list[tuple[int, int]]:
    """A condition that begins a clause governs all that follows it in its sentence; one that ends a clause governs it, and what is tied to
    it by a bare `and`, and all that a dash or colon after it details."""
    found = find_deferrals(text)
    joined: list[tuple[int, int]] = []
    governs = False
    for start, end in pieces:
        inside = [d for d in found if start <= d.start < end]
        begins = any(words.conditions_first or not _WORDED.search(text[start : d.start]) for d in inside)
        gap = text[joined[-1][1] : start] if joined else ""
        tied = bool(inside) and not begins and gap.strip().lower() in words.tying
        alone = any(not _WORDED.search(text[start : d.start] + text[d.end : end]) for d in inside) and not governs
        is_last = not _WORDED.search(text[end:])
        if joined and ((governs and not _STOP.search(gap)) or tied or (alone and begins and gap.strip() == "," and is_last)):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
            governs = False
        governs = governs or begins or any(_DETAILED.search(text[d.start : end]) for d in inside)
    return joined
