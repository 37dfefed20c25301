"""Ends and beginnings that somebody else keeps: `when the timer is up`, `ten minutes before my alarm`, 歯医者の30分前.

What follows the end of a timer waits for that end, wherever the timer is moved. Any other moment is worked out once, when the automation
is made, and said back with its time; it does not move with the entry afterwards, and the answer says so. `waiting` asks here before it
asks for readings.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from yamori.agentkit.agent import Declined
from yamori.agentkit.task import Task
from yamori.automations.neighbours import Clocks, Running
from yamori.automations.reading.hanging import Later
from yamori.automations.reading.vocabulary import words_for
from yamori.automations.trigger import LONGEST_HOLD, Ends, Source
from yamori.automations.wording import refusal
from yamori.domain.language import Language
from yamori.domain.when.amounts import amounts_in
from yamori.understanding.utterance import Utterance, utterance_of

_SORTS = ("timer", "alarm")


@dataclass(frozen=True, kw_only=True)
class Clocked:
    """The moment, and what it was reckoned from."""

    moment: datetime
    of: Running
    offset: timedelta = timedelta()
    """How far from it the moment is."""

    @property
    def ends(self) -> Ends | None:
        """The end of a timer as a trigger; None for what comes before it, and for any other clock."""
        if not self.of.id or not timedelta() <= self.offset <= LONGEST_HOLD:
            return None
        return Ends(source=Source.TIMER, id=self.of.id, after_seconds=int(self.offset.total_seconds()))


async def clocked(words: str, task: Task, clocks: Clocks, *, titled: bool) -> Clocked | Declined | None:
    """The moment that the words name; None where they speak of no such thing. `titled`: they may name an entry of the schedule."""
    utterance = utterance_of(words, task.now)
    low = utterance.normal.text.lower()
    sort = next((s for s in _SORTS if any(word in low for word in words_for(s, utterance.language))), "")
    if not sort and not titled:
        return None
    offset = _offset(low, utterance.language)
    if offset is None:
        return refusal("unread", task.language, words)
    running = await {"timer": clocks.timers, "alarm": clocks.alarms}.get(sort, clocks.appointments)(task.person)
    if sort == "alarm":
        running = [r for r in running if _wakes(r.name)]
    named = _names(utterance, sort)
    fitting = [r for r in running if named <= _words(r.name, task.now)] if named or sort else []
    if not fitting:
        return refusal("no_clock", task.language, words)
    if sort == "timer" and not named:
        fitting = [max(fitting, key=lambda r: r.set_after)]  # `the timer` is the one that was set last
    if len({r.moment for r in fitting}) > 1 and sort == "timer":
        return refusal("which_clock", task.language, "、".join(r.name for r in fitting if r.name))
    first = min(fitting, key=lambda r: r.moment)
    moment = first.moment + offset
    return Clocked(moment=moment, of=first, offset=offset) if moment > task.now else refusal("over", task.language, words)


def with_offset(part: Later, now: datetime) -> Later:
    """A part whose only time is a length beside a clock (タイマーが終わって5分後に) with that length in the words for the clock."""
    if not part.times or len(part.conditions) != 1 or len(amounts_in(part.times)) != 1:
        return part
    utterance = utterance_of(part.conditions[0], now)
    low = utterance.normal.text.lower()
    amount = amounts_in(part.times)[0]
    beside = utterance_of(part.times[: amount.start] + part.times[amount.end :], now)
    if beside.times or not any(word in low for sort in _SORTS for word in words_for(sort, utterance.language)):
        return part
    return replace(part, conditions=(f"{part.conditions[0]} {part.times}",), times="")


def _offset(low: str, language: str) -> timedelta | None:
    """How far from it; None where a length is said without its side."""
    length = sum((amount.length for amount in amounts_in(low)), timedelta())
    if not length:
        return length
    if any(word in low for word in words_for("before", language)):
        return -length
    return length if any(word in low for word in words_for("after", language)) else None


def _names(utterance: Utterance, sort: str) -> set[str]:
    """The content words that name the entry."""
    topics: Sequence[str] = ("timer", "alarm", "over", "before", "after", "entry") if sort else ("before", "after", "entry")
    known = [word for topic in topics for word in words_for(topic, utterance.language)]
    amounts = [utterance.normal.span_of(a.start, a.end) for a in amounts_in(utterance.text)]
    marked = [marker.span for marker in utterance.markers]
    left = [w for w in utterance.words if not any(w.span.overlaps(span) for span in (*amounts, *utterance.time_spans, *marked))]
    return {w.base for w in left if not any(w.text in word or word in w.text for word in known)}


def _wakes(name: str) -> bool:
    low = name.lower()
    return any(word in low for language in Language for word in words_for("waking", language))


def _words(name: str, now: datetime) -> set[str]:
    return {word.base for word in utterance_of(name, now).words}
