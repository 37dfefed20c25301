"""Whether a sentence asks something that papers could say, and what of them it is about: the patterns of `asking/`, in this order."""

import re
from enum import StrEnum
from functools import cache
from pathlib import Path

from yamori.domain.language import is_spaced


class Asking(StrEnum):
    TOPICS = "topics"
    """Which topics there are."""
    PAPERS = "papers"
    """Which papers there are."""
    OUTRIGHT = "outright"
    """It names the papers: the manual, the house rules."""
    MISHAP = "mishap"
    """It asks what was done wrong."""
    STATE = "state"
    """A question of how things stand, which devices and the diary answer better."""
    HOWTO = "howto"
    """A question of how, how often, why, what one should or may do: as only a paper answers."""
    KNOWLEDGE = "knowledge"
    """A question of what, when, which, how much: a paper could answer it, and so could a device or a diary."""
    ASKS = "asks"
    """Another question."""
    TROUBLE = "trouble"
    """It says what is wrong, without a question."""
    NOTHING = "nothing"
    """It wants something done, or says something."""


def asking(request: str) -> Asking:
    return next((kind for kind, pattern in _patterns().items() if pattern.search(request)), Asking.NOTHING)


@cache
def _patterns() -> dict[Asking, re.Pattern[str]]:
    import yaml

    found = sorted((Path(__file__).parents[1] / "asking").glob("*.yaml"))
    held = [yaml.safe_load(file.read_text(encoding="utf-8")) for file in found]
    said = {kind: [_bounded(pattern) for rows in held for pattern in rows.get(kind, ())] for kind in Asking}
    return {kind: re.compile("|".join(patterns), re.IGNORECASE) for kind, patterns in said.items() if patterns}


def _bounded(pattern: str) -> str:
    """Where words stand apart it matches whole ones."""
    return rf"(?<![\w-])(?:{pattern})(?![\w-])" if is_spaced(pattern) else pattern
