"""Whether a sentence asks something that papers could say, and what of them it is about: the patterns of `asking.yaml`, in this order."""

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

    rows = yaml.safe_load((Path(__file__).parent.parent / "asking.yaml").read_text(encoding="utf-8"))
    return {
        Asking(kind): re.compile("|".join(_bounded(pattern) for patterns in row.values() for pattern in patterns), re.IGNORECASE)
        for kind, row in rows.items()
    }


def _bounded(pattern: str) -> str:
    """Where words stand apart it matches whole ones."""
    return rf"(?<![\w-])(?:{pattern})(?![\w-])" if is_spaced(pattern) else pattern
