"""A value where none was said: `turn on the heater`, `make it comfortable`, for somebody who told how warm they like it. Pure."""

from collections.abc import Sequence
from datetime import datetime

from yamori.domain.language import Language, language_of
from yamori.memory.kept import Kept
from yamori.memory.reading.situations import settings_named
from yamori.memory.reading.vocabulary import bare, words_for
from yamori.memory.using.names import Put
from yamori.memory.using.preferred import liked
from yamori.memory.wording import text as text_of
from yamori.memory.wording import valued
from yamori.understanding.frame import Frame, IntentName, SlotName

_SURE = 0.8
_ONLY = frozenset((SlotName.DEVICE, SlotName.ROOM))
"""Of a sentence that says no more than what is to be switched on."""


def with_default(text: str, frames: Sequence[Frame], facts: Sequence[Kept], now: datetime) -> Put:
    """The sentence with what the person likes now; as it is where it says how, or where nobody told."""
    language = language_of(text)
    if bare(text, "around") in words_for("comfortable", language):
        return _warm(text, facts, now)
    if len(frames) != 1 or frames[0].intent is not IntentName.TURN_ON or frames[0].odds < _SURE:
        return Put(text=text)
    if any(slot.name not in _ONLY for slot in frames[0].slots) or not frames[0].texts(SlotName.DEVICE):
        return Put(text=text)
    named = settings_named(" ".join(frames[0].texts(SlotName.DEVICE)))
    fact = liked(named[0], facts, now) if named else None
    if fact is None or (named[0] != "temperature" and not fact.statement.when):
        return Put(text=text)
    return Put(text=_set_too(text, valued(named[0], fact.statement.value, language), language), used=(fact,))


def _warm(text: str, facts: Sequence[Kept], now: datetime) -> Put:
    """What comfort means is what was told of warmth; the rest is nobody's to guess."""
    language, fact = language_of(text), liked("temperature", facts, now)
    if fact is None:
        return Put(text=text)
    said = valued("temperature", fact.statement.value, language)
    return Put(text=text_of("set", language, value=said), used=(fact,))


def _set_too(text: str, said: str, language: Language) -> str:
    return text_of("set_too", language, request=text.rstrip(" .!。！"), value=said)
