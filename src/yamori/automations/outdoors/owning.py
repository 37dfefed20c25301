"""Whether a sentence is about the weather outdoors, the sun or the moon and about nothing else. Pure."""

from collections.abc import Sequence

from yamori.agentkit.task import Strength
from yamori.automations.outdoors.asked import Asked
from yamori.automations.outdoors.subject import WEATHER, Subject
from yamori.understanding.frame import READING, Frame, IntentName, SlotName
from yamori.understanding.mood import Mood, mood_of
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import MarkerKind

SURE = 0.85
"""Odds of the reader from which on its word counts about sentences that words alone do not settle."""
_ASKS = READING | {IntentName.WEB, IntentName.IMPOSSIBLE}
_TALKS = frozenset((IntentName.TALK, IntentName.CONFIRM, IntentName.REJECT))
_ROOMS = (Subject.TEMPERATURE, Subject.DARK)
"""Said of rooms too."""


def owned(asked: Asked, utterance: Utterance, frames: Sequence[Frame]) -> Strength:
    """OWNING where every word is about it, or a sure reader says that the web would have to be asked; STRONG for what a sensor outside
    may know better: the temperature and the light of this moment."""
    if not asked.subjects or not _is_asked(utterance, frames) or _hangs(utterance, frames):
        return Strength.NONE
    web = bool(frames) and all(frame.intent is IntentName.WEB and frame.odds >= SURE for frame in frames)
    if asked.unexplained and not (web and (asked.plain or asked.is_dated)):
        return Strength.NONE
    is_now = asked.outside and not asked.is_dated and not asked.plain
    if is_now and all(subject in _ROOMS for subject in asked.subjects):
        return Strength.STRONG
    elsewhere = any(slot.name in (SlotName.ROOM, SlotName.DEVICE) and frame.odds >= SURE for frame in frames for slot in frame.slots)
    if elsewhere and not asked.outside and all(subject in WEATHER for subject in asked.subjects) and not asked.plain:
        return Strength.NONE
    return Strength.OWNING


def _is_asked(utterance: Utterance, frames: Sequence[Frame]) -> bool:
    """It wants to know something, or is a bare name of it (`weather tomorrow`, 明日の天気)."""
    intents = {frame.intent for frame in frames if frame.odds >= SURE}
    if intents & _TALKS:
        return False
    if intents and intents <= _ASKS:
        return True
    mood = mood_of(utterance)
    return mood is Mood.QUESTION or (mood is not Mood.STATEMENT and not intents and len(utterance.words) <= 4)


def _hangs(utterance: Utterance, frames: Sequence[Frame]) -> bool:
    """It is wanted again and again, or on a condition: that is kept for later by somebody else."""
    repeats = any(slot.name is SlotName.REPEAT for frame in frames for slot in frame.slots)
    return repeats or any(marker.kind is MarkerKind.CONDITION for marker in utterance.markers)
