"""Until when something told is so, where the sentence says it: `this week`, `until Sunday`, しばらく. Called by `statements`; pure.

What has been so for a while goes on, and what begins later is not so yet: neither has an end here.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from yamori.domain.language import Language, language_of
from yamori.domain.when import Kind, WhenSpan, find_when
from yamori.memory.reading.vocabulary import folded, holds, pieces_of, words_below, words_for
from yamori.memory.statement import Topic

LONGEST = timedelta(days=365)
"""What ends later than that is kept as it was said."""
_CHANGING = frozenset((Topic.AVOID, Topic.SETTING, Topic.LIKE, Topic.DISLIKE))
_LASTING = _CHANGING | {Topic.FAVOURITE, Topic.WORK, Topic.ADDRESS, Topic.HABIT, Topic.BODY}
_MARKS = " ,;:.!。、！"


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
            left = _without_phrase(text, phrase)
            if left is not None:
                until = _end_of(now.date() + timedelta(days=int(days)), now)
                return Lasting(text=left, until=until, topics=_LASTING | {Topic.OTHER}, roughly=True)
    return None


def _without_phrase(text: str, phrase: str) -> str | None:
    if language_of(text) is Language.JAPANESE:
        at = text.find(phrase)
        return _cut_japanese(text, at, at + len(phrase)) if at >= 0 else None
    pieces, words = pieces_of(text), phrase.split()
    flat = [piece.flat for piece in pieces]
    if flat[: len(words)] == words and len(flat) > len(words):
        return text[pieces[len(words)].start :]
    if flat[-len(words) :] == words and len(flat) > len(words):
        return text[: pieces[-len(words) - 1].end]
    return None


def _named(text: str, span: WhenSpan, now: datetime) -> Lasting | None:
    end = _end(span, now)
    if end is None:
        return None
    until, topics = end
    left = (_cut_japanese if language_of(text) is Language.JAPANESE else _cut_english)(text, span.start, span.end)
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


def _cut_english(text: str, start: int, end: int) -> str | None:
    """Only at either end of the sentence: `this week's soup` is no time."""
    before, behind = text[:start].rstrip(_MARKS), text[end:].strip(_MARKS)
    words = before.split()
    while (count := _led_by(words)) > 0:
        words = words[:-count]
    if words and behind:
        return None
    return " ".join(words) if words else behind.removesuffix("'s") if not behind.startswith(("'", "’")) else None


def _led_by(words: list[str]) -> int:
    """How many words at the end belong to the time behind them: `from now until`."""
    flat = [folded(word) for word in words]
    return next((n for p in words_for("lasting_before", Language.ENGLISH) if flat[-(n := len(p.split())) :] == p.split()), 0)


def _cut_japanese(text: str, start: int, end: int) -> str | None:
    """Where a particle or the sentence's beginning says that it is a time: not 今週のスープ."""
    before, behind = text[:start], text[end:]
    while (found := next((w for w in words_for("lasting_behind", Language.JAPANESE) if behind.startswith(w)), None)) is not None:
        behind = behind[len(found) :].lstrip("、, ")
    if behind.startswith("の"):
        return None
    return (before + behind.lstrip("、, ")).strip(_MARKS) or None
