"""A reader's complaints, held against the words in which people complain (`complaint_words/`).

A reader tells surely that somebody complains, and less surely of what where it never met the word; the words tell the opposite of *cold*
from *chilly*. Called before frames are judged by their odds. It makes no frame of what the reader did not read.
"""

from collections.abc import Sequence
from dataclasses import replace

from yamori.agents.iot.frames.empty_slots import without_empty_slots
from yamori.agents.iot.rules.complaint_words import ComplaintWords, complaint_words
from yamori.understanding.frame import COMPLAINTS, Frame, IntentName
from yamori.understanding.framed import ACT_ON_A_COMPLAINT
from yamori.understanding.utterance import Utterance

_MISTAKEN = frozenset((IntentName.INCREASE, IntentName.DECREASE, IntentName.TALK))
"""What a reader takes `it is too bright` for where it met neither word."""


def confirmed(frames: Sequence[Frame], utterance: Utterance) -> tuple[Frame, ...]:
    """The same frames without slots that name nothing; a complaint whose own words all say one and the same thing is surely about that."""
    frames = without_empty_slots(frames, utterance)
    words = complaint_words(utterance.language)
    return tuple(frames) if words is None else tuple(_confirmed(frame, utterance, words) for frame in frames)


def _confirmed(frame: Frame, utterance: Utterance, words: ComplaintWords) -> Frame:
    inside = [w for w in utterance.words if w.span.overlaps(frame.span) and not any(w.span.overlaps(s.span) for s in frame.slots)]
    said = {words.intents[name] for w in inside for name in (w.base, w.text) if name in words.intents}
    if len(said) != 1 or any(m.span.overlaps(frame.span) for m in utterance.markers):
        return frame
    only = all({w.base, w.text} & (words.intents.keys() | words.excess) for w in inside)
    text = utterance.normal.text[frame.span.start : frame.span.end]
    excessive = any(word in text.split() for word in words.excess) or any({w.base, w.text} & words.excess for w in inside)
    if frame.intent not in COMPLAINTS and not (frame.intent in _MISTAKEN and only and excessive):
        return frame
    return replace(frame, intent=said.pop(), odds=max(frame.odds, ACT_ON_A_COMPLAINT) if only else frame.odds)
