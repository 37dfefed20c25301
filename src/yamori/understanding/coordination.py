"""Two things that one question asks about (`the weather and my appointments`, 今日の天気と予定), each as a question of its own. Pure.

The orchestrator asks here: where two agents answer one of them each, neither can answer the whole.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from yamori.understanding.analysis import Morpheme, morphemes_of
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance

_NAMING = frozenset(("名詞", "代名詞", "接頭辞", "接尾辞", "形状詞"))
"""Morphemes of a name; what ties two of them is の."""
_TIES = "の"


@dataclass(frozen=True, kw_only=True)
class Coordinated:
    """The sentence with each of the two alone, in its words."""

    first: str
    second: str
    asks_whether: bool
    """Of each of the two something may be asked of its own (`is the gate shut and the lamp off`)."""


@dataclass(frozen=True, kw_only=True)
class _Pair:
    first: Span
    second: Span


def coordinated(utterance: Utterance) -> Coordinated | None:
    """The last two things that a sentence joins; a time before the first or behind the second is said of both, unless each has its own.
    None where nothing is joined, or what stands behind the joint is a clause."""
    pair = _of_morphemes(utterance) if utterance.vocabulary.morphemes else _of_words(utterance)
    if pair is None:
        return None
    end = len(utterance.normal.text)

    def said(one: Span, other: Span) -> str:
        pieces = (utterance.normal.shown(span).strip() for span in (one, other) if span.end > span.start)
        return ("" if utterance.vocabulary.morphemes else " ").join(pieces)

    first = said(Span(0, pair.first.end), Span(pair.second.end, end))
    second = said(Span(0, pair.first.start), Span(pair.second.start, end))
    whether = utterance.normal.text.split(maxsplit=1)[0] in utterance.vocabulary.being
    return Coordinated(first=first, second=second, asks_whether=whether)


def _of_morphemes(utterance: Utterance) -> _Pair | None:
    found = morphemes_of(utterance.normal.text)
    joints = [n for n, m in enumerate(found) if m.kind == "助詞" and m.surface in utterance.vocabulary.coordinating and _joins(found, n)]
    if not joints:
        return None
    at = joints[-1]
    start, stop = at, _behind(found, at)
    while start > 0 and _names(found[start - 1]):
        start -= 1
    while stop < len(found) and _names(found[stop]):
        stop += 1
    first, second = Span(found[start].start, found[at].start), Span(found[_behind(found, at)].start, found[stop - 1].end)
    times = [span for span in utterance.time_spans if first.start <= span.start and span.end < first.end]
    if times and not any(span.overlaps(second) for span in utterance.time_spans):
        behind = [m for m in found if m.start >= times[-1].end and m.surface != _TIES]
        first = Span(behind[0].start, first.end)  # the time is said of both
    return _Pair(first=first, second=second) if first.start < first.end else None


def _joins(found: Sequence[Morpheme], at: int) -> bool:
    behind = _behind(found, at)
    return at > 0 and behind < len(found) and found[at - 1].kind in _NAMING and found[behind].kind in _NAMING


def _behind(found: Sequence[Morpheme], at: int) -> int:
    """What follows a joint; a mark may stand between."""
    return at + 1 + (at + 1 < len(found) and found[at + 1].kind == "補助記号")


def _names(morpheme: Morpheme) -> bool:
    return morpheme.kind in _NAMING or (morpheme.kind == "助詞" and morpheme.surface == _TIES)


def _of_words(utterance: Utterance) -> _Pair | None:
    text, words = utterance.normal.text, utterance.vocabulary
    body = Span(0, len(text.rstrip(" .?!")))
    tokens = _tokens(text, body)
    joints = [n for n, token in enumerate(tokens) if text[token.start : token.end] in words.coordinating and 0 < n < len(tokens) - 1]
    if not joints:
        return None
    at = joints[-1]
    said = [text[token.start : token.end] for token in tokens]
    clause = words.question_words | words.inverted | words.persons
    begins = clause | words.informing_verbs | words.ordering
    if said[at + 1] in begins or any(word in clause or word[-1] in ",;:" for word in said[at + 1 :]) or said[at - 1][-1] in ",;:":
        return None
    asking = clause | words.being | words.receiving
    start = next((n + 1 for n in range(at - 1, -1, -1) if said[n] in asking or said[n][-1] in ",;:"), int(said[0] in begins))
    if start == at:
        return None
    first, second = Span(tokens[start].start, tokens[at - 1].end), Span(tokens[at + 1].start, body.end)
    shared = [span for span in utterance.time_spans if span.end == body.end and span.start > tokens[at + 1].start]
    if shared and not any(span.overlaps(first) for span in utterance.time_spans):
        behind = [token for token in tokens[at + 2 :] if token.end <= shared[0].start]
        leads = bool(behind) and text[behind[-1].start : behind[-1].end] in words.function_words
        second = Span(second.start, (behind[-1] if leads else shared[0]).start)
    return _Pair(first=first, second=Span(second.start, len(text[: second.end].rstrip())))


def _tokens(text: str, within: Span) -> list[Span]:
    found: list[Span] = []
    at = within.start
    for word in text[within.start : within.end].split():
        at = text.index(word, at)
        found.append(Span(at, at + len(word)))
        at += len(word)
    return found
