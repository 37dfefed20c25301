"""A request with the name of somebody in the place of a pronoun: `Ann is back, make the lamp her favourite colour`. Pure."""

import re
from collections.abc import Collection, Sequence

from yamori.domain.language import Language, language_of
from yamori.memory.reading.vocabulary import folded, holds, words_for


def with_persons(text: str, people: Sequence[Collection[str]]) -> str:
    """As it is where nobody is named, or several are. `people`: what each of the others in the household is called."""
    flat, language = folded(text), language_of(text)
    named = [name for names in people if (name := next((n for n in names if holds(flat, _forms(n)) is not None), None)) is not None]
    if len(named) != 1:
        return text
    whose, who = _any("theirs_said", language), _any("they_said", language)
    if language is Language.JAPANESE:
        return re.sub(whose, f"{named[0]}の", text)
    text = re.sub(rf"\b(?:{whose})\b(?= \w)", f"{named[0]}'s", text, flags=re.IGNORECASE)
    return re.sub(rf"\b(way|how|what) (?:{who})\b", rf"\g<1> {named[0]}", text, flags=re.IGNORECASE)


def _forms(name: str) -> tuple[str, ...]:
    return (folded(name), f"{folded(name)}s") if name else ()


def _any(topic: str, language: Language) -> str:
    return "|".join(map(re.escape, words_for(topic, language)))
