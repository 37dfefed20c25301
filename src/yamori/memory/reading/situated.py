"""A wish for a device in a situation that only its person can tell of: `when I'm at the wheel I want the heat lamp at 40`. Pure.

It is kept as it was said, and done once they say that they are. What a house can see by itself, and a room in which somebody is, are
left to whoever waits for things.
"""

from collections.abc import Sequence

from yamori.memory.kept import Kept
from yamori.memory.reading.grammar import grammar_of
from yamori.memory.reading.vocabulary import folded, holds
from yamori.memory.reading.wanted import Keep, Known
from yamori.memory.statement import Statement, Topic
from yamori.understanding.frame import DEVICE_COMMANDS, Frame, SlotName
from yamori.understanding.mood import Mood, mood_of
from yamori.understanding.utterance import Utterance, utterance_of


def wished_in(frames: Sequence[Frame], utterance: Utterance, known: Known) -> Keep | None:
    """None where the sentence wishes nothing of the kind."""
    found = grammar_of(utterance.text).situated(utterance.text)
    if found is None or len(frames) != 1 or frames[0].intent not in DEVICE_COMMANDS or not frames[0].texts(SlotName.DEVICE):
        return None
    if utterance.times or holds(folded(found[0]), tuple(map(folded, known.things))) is not None:
        return None
    words = utterance.text.strip(" .。!！")
    return Keep(statements=(Statement(topic=Topic.OTHER, words=words, value=words),), asked=True)


def wished_now(utterance: Utterance, facts: Sequence[Kept]) -> Kept | None:
    """What was wished last for what the speaker says they are doing; None where they say anything else, or nothing was."""
    doing = grammar_of(utterance.text).doing(utterance.text)
    if doing is None or utterance.markers or utterance_of(doing, utterance.now).times or mood_of(utterance) is Mood.QUESTION:
        return None
    own = _bases(doing, utterance)
    return next((fact for fact in facts if own and _bases(_situation(fact), utterance) == own), None)


def _situation(fact: Kept) -> str:
    words = fact.statement.words
    found = grammar_of(words).situated(words) if fact.statement.topic is not Topic.ALIAS else None
    return found[0] if found is not None else ""


def _bases(said: str, beside: Utterance) -> frozenset[str]:
    return frozenset(w.base for w in utterance_of(said, beside.now).words) if said else frozenset()
