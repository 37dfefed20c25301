"""Answers that choose by number (`2`, `the second one`, 2番目) of what a question offers, in the order in which it is shown."""

import re
from collections.abc import Sequence

from yamori.orchestrator.listed_words import LISTS
from yamori.understanding.normal_form import normal_form

_DIGITS = re.compile(r"\d+")


def numbered(said: str, options: Sequence[str]) -> str | None:
    """The option whose place was said, and nothing else; None of any other answer, and where the number may be part of an option itself
    (`2` of `lamp 2`, `7` of `7:00`)."""
    text = normal_form(said).text.lower().strip(" .,!。、！")
    before = ""
    while text != before:
        before = text
        for word in sorted(LISTS.words("beside_places"), key=len, reverse=True):
            text = text.removeprefix(word).removesuffix(word).strip(" ,") or text
    place = LISTS.pairs("places").get(text, text)
    if not _DIGITS.fullmatch(place) or any(place in _DIGITS.findall(normal_form(option).text) for option in options):
        return None
    return options[int(place) - 1] if 0 < int(place) <= len(options) else None
