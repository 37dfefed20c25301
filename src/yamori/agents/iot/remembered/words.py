"""The words of `words.yaml`, and where they stand in a text in normal form."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from yamori.domain.language import is_spaced
from yamori.understanding.span import Span
from yamori.understanding.word_lists import whole_words


def spans_of(topic: str, text: str) -> tuple[Span, ...]:
    """Where words of a topic stand, the longest first where they overlap."""
    pattern = _pattern(topic)
    return tuple(Span(*m.span()) for m in pattern.finditer(text)) if pattern is not None else ()


def pointing_in(text: str) -> tuple[Span, ...]:
    """What points at something that was told, and compares with nothing."""
    likings = spans_of("liking", text)
    led: list[Span] = []
    for lead in spans_of("points_before", text):
        verb = next((v for v in likings if 0 < v.start - lead.end <= _LED), None)
        if verb is not None and not any(mark in text[lead.end : verb.start] for mark in ",.;!?"):
            # In Japanese what is liked, and for what, stands between them.
            led += [Span(lead.start, verb.end)] if is_spaced(text[lead.start]) else [lead, verb]
    behind = [s for s in spans_of("behind_a_word", text) if text[: s.start].rstrip(" ")[-1:].isalnum()]
    found = (*spans_of("points", text), *led, *behind)
    compared = spans_of("compares", text)
    return tuple(s for s in found if not any(-1 <= s.start - c.end <= 1 or c.start == s.end for c in compared))


_LED = 16
"""Characters between what leads to a verb of liking and the verb: `the way I always have it`."""


def listed(topic: str) -> frozenset[str]:
    return frozenset(word for words in _words()[topic].values() for word in words)


@cache
def _pattern(topic: str) -> re.Pattern[str] | None:
    return whole_words(words) if (words := listed(topic)) else None


@cache
def _words() -> Mapping[str, Mapping[str, Sequence[str]]]:
    import yaml

    held: Mapping[str, Any] = yaml.safe_load((Path(__file__).parent / "words.yaml").read_text(encoding="utf-8"))
    return held
