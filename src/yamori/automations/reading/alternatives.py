"""Conditions of which either is enough: `the door opens or the bell rings`, ドアが開くかチャイムが鳴ったら. Pure.

Where an `or` stands is all that is known here: it may stand between two names as well, so that whoever knows the home tries the whole
first.
"""

import re
from collections.abc import Sequence

from yamori.automations.reading.vocabulary import words_for
from yamori.understanding.utterance import Utterance


def splits_of(condition: Utterance) -> Sequence[Sequence[str]]:
    """The ways to cut a condition into several, the one with most pieces first; empty where there is no such word."""
    found = [match.span() for match in _pattern(condition).finditer(condition.normal.text)]
    ways = [found, *([at] for at in found if len(found) > 1)] if found else []
    return tuple(pieces for way in ways if len(pieces := _cut(condition.normal.text, way)) == len(way) + 1)


def is_or(text: str, utterance: Utterance) -> bool:
    """Whether what stands between two conditions says that either is enough."""
    return text.strip(" ,、") in words_for("or", utterance.language)


def _pattern(utterance: Utterance) -> re.Pattern[str]:
    words = "|".join(map(re.escape, words_for("or", utterance.language))) or "(?!)"
    return re.compile(f"[、,]?(?:{words})[、,]?" if utterance.vocabulary.morphemes else rf"(?:,\s*)?\b(?:{words})\b")


def _cut(text: str, places: Sequence[tuple[int, int]]) -> list[str]:
    starts, ends = [0, *(end for _, end in places)], [*(start for start, _ in places), len(text)]
    return [piece for start, end in zip(starts, ends, strict=True) if (piece := text[start:end].strip(" ,、"))]
