"""`The usual time`, いつもの時間: a time of day that was told of the same thing, in its place. Pure.

A request that names an hour itself stays as it is, and so does one for which nothing with a word in common was told.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from yamori.domain.language import is_spaced, language_of
from yamori.domain.when import Kind
from yamori.memory.reading.grammar import grammar_of
from yamori.memory.reading.grammar.parts import Moment
from yamori.memory.reading.vocabulary import folded, words_for
from yamori.memory.using.of_things import ToldOfThings
from yamori.understanding.mood import Mood, mood_of
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance, utterance_of

_HOURS = (Kind.TIME, Kind.MOMENT)
_BETWEEN = 1
"""Characters between the words of one time: a part of the day, and an hour."""


@dataclass(frozen=True, kw_only=True)
class Timed:
    """A request with the time in it, and what tells it."""

    text: str
    told: ToldOfThings


def with_time(text: str, told: Sequence[ToldOfThings], now: datetime) -> Timed | None:
    """None where the request points at no time, or nobody told one. `told`: the newest first."""
    utterance = utterance_of(text, now)
    if (lead := _pointed(utterance, "usual_lead")) is not None:
        return _led(utterance, lead, told, now)
    pointed = _pointed(utterance, "usual_time")
    if any(t.kind in _HOURS for t in utterance.times):
        return None
    habit = _at_a_habit(utterance, told, now) if pointed is None or not utterance.times else None
    if pointed is None or habit is not None:
        return habit
    for each in _alike(utterance, pointed, told, now):
        if (hour := _hour(utterance_of(each.text, now))) is not None:
            return Timed(text=_put(utterance, pointed, hour), told=each)
    return None


def _at_a_habit(utterance: Utterance, told: Sequence[ToldOfThings], now: datetime) -> Timed | None:
    """`When I get up`, `before Mei's bedtime`, 寝る時間になったら: a moment that somebody told the hour of, by its words."""
    if mood_of(utterance) is Mood.QUESTION:
        return None
    moments = grammar_of(utterance.text).moments
    for n, each in enumerate(told):
        other = utterance_of(each.text, now)
        hour = _hour(other, without=frozenset(h for older in told[n + 1 :] for h in _hours_told(older, each, now)))
        moment = next(iter(moments(utterance, other)), None) if hour is not None else None
        if moment is not None and hour is not None:
            return Timed(text=_put_at(utterance, moment, hour), told=each)
    return None


def _hours_told(older: ToldOfThings, newer: ToldOfThings, now: datetime) -> Sequence[str]:
    """The hours of a sentence that was told before of the same: they are so no more."""
    first, second = utterance_of(older.text, now), utterance_of(newer.text, now)
    spans = [s for t, s in zip(first.times, first.time_spans, strict=True) if t.kind in _HOURS]
    return [first.normal.text[s.start : s.end] for s in spans] if _bases(first, None) & _bases(second, None) else ()


def _put_at(utterance: Utterance, moment: Moment, hour: str) -> str:
    normal = utterance.normal
    before, behind = normal.shown(Span(0, moment.span.start)), normal.shown(Span(moment.span.end, len(normal.text)))
    return grammar_of(utterance.text).at_moment(before, moment.lead, hour, behind)


def _pointed(utterance: Utterance, topic: str) -> Span | None:
    """Where words of a topic stand: the longest."""
    shown = utterance.normal.text
    for phrase in words_for(topic, language_of(utterance.text)):
        at = shown.find(phrase)
        if at >= 0:
            return Span(at, at + len(phrase))
    return None


def _alike(utterance: Utterance, pointed: Span, told: Sequence[ToldOfThings], now: datetime) -> Sequence[ToldOfThings]:
    """What was told with a word of the request, the one with the most first."""
    said = _bases(utterance, pointed)
    shared = [(len(said & _bases(utterance_of(each.text, now), None)), n, each) for n, each in enumerate(told)]
    return [each for count, n, each in sorted(shared, key=lambda s: (-s[0], s[1])) if count]


def _bases(utterance: Utterance, without: Span | None) -> frozenset[str]:
    taken = (*utterance.time_spans, *((without,) if without is not None else ()))
    empty = {
        w for topic in ("preferred", "adverbs", "asks") for phrase in words_for(topic, language_of(utterance.text)) for w in phrase.split()
    }
    words = (w for w in utterance.words if not any(w.span.overlaps(t) for t in taken))
    return frozenset(w.base.removesuffix("s") for w in words if folded(w.base) not in empty and (len(w.base) > 1 or not is_spaced(w.base)))


def _hour(told: Utterance, without: frozenset[str] = frozenset()) -> str | None:
    """The one time of day that was told, with the part of the day beside it; not one of those `without`."""
    spans = [s for t, s in zip(told.times, told.time_spans, strict=True) if t.kind in _HOURS]
    if len(spans) > 1:
        spans = [s for s in spans if told.normal.text[s.start : s.end] not in without]
    if len(spans) != 1:
        return None
    start, end = spans[0]
    for time, span in zip(told.times, told.time_spans, strict=True):
        if time.kind is Kind.PART and 0 <= span.start - end <= _BETWEEN:
            end = span.end
    return told.normal.shown(Span(start, end))


def _put(utterance: Utterance, pointed: Span, hour: str) -> str:
    """The request with the hour behind its day, or in the place of what points at it."""
    day = next((s for t, s in zip(utterance.times, utterance.time_spans, strict=True) if t.kind in (Kind.DATE, Kind.PART)), None)
    normal, end = utterance.normal, len(utterance.normal.text)
    before, behind = normal.shown(Span(0, pointed.start)), normal.shown(Span(pointed.end, end))
    is_before = day is not None and day.end <= pointed.start
    said = normal.shown(Span(0, day.end)) if day is not None and is_before else None
    rest = normal.shown(Span(day.end, pointed.start)) if day is not None and is_before else ""
    return grammar_of(utterance.text).at_hour(before, said, rest, normal.text[pointed.start :], hour, behind)


def _led(utterance: Utterance, pointed: Span, told: Sequence[ToldOfThings], now: datetime) -> Timed | None:
    """`With my usual head start`: how long before, as it was told."""
    for each in _alike(utterance, pointed, told, now):
        other = utterance_of(each.text, now)
        spans = [s for t, s in zip(other.times, other.time_spans, strict=True) if t.duration is not None]
        if len(spans) == 1:
            said = other.normal.shown(spans[0])
            normal = utterance.normal
            before, behind = normal.shown(Span(0, pointed.start)), normal.shown(Span(pointed.end, len(normal.text)))
            lead = grammar_of(utterance.text).ahead(said)
            return Timed(text=f"{before}{lead}{behind}".strip(), told=each)
    return None
