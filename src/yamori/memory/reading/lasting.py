"""Until when something told is so, where the sentence says it: `this week`, `until Sunday`, しばらく. Called by `statements`; pure.

What has been so for a while goes on, and what begins later is not so yet: neither has an end here.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from yamori.domain.language import language_of
from yamori.domain.when import Kind, WhenSpan, find_when
from yamori.memory.reading.grammar import grammar_of
from yamori.memory.reading.vocabulary import folded, holds, words_below, words_for
from yamori.memory.statement import Topic

LONGEST = timedelta(days=365)
"""What ends later than that is kept as it was said."""
_CHANGING = frozenset((Topic.AVOID, Topic.SETTING, Topic.LIKE, Topic.DISLIKE))
_LASTING = _CHANGING | {Topic.FAVOURITE, Topic.WORK, Topic.ADDRESS, Topic.HABIT, Topic.BODY}


@dataclass(frozen=True, kw_only=True)
class Lasting:
    """A sentence without the words that say until when."""

    text: str
    until: datetime
    topics: frozenset[Topic]
    """What can end so. (`My birthday is this week` has no end, and `mum called today` stays true.)"""
    roughly: bool = False
    """Nobody said when: `for now`."""


def lasting_in(text: str, now: datetime) -> Lasting | None:
    """None where the sentence names no end."""
    if holds(folded(text), words_for("ongoing", language_of(text))) is not None:
        return None
    return _vague(text, now) or next((found for span in find_when(text, now) if (found := _named(text, span, now)) is not None), None)


def _vague(text: str, now: datetime) -> Lasting | None:
    for days, phrases in words_below("passing", language_of(text)).items():
        for phrase in phrases:
            left = grammar_of(text).without_phrase(text, phrase)
            if left is not None:
                until = _end_of(now.date() + timedelta(days=int(days)), now)
                return Lasting(text=left, until=until, topics=_LASTING | {Topic.OTHER}, roughly=True)
    return None


def _named(text: str, span: WhenSpan, now: datetime) -> Lasting | None:
    end = _end(span, now)
    if end is None:
        return None
    until, topics = end
    left = grammar_of(text).without_span(text, span.start, span.end)
    return Lasting(text=left, until=until, topics=topics) if left and now < until <= now + LONGEST else None


def _end(span: WhenSpan, now: datetime) -> tuple[datetime, frozenset[Topic]] | None:
    """The moment, and what ends at one that is said so."""
    today = now.date()
    if span.problem is not None or span.recurrence is not None:
        return None
    if span.lead == "until":
        day = span.end_date or span.date or today
        until = datetime.combine(day, span.time, now.tzinfo) if span.time is not None else _end_of(day, now)
        return until, _LASTING | {Topic.OTHER}
    if span.counted is not None and span.end_date is not None:
        return _end_of(span.end_date, now), _CHANGING
    if span.counted is not None and span.duration is not None:
        return _end_of(today + span.duration, now), _CHANGING
    last = span.end_date or span.date
    if span.lead or span.time is not None or span.date is None or last is None or not span.date <= today <= last:
        return None
    return (_end_of(last, now), _LASTING) if span.kind in (Kind.PERIOD, Kind.DATE) else None


def _end_of(day: date, now: datetime) -> datetime:
    return datetime.combine(day + timedelta(days=1), time.min, now.tzinfo)
