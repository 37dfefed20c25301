"""A sentence that only gives another moment for what was just set up: `make it half past eight instead`, やっぱり15分後にして. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock

from yamori.automations.automation import Automation
from yamori.automations.reading.moments import Timed, end_of, timed
from yamori.automations.reading.once import on_named_day
from yamori.automations.reading.vocabulary import minutes_past
from yamori.automations.trigger import At, Recurring, Slot, Trigger
from yamori.domain.when import resolve, weekdays_named
from yamori.domain.when.amounts import amounts_in
from yamori.understanding.frame import Frame, IntentName, SlotName
from yamori.understanding.going_on import going_on_words
from yamori.understanding.outside import names_something
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import MarkerKind

_LENGTHS = (SlotName.DURATION, SlotName.WHEN, SlotName.NEW_WHEN)
"""Slots in which a length of time may stand that counts from now."""
_CORRECTING = frozenset((IntentName.MOVE, IntentName.CHANGE, IntentName.REJECT))


def new_moment(frames: Sequence[Frame], utterance: Utterance) -> Timed | None:
    """The moment that takes another's place; None for a sentence that names something, or that corrects nothing."""
    lengths = [s.text for frame in frames for s in frame.slots if s.name in _LENGTHS and amounts_in(s.text)]
    if not frames or not (utterance.times or lengths) or any(names_something(frame, utterance) for frame in frames):
        return None
    corrects = any(frame.intent in _CORRECTING for frame in frames)
    takes_back = any(slot.name is SlotName.RETRACTED for frame in frames for slot in frame.slots)
    low = utterance.normal.text.lower()
    said = any(word in low for word in going_on_words("correction", utterance.language))
    if not (corrects or takes_back or said):
        return None
    words = ", ".join(utterance.normal.shown(span) for span in utterance.time_spans) or lengths[0]
    found = timed(words, utterance.now)
    if found.triggers:
        return found
    end = end_of(words, utterance.now)
    return Timed(triggers=(At(moment=end),)) if end is not None else None


def past_its_hour(frames: Sequence[Frame], utterance: Utterance, old: Sequence[Trigger]) -> Timed | None:
    """So many minutes past the hour that it has (`no, half past`, 半にして); None for a sentence that says more, or for the time that it
    has."""
    match old:
        case (Recurring(slots=(slot,)),):
            has: Clock | None = slot.at
        case (At(moment=moment),):
            has = moment.astimezone(utterance.now.tzinfo).time()
        case _:
            return None
    low = utterance.normal.text.lower()
    said = [(low.find(words), words, minutes) for words, minutes in minutes_past(utterance.language).items() if words in low]
    if len(said) != 1 or any(names_something(frame, utterance) for frame in frames):
        return None
    reasons = [slot.span for frame in frames for slot in frame.slots if slot.name is SlotName.REASON]
    span = Span(said[0][0], said[0][0] + len(said[0][1]))
    topics = ("correction", "mistaken", "pointing", "beside", "replacing")
    beside = [word for topic in topics for word in going_on_words(topic, utterance.language)]
    known = (span, *reasons, *(time for time, _ in _days(utterance)))
    left = [w for w in utterance.words if not any(w.span.overlaps(other) for other in known) and w.text not in beside]
    if left or any(time.time for time in utterance.times) or utterance.markers or has is None or has.minute == said[0][2]:
        return None
    new = on_named_day(_clocked(old[0], has.replace(minute=said[0][2]), utterance), utterance)
    return Timed(triggers=(new,)) if not isinstance(new, At) or new.moment > utterance.now else None


def _days(utterance: Utterance) -> list[tuple[Span, Day]]:
    return [(at, t.date) for at, t in zip(utterance.time_spans, utterance.times, strict=True) if t.date is not None]


def _clocked(old: Trigger, clock: Clock, utterance: Utterance) -> Trigger:
    """The same trigger at another time of its day."""
    match old:
        case Recurring(slots=(slot,), starts=starts):
            return Recurring(slots=(Slot(rule=slot.rule, at=clock),), starts=starts)
        case At(moment=before):
            local = before.astimezone(utterance.now.tzinfo)
            return At(moment=datetime.combine(local.date(), clock, tzinfo=utterance.now.tzinfo))
    return old


