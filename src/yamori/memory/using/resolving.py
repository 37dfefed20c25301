"""A sentence with everything in it that is remembered: names first, then what it points at, then what it leaves out. Pure."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from yamori.domain.language import Language, is_spaced, language_of
from yamori.memory.kept import Kept
from yamori.memory.reading.grammar import grammar_in
from yamori.memory.reading.grammar.parts import Pointed
from yamori.memory.reading.situations import setting_in
from yamori.memory.reading.vocabulary import kinds
from yamori.memory.statement import Statement, Topic
from yamori.memory.using.channels import with_channel
from yamori.memory.using.defaults import with_default
from yamori.memory.using.names import Put, with_names
from yamori.memory.using.preferred import for_a_place, in_a_place, is_asked_for, liked, pointed_in, with_value
from yamori.memory.wording import TEXTS, setting_called, valued, when_told
from yamori.memory.wording import text as text_of
from yamori.understanding.frame import Frame

_MADE = ("temperature", "brightness")
"""What somebody means who has the room made as they like it, and says no more."""


@dataclass(frozen=True, kw_only=True)
class InFull:
    """A sentence that says everything by itself."""

    text: str
    used: tuple[Kept, ...] = ()
    reasons: tuple[str, ...] = ()
    missing: Pointed | None = None
    """What it points at that nobody told."""


def in_full(text: str, frames: Sequence[Frame], facts: Sequence[Kept], now: datetime, rooms: Collection[str] = ()) -> InFull:
    """`rooms` are the names of those of the home."""
    language = language_of(text)
    tuned = with_channel(text, facts)
    if tuned.used:
        return InFull(text=tuned.text, used=tuned.used)
    named = with_names(text, facts)
    pointed = pointed_in(named.text, now)
    place = in_a_place(pointed, rooms, language) if pointed is not None else None
    if pointed is not None and is_asked_for(pointed, language) and (pointed.setting or place is not None):
        settings = (pointed.setting,) if pointed.setting else _MADE
        found = [(setting, fact) for setting in settings if (fact := liked(setting, facts, now, _when_asked(pointed, text))) is not None]
        if not found:
            return InFull(text=named.text, used=named.used, missing=pointed)
        # What follows belongs to the last of them.
        parts = [replace(pointed, setting=setting, behind="" if fact is not found[-1][1] else pointed.behind) for setting, fact in found]
        if place is not None and not (pointed.setting and not is_spaced(text)):
            parts = [for_a_place(part, place, language) for part in parts]
        said = [with_value(part, fact.statement.value, language) for part, (_, fact) in zip(parts, found, strict=True)]
        joint = text_of("between_settings", language)
        used = tuple(fact for _, fact in found)
        return InFull(text=joint.join(said), used=(*named.used, *used), reasons=tuple(reason(fact, language) for fact in used))
    shaped: Put = with_default(named.text, frames, facts, now) if pointed is None else Put(text=named.text)
    reasons = tuple(reason(fact, language) for fact in shaped.used)
    return InFull(text=shaped.text, used=(*named.used, *shaped.used), reasons=reasons)


def _when_asked(pointed: Pointed, text: str) -> str:
    """The words that say in which situation something is liked, as far as the sentence has any."""
    return text if pointed.situation else f"{pointed.before} {pointed.behind}"


def reason(fact: Kept, language: Language) -> str:
    """Why that value: `That is how you like it in the evening.`"""
    said, situation = valued(fact.statement.key, fact.statement.value, language), when_told(fact.statement.when, language)
    which = "reason.sometimes" if situation else "reason.always"
    return TEXTS.said(language, which, value=grammar_in(language).begun(said), situation=situation)


def question(missing: Pointed, language: Language) -> str:
    """What is asked where nobody told it yet."""
    if not missing.setting:
        examples = [valued(setting, str(kinds("examples")[setting]), language) for setting in _MADE]
        return text_of("which.anything", language, examples=text_of("which.between", language).join(examples))
    called = setting_called(missing.setting, language)
    example = valued(missing.setting, str(kinds("examples")[missing.setting]), language)
    return text_of("which.setting", language, setting=called, example=example)


def answered(missing: Pointed, answer: str, language: Language) -> Statement | None:
    """What the answer tells; None where it names no value."""
    found = setting_in(answer)
    if missing.setting:
        unit, called = valued(missing.setting, "", language).strip(), setting_called(missing.setting, language)
        found = found or setting_in(f"{called} {answer} {unit}")
    if found is None or (missing.setting and found.name != missing.setting):
        return None
    said, called = valued(found.name, found.value, language), setting_called(found.name, language)
    words = text_of("liked", language, setting=called, value=said)
    return Statement(topic=Topic.SETTING, words=words, key=found.name, value=found.value, when=missing.situation)
