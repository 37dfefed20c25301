"""A sentence that only gives another moment for what was just set up: `make it half past eight instead`, やっぱり15分後にして. Pure."""

from collections.abc import Sequence

from yamori.automations.reading.moments import Timed, end_of, timed
from yamori.automations.reading.vocabulary import words_for
from yamori.automations.trigger import At
from yamori.domain.when.amounts import amounts_in
from yamori.understanding.frame import Frame, IntentName, SlotName
from yamori.understanding.outside import names_something
from yamori.understanding.utterance import Utterance

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
    said = any(word in low for word in words_for("correction", utterance.language))
    if not (corrects or takes_back or said):
        return None
    words = ", ".join(utterance.normal.shown(span) for span in utterance.time_spans) or lengths[0]
    found = timed(words, utterance.now)
    if found.triggers:
        return found
    end = end_of(words, utterance.now)
    return Timed(triggers=(At(moment=end),)) if end is not None else None
