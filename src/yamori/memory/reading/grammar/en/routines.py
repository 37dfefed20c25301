"""A routine that somebody tells by its steps: `my evening routine is to dim the heat lamp and close the shutters`."""

import re
from functools import cache

from yamori.memory.reading.grammar.en.words import words_for
from yamori.memory.statement import Statement, Topic

_SHORTEST = 3
"""Words of what is done; `fun` is none of it."""


def routine(text: str) -> Statement | None:
    found = _pattern().fullmatch(text.strip(" .!"))
    value = found["steps"].strip() if found is not None else ""
    if found is None or len(value.split()) < _SHORTEST:
        return None
    key = found["key"].lower()
    bare = next((key.removeprefix(f"{w} ") for w in words_for("favourite") if key.startswith(f"{w} ")), key)
    return Statement(topic=Topic.FAVOURITE, words=text, key=bare, value=value, shared=found["whose"].lower() == "our")


def ordered(steps: str) -> str:
    return steps.removeprefix("to ")


@cache
def _pattern() -> re.Pattern[str]:
    kinds = "|".join(map(re.escape, words_for("routines")))
    named = rf"(?P<whose>my|our|the) (?P<key>(?:\w+ ){{0,3}}(?:{kinds}))"
    return re.compile(rf"{named}(?: is|'s)?(?: this)?\s*[:,–-]?\s+(?:to )?(?P<steps>.+)", re.IGNORECASE)
