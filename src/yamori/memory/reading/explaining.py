"""What of a sentence it does not explain to forget facts or to keep a statement: an exception, a condition, another request.

Pure; called by the readings beside. What is only kept in the person's words explains all of them.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from yamori.domain.language import Language
from yamori.memory.reading.stripping import stripped
from yamori.memory.reading.vocabulary import words_below, words_for
from yamori.memory.reading.wanted import Told
from yamori.memory.statement import Statement, Topic
from yamori.understanding.clauses import clauses_of, marked_part
from yamori.understanding.coverage import Evidence, coverage_of
from yamori.understanding.labels import label_spans, unmarked
from yamori.understanding.mood import Mood, mood_of
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance, utterance_of
from yamori.understanding.vocabulary import MarkerKind
from yamori.understanding.words_of import tokens_of

_ABOUT = ("forgets", "around", "spoken_of", "last", "myself", "ourselves", "pointing", "adverbs", "endings")
"""Topics of words that forgetting explains, whatever is forgotten."""


_OF_SITUATIONS = frozenset((MarkerKind.CONDITION, MarkerKind.ONLY))
"""What the situation of an amount may carry out: `only in the evening`."""
_OF_AMOUNTS = frozenset((MarkerKind.CONDITION, MarkerKind.EXCEPTION, MarkerKind.ONCE, MarkerKind.UNTIL, MarkerKind.INSTEAD))
"""What an amount that is set later on its own would leave out."""


def without_ignored_amount(statement: Statement, now: datetime) -> Statement:
    """The statement; one whose amount holds only on a condition or with an exception is kept in words alone, and nothing is set by it."""
    if statement.topic is not Topic.SETTING:
        return statement
    honoured = _OF_SITUATIONS if statement.when else frozenset()
    if all(m.kind not in _OF_AMOUNTS - honoured for m in utterance_of(statement.words, now).markers):
        return statement
    return replace(statement, topic=Topic.OTHER, key="", value=statement.words, when="")


def ignored_by_name(utterance: Utterance, name: str) -> str:
    """What would become part of a name that a thing is given, and is none; empty where there is nothing. A quoted name ends
    with its marks."""
    lead = label_spans([word for language in Language for word in words_for("means", language)], utterance)
    markers = [m for m in utterance.markers if m.kind in _OF_AMOUNTS and not any(m.span.overlaps(span) for span in lead)]
    quoted = any(utterance.normal.text[q.start + 1 : q.end - 1] == name.casefold() for q in utterance.quotations)
    if markers and not quoted:
        return marked_part(markers[0], utterance)
    later = [c for c in clauses_of(utterance)[1:] if stripped(c.text).text and orders_something(utterance_of(c.text, utterance.now))]
    return later[0].text if later else ""


def reminder_beside(utterance: Utterance) -> str:
    """A request to be told of something, which is not done by keeping its words; empty where there is none."""
    found = next((m for m in utterance.markers if m.kind is MarkerKind.NOTIFICATION), None)
    return marked_part(found, utterance) if found is not None else ""


def orders_something(clause: Utterance) -> bool:
    """Whether a clause surely orders something: by how it ends, or by a verb at its beginning that no name has."""
    if clause.vocabulary.morphemes:
        return mood_of(clause) is Mood.REQUEST
    return next(iter(tokens_of(clause.normal.text)), "") in clause.vocabulary.ordering


def unexplained_by_forgetting(utterance: Utterance, facts: Sequence[Told], reasons: Sequence[Span] = ()) -> str:
    """The first part that forgetting these facts does not carry out, as it was said; empty where there is none. `reasons`: where a reader
    is sure to see why; a clause behind that only tells something is one, too."""
    anchors = tuple(span for fact in facts for span in _spans_of(fact.statement, utterance))
    said = [word for topic in _ABOUT for language in Language for word in words_for(topic, language)]
    why = (*reasons, *unmarked(_remarks(utterance), utterance))
    spans = (*anchors, *unmarked(label_spans(said, utterance), utterance), *label_spans(_verbs(), utterance), *why)
    times = unmarked(utterance.time_spans, utterance) if any(utterance_of(f.statement.words, utterance.now).times for f in facts) else ()
    coverage = coverage_of(utterance, Evidence(spans=spans, anchors=anchors, times=times))
    if coverage.markers:
        return marked_part(coverage.markers[0], utterance)
    if coverage.words:
        return utterance.normal.shown(Span(coverage.words[0].span.start, coverage.words[-1].span.end))
    return next((clause.text for clause in coverage.left_out), "")


def _remarks(utterance: Utterance) -> tuple[Span, ...]:
    """Clauses behind the first that only tell something: `that lasted a day`."""
    behind = clauses_of(utterance)[1:]
    return tuple(c.span for c in behind if mood_of(utterance_of(c.text, utterance.now)) is Mood.STATEMENT)


def _verbs() -> tuple[str, ...]:
    return tuple(word for language in Language for word in words_for("forgets", language))


def _spans_of(statement: Statement, utterance: Utterance) -> list[Span]:
    """Where the words of what is remembered stand in the utterance, and those that ask for what is of its topic."""
    told = utterance_of(f"{statement.words} {statement.about} {statement.key} {statement.value}", utterance.now)
    words = {form.removesuffix("s") for word in told.words for form in (word.text, word.base)}
    found = [w.span for w in utterance.words if {w.text.removesuffix("s"), w.base.removesuffix("s")} & words]
    known = {told.normal.text[m.span.start : m.span.end] for m in told.markers}
    found += [m.span for m in utterance.markers if utterance.normal.text[m.span.start : m.span.end] in known]
    asked = [w for language in Language for w in words_below("asked", language).get(statement.topic.value, ())]
    cues = [w for language in Language for w in words_below("cues", language).get(statement.topic.value, ())]
    return [*found, *label_spans((*asked, *cues), utterance)]
