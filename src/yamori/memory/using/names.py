"""Names that people gave: `the big lamp` is the floor lamp, `my team` is a name. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from yamori.domain.language import Language, is_spaced, language_of
from yamori.memory.kept import Kept
from yamori.memory.reading.grammar import grammar_of
from yamori.memory.reading.vocabulary import words_for
from yamori.memory.statement import Topic


@dataclass(frozen=True, kw_only=True)
class Put:
    """A sentence with facts in it."""

    text: str
    used: tuple[Kept, ...] = ()


def with_names(text: str, facts: Sequence[Kept]) -> Put:
    """The sentence with what was meant in place of names that people gave; the longest name first."""
    used: list[Kept] = []
    aliases = [f for f in facts if f.statement.topic is Topic.ALIAS and f.statement.key != "me"]
    for fact in sorted(aliases, key=lambda f: -len(f.statement.value)):
        thing = grammar_of(text).within(fact.statement.key)
        new = _replaced(text, fact.statement.value, thing)
        if new != text:
            text, used = new, [*used, fact]
    for fact in (f for f in facts if f.statement.topic is Topic.FAVOURITE):
        for phrase in phrases_of(fact, language_of(text)):
            new = _replaced(text, phrase, fact.statement.value)
            if new != text:
                text, used = new, [*used, fact]
    return Put(text=text, used=tuple(used))


def phrases_of(fact: Kept, language: Language) -> tuple[str, ...]:
    """How somebody speaks of their favourite of a kind: `my favourite team`, and of what one has of one's own `my team`, too."""
    is_own = fact.statement.key in words_for("own_kinds", language) or fact.statement.key.endswith(words_for("routines", language))
    own = words_for("own", language) if is_own else ()
    return tuple(_phrase(word, fact.statement.key) for word in (*words_for("favourite_before", language), *own))


def _phrase(word: str, key: str) -> str:
    return f"{word} {key}" if is_spaced(key) else f"{word}{key}"


def _replaced(text: str, name: str, thing: str) -> str:
    if is_spaced(name):
        return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _: thing, text, flags=re.IGNORECASE)
    # What it stands for may hold the name; and a name in katakana is no part of a longer word.
    before = rf"(?<!{_KATAKANA})" if re.match(_KATAKANA, name) else ""
    behind = rf"(?!{_KATAKANA})" if re.match(_KATAKANA, name[-1]) else ""
    return re.sub(rf"{re.escape(thing)}|{before}{re.escape(name)}{behind}", lambda _: thing, text)


_KATAKANA = "[ァ-ヶー]"
