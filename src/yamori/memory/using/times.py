"""`The usual time`, いつもの時間: a time of day that was told of the same thing, in its place. Pure.

A request that names an hour itself stays as it is, and so does one for which nothing with a word in common was told.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from yamori.domain.language import Language, language_of
from yamori.domain.when import Kind
from yamori.memory.reading.vocabulary import folded, words_for
from yamori.memory.using.of_things import ToldOfThings
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
    if pointed is None or any(t.kind in _HOURS for t in utterance.times):
        return None
    for each in _alike(utterance, pointed, told, now):
        if (hour := _hour(utterance_of(each.text, now))) is not None:
            return Timed(text=_put(utterance, pointed, hour), told=each)
    return None


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
    return frozenset(w.base.removesuffix("s") for w in words if folded(w.base) not in empty and len(w.base) + (not w.base.isascii()) > 1)


def _hour(told: Utterance) -> str | None:
    """The one time of day that was told, with the part of the day beside it."""
    spans = [s for t, s in zip(told.times, told.time_spans, strict=True) if t.kind in _HOURS]
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
    if language_of(utterance.text) is Language.JAPANESE:
        if day is not None and day.end <= pointed.start:
            rest = normal.shown(Span(day.end, pointed.start)).rstrip("、。").removesuffix("の")
            said = "の時間だと" if normal.text[pointed.start :].startswith("の時間") else ""
            return f"{normal.shown(Span(0, day.end))}{hour}{_particle(rest)}{rest}{said}{_closing(behind)}"
        return f"{before}{hour}に{behind.lstrip('にでね、')}"
    hour = hour if hour.startswith("at ") else f"at {hour}"
    before = before.rstrip(" ,")
    before = before.removesuffix(" at").rstrip(" ,")
    return f"{before} {hour}{' ' if behind[:1].isalnum() else ''}{behind}".strip()


def _particle(rest: str) -> str:
    """The time takes に, unless what follows has one."""
    return "" if rest.startswith(("に", "の", "は")) else "に"


def _closing(behind: str) -> str:
    """What is said behind the words that point: a courtesy, or what is to be done."""
    return behind.lstrip("にでねよ、。").strip()


def _led(utterance: Utterance, pointed: Span, told: Sequence[ToldOfThings], now: datetime) -> Timed | None:
    """`With my usual head start`: how long before, as it was told."""
    for each in _alike(utterance, pointed, told, now):
        other = utterance_of(each.text, now)
        spans = [s for t, s in zip(other.times, other.time_spans, strict=True) if t.duration is not None]
        if len(spans) == 1:
            said = other.normal.shown(spans[0])
            normal = utterance.normal
            before, behind = normal.shown(Span(0, pointed.start)), normal.shown(Span(pointed.end, len(normal.text)))
            lead = f"{said}前に" if language_of(utterance.text) is Language.JAPANESE else f" {said} before "
            return Timed(text=f"{before}{lead}{behind}".strip(), told=each)
    return None
