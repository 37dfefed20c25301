"""Why a tool did not do what it was asked to, in the person's language.

A problem is an English sentence, since programs and models read it too; how it is said in another language stands in `problems` of that
language's words. `report` asks; a test looks through all of the scheduler for a sentence that is missing there.
"""

import re
from functools import cache

from yamori.agents.scheduler.wording import words_in

_QUOTED = re.compile(r"'(.*)'|\"(.*)\"", re.DOTALL)


def in_words(problem: str, language: str) -> str:
    """The problem as a clause in this language; one that nobody foresaw stays as it is."""
    for pattern, said in _patterns(language):
        match = pattern.fullmatch(problem)
        if match is not None:
            fills = {name: _plain(found) for name, found in match.groupdict().items()}
            if "field" in fills:
                fills["field"] = words_in(language).table("fields").get(fills["field"], fills["field"])
            return said.format(**fills)
    return problem


@cache
def _patterns(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    found = []
    for english, said in words_in(language).table("problems").items():
        pieces = re.split(r"\{(\w+)\}", english)
        pattern = "".join(f"(?P<{piece}>.+?)" if place % 2 else re.escape(piece) for place, piece in enumerate(pieces))
        found.append((re.compile(pattern, re.DOTALL), said))
    return tuple(found)


def _plain(text: str) -> str:
    """What stands in quotes, without them."""
    match = _QUOTED.fullmatch(text)
    return text if match is None else match[1] or match[2] or ""
