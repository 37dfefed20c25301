"""The words of `word_lists/`, and where they stand in a text in normal form."""

import re
from functools import cache
from pathlib import Path

from yamori.domain.language import is_spaced
from yamori.understanding.span import Span
from yamori.understanding.word_lists import WordLists, whole_words

_LISTS = WordLists(Path(__file__).parent / "word_lists")


def spans_of(topic: str, text: str) -> tuple[Span, ...]:
    """Where words of a topic stand, the longest first where they overlap."""
    return tuple(Span(*m.span()) for m in _pattern(topic).finditer(text))


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
    return _LISTS.words(topic)


@cache
def _pattern(topic: str) -> re.Pattern[str]:
    return whole_words(listed(topic))
