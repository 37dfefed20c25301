"""`The usual time`, いつもの時間: a time of day that was told of the same thing, in its place. Pure.

A request that names an hour itself stays as it is, and so does one for which nothing with a word in common was told.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from yamori.domain.language import Language, language_of
from yamori.domain.when import Kind
from yamori.memory.reading.grammar.parts import Moment
from yamori.memory.reading.vocabulary import folded, pieces_of, words_for
from yamori.memory.using.of_things import ToldOfThings
from yamori.understanding.mood import Mood, mood_of
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance, utterance_of
from yamori.understanding.words_of import Word

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
    moments = _japanese_moments if language_of(utterance.text) is Language.JAPANESE else _english_moments
    for n, each in enumerate(told):
        other = utterance_of(each.text, now)
        hour = _hour(other, without=frozenset(h for older in told[n + 1 :] for h in _hours_told(older, each, now)))
        moment = next(iter(moments(utterance, other)), None) if hour is not None else None
        if moment is not None and hour is not None:
            return Timed(text=_put_at(utterance, moment, hour), told=each)
    return None


_BREAKS = ",.;!?、。！？"
_LONGEST = 6
"""Words of a moment."""
_SHORTEST = 5
"""Letters of a moment of one word: `bedtime`."""


def _english_moments(utterance: Utterance, told: Utterance) -> Sequence[Moment]:
    """Runs of words behind `when` or `before` that stand in what was told just so, the longest first."""
    said = pieces_of(utterance.normal.text)
    known = f" {' '.join(p.flat for p in pieces_of(told.normal.text))} "
    beside, never = words_for("moment_beside", Language.ENGLISH), words_for("not_by_clock", Language.ENGLISH)
    found: list[Moment] = []
    for lead in words_for("moment_before", Language.ENGLISH):
        count = len(lead.split())
        for at in range(len(said) - count):
            if " ".join(p.flat for p in said[at : at + count]) != lead:
                continue
            begin = at + count
            for end in range(min(len(said), begin + _LONGEST), begin, -1):
                run = said[begin:end]
                words = [p.flat for p in run if p.flat not in beside]
                whole = utterance.normal.text[said[at].start : run[-1].end]
                tells = len(words) > 1 or len("".join(words)) >= _SHORTEST
                if tells and not any(m in whole for m in _BREAKS) and not set(words) & set(never) and f" {' '.join(words)} " in known:
                    found.append(Moment(span=Span(said[at].start, run[-1].end), lead=lead))
                    break
    return sorted(found, key=lambda m: m.span.start - m.span.end)


def _japanese_moments(utterance: Utterance, told: Utterance) -> Sequence[Moment]:
    """What stands before 時間になったら and was told, with whose it is."""
    text = utterance.normal.text
    known = {form for w in told.words for form in (w.base, w.text)}
    never = words_for("not_by_clock", Language.JAPANESE)
    found: list[Moment] = []
    for lead in words_for("moment_behind", Language.JAPANESE):
        at = text.find(lead)
        run: list[Word] = []
        for word in reversed([w for w in utterance.words if w.span.end <= at]):
            gap = text[word.span.end : run[-1].span.start if run else at]
            if any(mark in gap for mark in _BREAKS) or len(gap) > 1 or not {word.base, word.text} & known:
                break
            run.append(word)
        if at > 0 and run and not any(w.base in never for w in run):
            start = run[-1].span.start
            own = next((o for s in words_for("speaker", Language.JAPANESE) if text[:start].endswith(o := f"{s}の")), "")
            found.append(Moment(span=Span(start - len(own), at + len(lead)), lead=lead))
    return sorted(found, key=lambda m: m.span.start - m.span.end)


def _hours_told(older: ToldOfThings, newer: ToldOfThings, now: datetime) -> Sequence[str]:
    """The hours of a sentence that was told before of the same: they are so no more."""
    first, second = utterance_of(older.text, now), utterance_of(newer.text, now)
    spans = [s for t, s in zip(first.times, first.time_spans, strict=True) if t.kind in _HOURS]
    return [first.normal.text[s.start : s.end] for s in spans] if _bases(first, None) & _bases(second, None) else ()


def _put_at(utterance: Utterance, moment: Moment, hour: str) -> str:
    normal = utterance.normal
    before, behind = normal.shown(Span(0, moment.span.start)), normal.shown(Span(moment.span.end, len(normal.text)))
    if language_of(utterance.text) is Language.JAPANESE:
        return f"{before}{hour}{'前に' if moment.lead.endswith('前に') else 'に'}{behind.lstrip('、')}"
    lead = moment.lead if moment.lead in words_for("moment_kept", Language.ENGLISH) else "at"
    return f"{before.rstrip()} {lead} {hour.removeprefix('at ')}{' ' if behind[:1].isalnum() else ''}{behind}".strip()


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
