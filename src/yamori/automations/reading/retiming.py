"""A sentence that only gives another moment for what was just set up: `make it half past eight instead`, やっぱり15分後にして. Pure."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from datetime import time as Clock

from yamori.automations.reading.moments import Timed, end_of, timed
from yamori.automations.reading.vocabulary import words_for
from yamori.automations.trigger import At, Recurring, Slot, Trigger
from yamori.domain.when import resolve
from yamori.understanding.frame import Frame, IntentName, SlotName
from yamori.understanding.outside import names_something
from yamori.understanding.utterance import Utterance

_CORRECTING = frozenset((IntentName.MOVE, IntentName.CHANGE, IntentName.REJECT))


def new_moment(frames: Sequence[Frame], utterance: Utterance) -> Timed | None:
    """The moment that takes another's place; None for a sentence that names something, or that corrects nothing."""
    if not frames or not utterance.times or any(names_something(frame, utterance) for frame in frames):
        return None
    corrects = any(frame.intent in _CORRECTING for frame in frames)
    takes_back = any(slot.name is SlotName.RETRACTED for frame in frames for slot in frame.slots)
    low = utterance.normal.text.lower()
    said = any(word in low for word in words_for("correction", utterance.language))
    if not (corrects or takes_back or said):
        return None
    words = ", ".join(utterance.normal.shown(span) for span in utterance.time_spans)
    found = timed(words, utterance.now)
    if found.triggers:
        return found
    end = end_of(words, utterance.now)
    return Timed(triggers=(At(moment=end),)) if end is not None else None


def on_its_days(moment: Timed, old: Sequence[Trigger], utterance: Utterance) -> Timed:
    """The new moment with the days of the old one, where only a time of day was said; of two readings of it (half past eight) the one
    that is nearer to the old time."""
    words = ", ".join(utterance.normal.shown(span) for span in utterance.time_spans)
    when = resolve(words, utterance.now)
    if when.date_said or when.time is None or len(old) != 1 or not all(isinstance(t, At) for t in moment.triggers):
        return moment
    choices = (when.time, *(other for other in when.ambiguous if isinstance(other, Clock)))
    match old[0]:
        case Recurring(slots=(slot,), starts=starts):
            return Timed(triggers=(Recurring(slots=(Slot(rule=slot.rule, at=_nearest(choices, slot.at)),), starts=starts),))
        case At(moment=before):
            local = before.astimezone(utterance.now.tzinfo)
            found = datetime.combine(local.date(), _nearest(choices, local.time()), tzinfo=utterance.now.tzinfo)
            return Timed(triggers=(At(moment=found),)) if found > utterance.now else moment
    return moment


def _nearest(choices: Sequence[Clock], old: Clock) -> Clock:
    def apart(clock: Clock) -> timedelta:
        return abs(timedelta(hours=clock.hour - old.hour, minutes=clock.minute - old.minute))

    return min(choices, key=apart)
