"""Another time for a rule that is named, whenever that was made: `the coffee, make it an hour later`, 10時じゃなくて9時に. Pure.

`changing` and `retiming` know what goes on about the last one; here the sentence says which it means, by words that are its own.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from datetime import time as Clock

from yamori.automations.automation import Automation
from yamori.automations.reading.managing import names_loosely, words_of
from yamori.automations.reading.moments import Timed
from yamori.automations.reading.once import on_named_day
from yamori.automations.reading.vocabulary import words_for
from yamori.automations.trigger import At, Recurring, Slot, Trigger
from yamori.domain.when import WhenSpan
from yamori.domain.when.amounts import amounts_in
from yamori.understanding.frame import READING, Frame, IntentName, SlotName
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance

_NAMING = (SlotName.DEVICE, SlotName.ROOM, SlotName.TITLE)
_MOVES = frozenset((IntentName.MOVE, IntentName.CHANGE))


def renamed_time(frames: Sequence[Frame], utterance: Utterance, own: Sequence[Automation]) -> tuple[Automation, Timed] | None:
    """The one that is meant, and its new moment; None for a sentence that names none of them alone, or that gives no other time."""
    if not frames or any(frame.intent in READING for frame in frames):
        return None
    timed = [a for a in own if len(a.triggers) == 1 and isinstance(a.triggers[0], At | Recurring)]
    meant = [a for a in timed if _names(frames, utterance, a)]
    if len(meant) != 1:
        return None
    old = meant[0].triggers[0]
    moved = any(frame.intent in _MOVES for frame in frames)
    shift = _shift(utterance)
    new = _shifted(old, shift) if shift is not None and moved else None
    new = new or _exchanged(old, utterance, moved=moved or names_loosely(frames, utterance))
    return (meant[0], Timed(triggers=(on_named_day(new, utterance),))) if new is not None and new != old else None


def _names(frames: Sequence[Frame], utterance: Utterance, automation: Automation) -> bool:
    """Whether all that is named are words of it, and something is."""
    naming = [slot.span for frame in frames for slot in frame.slots if slot.name in _NAMING]
    loose = [w for topic in ("morning", "evening", "thing", "automation") for w in words_for(topic, utterance.language)]
    said = {w.base for w in utterance.words if any(w.span.overlaps(span) for span in naming) and w.text.lower() not in loose}
    return bool(said) and said <= words_of(automation, utterance)


def other_time(old: Trigger, utterance: Utterance) -> Trigger | None:
    """The trigger at the other time that a sentence gives for it, or so much earlier or later."""
    shift = _shift(utterance)
    new = (_shifted(old, shift) if shift is not None else None) or _exchanged(old, utterance, moved=True)
    return on_named_day(new, utterance) if new is not None and new != old else new


def _shift(utterance: Utterance) -> timedelta | None:
    """By how much earlier (negative) or later something is to be, where one length says so."""
    low = utterance.normal.text.lower()
    found = amounts_in(low)
    if len(found) != 1:
        return None
    beside = low[found[0].end :].lstrip(" ずつ")
    for topic, sign in (("later", 1), ("earlier", -1)):
        if beside.startswith(words_for(topic, utterance.language)):
            return sign * found[0].length
    return None


def _exchanged(old: Trigger, utterance: Utterance, *, moved: bool) -> Trigger | None:
    """The time that is said beside the one that it has; of a sentence that moves it, also the only one."""
    has = clock_of(old, utterance.now)
    said = [_choices(span) for span in utterance.times]
    clocks = [choices for choices in said if choices]
    if has is not None and len(clocks) < 2 and (bare := _bare_clocks(utterance)):
        clocks += bare if len(clocks) + len(bare) == 2 and any(has in choices for choices in (*clocks, *bare)) else []
    others = [choices for choices in clocks if has not in choices]
    if has is None or len(others) != 1 or (len(clocks) == 1 and not moved) or len(clocks) > 2:
        return None
    return _at(old, min(others[0], key=lambda clock: abs(_minutes(clock) - _minutes(has))), utterance.now)


def _choices(span: WhenSpan) -> tuple[Clock, ...]:
    if span.time is None or span.recurrence is not None or amounts_in(span.text):
        return ()
    return (span.time.replace(fold=0), *(other for other in span.ambiguous if isinstance(other, Clock)))


def _bare_clocks(utterance: Utterance) -> list[tuple[Clock, ...]]:
    """Numbers that stand alone, read as times of day (`7`, `630`): beside the time that a rule has one of them is its new one."""
    amounts = [Span(amount.start, amount.end) for amount in amounts_in(utterance.normal.text)]
    known = (*utterance.time_spans, *amounts)
    digits = [w.text for w in utterance.words if w.text.isdecimal() and not any(w.span.overlaps(span) for span in known)]
    return [clocks for text in digits if (clocks := _clocks(text))]


def _clocks(digits: str) -> tuple[Clock, ...]:
    hour, minute = (int(digits[:-2]), int(digits[-2:])) if len(digits) in (3, 4) else (int(digits), 0)
    if len(digits) > 4 or hour > 23 or minute > 59:
        return ()
    other = hour % 12 if hour > 12 else hour + 12
    return tuple(Clock(h, minute) for h in dict.fromkeys((hour, other)) if h < 24)


def clock_of(trigger: Trigger, now: datetime) -> Clock | None:
    """The time of day of a trigger that has one."""
    match trigger:
        case At(moment=moment):
            return moment.astimezone(now.tzinfo).time()
        case Recurring(slots=(slot,)):
            return slot.at
    return None


def _shifted(old: Trigger, shift: timedelta) -> Trigger | None:
    match old:
        case At(moment=moment):
            return At(moment=moment + shift)
        case Recurring(slots=slots, starts=starts):
            days = [datetime.combine(date.min + timedelta(days=2), slot.at) + shift for slot in slots]
            if any(day.date() != date.min + timedelta(days=2) for day in days):
                return None  # it would be another day
            return Recurring(slots=tuple(Slot(rule=s.rule, at=day.time()) for s, day in zip(slots, days, strict=True)), starts=starts)
    return None


def _at(old: Trigger, clock: Clock, now: datetime) -> Trigger | None:
    match old:
        case At(moment=moment):
            at = datetime.combine(moment.astimezone(now.tzinfo).date(), clock, tzinfo=now.tzinfo)
            return At(moment=at) if at > now else None
        case Recurring(slots=(slot,), starts=starts):
            return Recurring(slots=(Slot(rule=slot.rule, at=clock),), starts=starts)
    return None


def _minutes(clock: Clock) -> int:
    return clock.hour * 60 + clock.minute
