"""A sentence with everything in it that is remembered: names first, then what it points at, then what it leaves out. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from yamori.domain.language import Language, language_of
from yamori.memory.kept import Kept
from yamori.memory.reading.situations import setting_in
from yamori.memory.reading.vocabulary import table
from yamori.memory.statement import Statement, Topic
from yamori.memory.using.defaults import with_default
from yamori.memory.using.names import with_names
from yamori.memory.using.preferred import Pointed, liked, pointed_in, with_value
from yamori.memory.wording import setting_called, valued, when_told
from yamori.understanding.frame import Frame


@dataclass(frozen=True, kw_only=True)
class InFull:
    """A sentence that says everything by itself."""

    text: str
    used: tuple[Kept, ...] = ()
    reasons: tuple[str, ...] = ()
    missing: Pointed | None = None
    """What it points at that nobody told."""


def in_full(text: str, frames: Sequence[Frame], facts: Sequence[Kept], now: datetime) -> InFull:
    named = with_names(text, facts)
    pointed = pointed_in(named.text)
    if pointed is not None and pointed.setting:
        fact = liked(pointed.setting, facts, now, named.text)
        if fact is None:
            return InFull(text=named.text, used=named.used, missing=pointed)
        words = with_value(pointed, fact.statement.value, language_of(text))
        return InFull(text=words, used=(*named.used, fact), reasons=(reason(fact, language_of(text)),))
    shaped = with_default(named.text, frames, facts, now)
    reasons = tuple(reason(fact, language_of(text)) for fact in shaped.used)
    return InFull(text=shaped.text, used=(*named.used, *shaped.used), reasons=reasons)


def reason(fact: Kept, language: Language) -> str:
    """Why that value: `That is how you like it in the evening.`"""
    said, situation = valued(fact.statement.key, fact.statement.value, language), when_told(fact.statement.when, language)
    if language is Language.JAPANESE:
        return f"{situation}{said}がお好みと聞いているためです。"
    return f"{said[:1].upper()}{said[1:]} is how you like it{' ' if situation else ''}{situation}."


def question(missing: Pointed, language: Language) -> str:
    """What is asked where nobody told it yet."""
    called = setting_called(missing.setting, language)
    example = valued(missing.setting, str(table("examples")[missing.setting]), language)
    if language is Language.JAPANESE:
        return f"お好みの{called}はまだ聞いていません。どのくらいにしますか？（例：{example}）覚えておきます。"
    return f"I don't know yet what {called} you like. What shall it be, such as {example}? I'll remember it."


def answered(missing: Pointed, answer: str, language: Language) -> Statement | None:
    """What the answer tells; None where it names no value."""
    unit = valued(missing.setting, "", language).strip()
    called = setting_called(missing.setting, language)
    found = setting_in(answer) or setting_in(f"{called} {answer} {unit}")
    if found is None or found.name != missing.setting:
        return None
    said = valued(found.name, found.value, language)
    words = f"{called}は{said}が好き" if language is Language.JAPANESE else f"I like the {called} at {said}"
    return Statement(topic=Topic.SETTING, words=words, key=found.name, value=found.value)