def on_its_days(moment: Timed, old: Sequence[Trigger], utterance: Utterance) -> Timed:
    """The new moment with the days of the old one, where only a time of day was said; of two readings of it (half past eight) the one
    that is nearer to the old time."""
    words = ", ".join(utterance.normal.shown(span) for span in utterance.time_spans)
    when = resolve(words, utterance.now)
    moment = replace(moment, triggers=tuple(dict.fromkeys(moment.triggers)))
    if when.time is None or amounts_in(words) or len(old) != 1 or not all(isinstance(t, At) for t in moment.triggers):
        return moment
    choices = (when.time, *(other for other in when.ambiguous if isinstance(other, Clock)))
    match old[0]:
        case Recurring(slots=(slot,)):
            new = on_named_day(_clocked(old[0], _nearest(choices, slot.at), utterance), utterance)
            return Timed(triggers=(new,)) if not isinstance(new, At) or new.moment > utterance.now else moment
        case _ if when.date_said:
            return moment
        case At(moment=before):
            local = before.astimezone(utterance.now.tzinfo)
            found = datetime.combine(local.date(), _nearest(choices, local.time()), tzinfo=utterance.now.tzinfo)
            return Timed(triggers=(At(moment=found),)) if found > utterance.now else moment
    return moment


def _nearest(choices: Sequence[Clock], old: Clock) -> Clock:
    def apart(clock: Clock) -> timedelta:
        return abs(timedelta(hours=clock.hour - old.hour, minutes=clock.minute - old.minute))

    return min(choices, key=apart)


def new_days(frames: Sequence[Frame], utterance: Utterance, old: Automation) -> Timed | None:
    """Other days for what comes again (`only on weekdays`, `not on Sundays`, 日曜以外にして), at the times that it has; None for any other
    sentence, and for days that leave nothing."""
    slots = [slot for trigger in old.triggers if isinstance(trigger, Recurring) for slot in trigger.slots]
    kinds = {marker.kind for marker in utterance.markers}
    if not slots or not frames or any(names_something(frame, utterance) for frame in frames):
        return None
    denied = MarkerKind.NEGATION in kinds or all(frame.intent is IntentName.SKIP for frame in frames)
    if not denied and not kinds & {MarkerKind.ONLY, MarkerKind.EXCEPTION} and not any(f.intent in _CORRECTING for f in frames):
        return None
    when = resolve(utterance.text, utterance.now)
    said = _days_in(utterance.text, utterance.now)
    excepted = [marker.span for marker in utterance.markers if marker.kind is MarkerKind.EXCEPTION]
    others = frozenset(_DAYS) - _days_in(_cut(utterance.normal.text, excepted), utterance.now)
    denied = said != others if excepted else denied  # 日曜以外 may be read as six days already
    known = (*utterance.time_spans, *(marker.span for marker in utterance.markers))
    if not said or when.time is not None or any(not any(word.span.overlaps(span) for span in known) for word in utterance.words):
        return None
    had = {day for slot in slots for day in _weekdays(slot.rule) or _DAYS}
    days = [day for day in _DAYS if (day in had and day not in said if denied else day in said)]
    if not days:
        return None
    rule = f"FREQ=WEEKLY;BYDAY={','.join(days)}"
    times = dict.fromkeys(slot.at for slot in slots)
    return Timed(triggers=(Recurring(slots=tuple(Slot(rule=rule, at=at) for at in times), starts=utterance.now.date()),))


def _days_in(text: str, now: datetime) -> frozenset[str]:
    return _weekdays(resolve(text, now).rrule or "") or frozenset(_DAYS[day] for day in weekdays_named(text))


def _cut(text: str, spans: Sequence[Span]) -> str:
    for span in sorted(spans, reverse=True):
        text = text[: span.start] + text[span.end :]
    return text


_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


def _weekdays(rule: str) -> frozenset[str]:
    parts = dict(part.split("=", 1) for part in rule.split(";") if "=" in part)
    days = frozenset(parts.get("BYDAY", "").split(",")) & frozenset(_DAYS)
    return days if parts.get("FREQ") == "WEEKLY" and parts.get("INTERVAL", "1") == "1" else frozenset()
