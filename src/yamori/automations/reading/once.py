"""Sentences about single days of what comes again: it is called off then (`no sprinklers on Friday`, 今回だけなし), comes then after all,
or comes at another time then. Pure; `policy` asks first."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date as Day
from datetime import datetime, timedelta

from yamori.automations.automation import Automation
from yamori.automations.reading.managing import words_of
from yamori.automations.reading.vocabulary import words_for
from yamori.automations.state import AutomationState
from yamori.automations.trigger import At, Recurring, Trigger
from yamori.domain.when.amounts import amounts_in
from yamori.understanding.frame import READING, Frame, IntentName
from yamori.understanding.going_on import going_on_words
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import MarkerKind

_FOR_ONCE = (MarkerKind.ONCE, MarkerKind.ONLY)
_DENYING = frozenset((MarkerKind.NEGATION, MarkerKind.EXCEPTION))
_OPEN = ("from", "until")
"""What leads to a day at which something only begins or ends."""
MOST_NAMED = 31
"""Days that a sentence names at once."""


def is_for_once(utterance: Utterance) -> bool:
    """Whether what is called off is so on some days, or the next time, and not for good."""
    return bool(named_days(utterance)) or any(marker.kind in _FOR_ONCE for marker in utterance.markers)


def named_days(utterance: Utterance) -> tuple[Day, ...]:
    """The days of the calendar that are said; none where something that comes again is. A day from which it is as ever again, or until
    which, is none of them."""
    if any(span.recurrence is not None for span in utterance.times):
        return ()
    found: set[Day] = set()
    for span in utterance.times:
        if span.date is not None and span.lead not in _OPEN and not amounts_in(span.text):  # an hour later is no day
            length = (span.end_date - span.date).days if span.end_date is not None else 0
            found |= {span.date + timedelta(days=n) for n in range(min(length, MOST_NAMED) + 1)}
    return tuple(sorted(found)) if len(found) <= MOST_NAMED else ()


def denied_days(utterance: Utterance) -> tuple[Day, ...]:
    """The days of the calendar that are said behind a word that denies or excepts them (`every morning, but not on the 5th`)."""
    ends = [marker.span.end for marker in utterance.markers if marker.kind in _DENYING]
    text = utterance.normal.text
    small = (*utterance.vocabulary.articles, *going_on_words("beside", utterance.language))
    denied = set()
    for at, time in zip(utterance.time_spans, utterance.times, strict=True):
        between = [text[end : at.start].split() for end in ends if end <= at.start]
        if time.date is not None and any(all(word in small for word in words) for words in between):
            denied.add(time.date)
    return tuple(sorted(denied))


def next_day_of(state: AutomationState, utterance: Utterance) -> Day | None:
    """The day on which it comes next; None where it comes at no moment."""
    return min((known.due.astimezone(utterance.now.tzinfo).date() for known in state.triggers if known.due is not None), default=None)


def only_days_off(frames: Sequence[Frame], utterance: Utterance) -> tuple[Day, ...]:
    """The days that a sentence takes out of what was just spoken of, where it says nothing else (`not on the 5th`, 水曜はお休みで)."""
    days = named_days(utterance)
    if not days or not frames or any(frame.intent in READING for frame in frames) or any(time.time for time in utterance.times):
        return ()
    kinds = {marker.kind for marker in utterance.markers}
    topics = ("dropping", "cancelling", "unwanted")
    off = [word for topic in topics for word in going_on_words(topic, utterance.language)] + list(_words("day_off", utterance))
    low = utterance.normal.text.lower()
    said_off = any(word in low for word in off)
    if kinds - _DENYING or not (kinds or said_off or all(frame.intent is IntentName.SKIP for frame in frames)):
        return ()
    beside = [*off, *_day_words(utterance)]
    beside += [word for topic in ("pointing", "mistaken") for word in going_on_words(topic, utterance.language)]
    return days if not _left(utterance, beside) else ()


def day_back(frames: Sequence[Frame], utterance: Utterance, own: Sequence[Automation]) -> tuple[Day, tuple[Automation, ...]] | None:
    """The one day on which something is to come after all, and those of these, which are left out then, that the words fit."""
    days = named_days(utterance)
    asks = utterance.text.rstrip().endswith(("?", "？")) or any(frame.intent in READING for frame in frames)
    if len(days) != 1 or not own or asks or utterance.markers or any(time.time for time in utterance.times):
        return None
    topics = ("pointing", "correction", "adding", "beside")
    beside = [word for topic in topics for word in going_on_words(topic, utterance.language)]
    left = _left(utterance, (*beside, *_words("coming", utterance), *_day_words(utterance)))
    meant = tuple(automation for automation in own if left <= words_of(automation, utterance))
    return (days[0], meant) if meant else None


def on_named_day(new: Trigger, utterance: Utterance) -> Trigger:
    """What comes again at its new time: on the one day that is said, once, or from the day on from which it is to be so."""
    if not isinstance(new, Recurring) or len(new.slots) != 1:
        return new
    days = named_days(utterance)
    if len(days) == 1:
        return At(moment=datetime.combine(days[0], new.slots[0].at, tzinfo=utterance.now.tzinfo))
    begins = [span.date for span in utterance.times if span.lead == "from" and span.date is not None]
    return replace(new, starts=begins[0]) if len(begins) == 1 else new


def _left(utterance: Utterance, known: Sequence[str]) -> set[str]:
    """The content words beside days and markers, in their dictionary form, that are none of the known ones."""
    spans = (*utterance.time_spans, *(marker.span for marker in utterance.markers))
    words = [word for word in utterance.words if not any(word.span.overlaps(span) for span in spans)]
    if utterance.vocabulary.morphemes:
        return {w.base for w in words if not any(w.text in k or k in w.text or k in w.base for k in known)}
    return {w.base for w in words if w.text not in known and w.base not in known}


def _words(topic: str, utterance: Utterance) -> tuple[str, ...]:
    return words_for(topic, utterance.language)


def _day_words(utterance: Utterance) -> tuple[str, ...]:
    return (*_words("thing", utterance), *_words("automation", utterance))
