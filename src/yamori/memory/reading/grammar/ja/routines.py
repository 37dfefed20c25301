"""A routine that somebody tells by its steps: 夜の流れは、暖房ランプを消して雨戸を閉める."""

import re
from functools import cache

from yamori.memory.reading.grammar.ja.words import words_for
from yamori.memory.statement import Statement, Topic
from yamori.understanding.japanese_forms import connected


def routine(text: str) -> Statement | None:
    plain = text.strip(" 。.!！")
    found = _pattern().fullmatch(plain)
    if found is None:
        return None
    shared = (found["whose"] or "") in words_for("household")
    return Statement(topic=Topic.FAVOURITE, words=plain, key=found["key"], value=found["steps"], shared=shared)


def ordered(steps: str) -> str:
    return connected(steps)


@cache
def _pattern() -> re.Pattern[str]:
    kinds = "|".join(map(re.escape, words_for("routines")))
    whose = "|".join(map(re.escape, (*words_for("favourite"), *words_for("own"), *words_for("household"))))
    named = rf"(?P<whose>{whose})?(?P<key>[^はがを、]{{0,8}}?(?:{kinds}))"
    return re.compile(rf"{named}は、?(?P<steps>[^、]*[をに].+[うくすつぬぶむるて])(?:こと)?")
