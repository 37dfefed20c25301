"""Questions that say at length what is wanted of their answer: `is anything on upstairs? if so just tell me where, don't turn it off`.

Such a sentence asks one thing and wants nothing done. Agents and the orchestrator ask here before they look for a condition or a request
in it; what hangs on the answer and is more than to be told it is none of this.
"""

from functools import cache
from pathlib import Path

from yamori.understanding.clauses import Clause, clauses_of
from yamori.understanding.mood import ANY_DAY, is_question
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance, utterance_of
from yamori.understanding.vocabulary import MarkerKind
from yamori.understanding.word_lists import by_language


def asked_alone(text: str) -> str:
    """The question alone, where all that follows it only asks for its answer or says what is not to be done; else the text as it is."""
    utterance = utterance_of(text, ANY_DAY)
    clauses = clauses_of(utterance)
    first = next((n for n, c in enumerate(clauses) if n and _adds_nothing(c, utterance)), None)
    if first is None or not all(_adds_nothing(c, utterance) for c in clauses[first:]):
        return text
    if not any(_marked(c, utterance) & {MarkerKind.NOTIFICATION, MarkerKind.NEGATION} for c in clauses[first:]):
        return text
    end = clauses[first - 1].span.end
    mark = utterance.normal.text[end : clauses[first].span.start].strip()[:1]
    question = utterance.normal.shown(Span(0, end)) + (mark if mark in ("?", "？") else "")
    return question if is_question(question) else text


def _adds_nothing(clause: Clause, utterance: Utterance) -> bool:
    """Whether a clause only asks for the answer, ties that to there being one, or says what is not to be done."""
    marked = _marked(clause, utterance)
    forms = [{w.base, w.text} for w in utterance.words if w.span.overlaps(clause.span)]
    if MarkerKind.NEGATION in marked:
        inside = utterance.normal.text[clause.span.start : clause.span.end].split()
        return not any(form & _words("wanted_if_denied") for form in (*forms, set(inside)))
    if forms and not marked & {MarkerKind.NOTIFICATION, MarkerKind.CONDITION}:
        return False
    return all(form & _words("telling") for form in forms)


def _marked(clause: Clause, utterance: Utterance) -> frozenset[MarkerKind]:
    return frozenset(m.kind for m in utterance.markers if m.span.overlaps(clause.span))


@cache
def _words(sort: str) -> frozenset[str]:
    held = by_language(Path(__file__).parent / "asked_alone_words")
    return frozenset(word for words in held.values() for word in words[sort].split())
