"""Whether a sentence is about the weather outdoors, the sun or the moon and about nothing else. Pure."""

from collections.abc import Sequence

from yamori.agentkit.task import Strength
from yamori.automations.outdoors.asked import Asked
from yamori.automations.outdoors.subject import WEATHER, Subject
from yamori.automations.outdoors.vocabulary import says
from yamori.understanding.analysis import morphemes_of
from yamori.understanding.clauses import clauses_of
from yamori.understanding.frame import READING, Frame, IntentName, SlotName
from yamori.understanding.mood import Mood, mood_of
from yamori.understanding.utterance import Utterance
from yamori.understanding.vocabulary import MarkerKind

SURE = 0.85
"""Odds of the reader from which on its word counts about sentences that words alone do not settle."""
_ASKS = READING | {IntentName.WEB, IntentName.IMPOSSIBLE}
_FEW = 6
"""Words of a question that is put like an order (`can I hang the washing out tomorrow`)."""
_TALKS = frozenset((IntentName.TALK, IntentName.CONFIRM, IntentName.REJECT))


def owned(asked: Asked, utterance: Utterance, frames: Sequence[Frame], *, measured: bool = False) -> Strength:
    """WHOLE or OWNING where every word is about it, or a sure reader says that the web would have to be asked.

    `measured`: a sensor of the home tells how it is outside; the temperature of this moment then is that sensor's.
    """
    if not asked.subjects or not _is_asked(utterance, frames) or _hangs(asked, utterance):
        return Strength.NONE
    web = bool(frames) and all(frame.intent is IntentName.WEB and frame.odds >= SURE for frame in frames)
    if asked.unexplained and not (web and (asked.plain or asked.is_dated)):
        return Strength.NONE
    if measured and asked.outside and not asked.is_dated and asked.subjects == (Subject.TEMPERATURE,):
        return Strength.NONE
    elsewhere = any(slot.name in (SlotName.ROOM, SlotName.DEVICE) and frame.odds >= SURE for frame in frames for slot in frame.slots)
    if elsewhere and not asked.outside and all(subject in WEATHER for subject in asked.subjects) and not asked.plain:
        return Strength.NONE
    is_all = asked.plain and not asked.unexplained and len(clauses_of(utterance)) == 1
    return Strength.WHOLE if is_all else Strength.OWNING


def _is_asked(utterance: Utterance, frames: Sequence[Frame]) -> bool:
    """It wants to know something, or is a bare name of it (`weather tomorrow`, 明日の天気)."""
    intents = {frame.intent for frame in frames if frame.odds >= SURE}
    if intents & _TALKS or says("indoors", utterance):
        return False
    mood = mood_of(utterance) if not _is_bare_name(utterance) else Mood.QUESTION
    if mood is Mood.QUESTION or (intents and intents <= _ASKS):
        return mood is not Mood.STATEMENT
    return mood is Mood.REQUEST and (not intents or intents <= _ASKS) and len(utterance.words) <= _FEW


def _is_bare_name(utterance: Utterance) -> bool:
    """Whether it only names something (明日の天気), in a language in which a verb would say more."""
    found = morphemes_of(utterance.normal.text) if utterance.vocabulary.morphemes else ()
    return bool(found) and not any(m.kind in ("動詞", "形容詞", "助動詞") for m in found)


def _hangs(asked: Asked, utterance: Utterance) -> bool:
    """It is wanted again and again, or on a condition: that is kept for later by somebody else."""
    return asked.when.rrule is not None or any(marker.kind is MarkerKind.CONDITION for marker in utterance.markers)
