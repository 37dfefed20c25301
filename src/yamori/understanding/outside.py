"""The words with which people ask for something, beside what its slots hold: learned from the corpus that the reader learns from."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from yamori.understanding.frame import Frame
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance


def words_outside(utterance: Utterance, frames: Sequence[Frame]) -> tuple[Span, ...]:
    """Where a frame holds words outside its slots that people have asked for its intent with (`kill the lamp`, `nudge me about it`)."""
    known = known_words()
    return tuple(
        word.span
        for frame in frames
        for word in utterance.words
        if frame.span.overlaps(word.span) and {word.base, word.text} & known.get(frame.intent.value, frozenset())
    )


@cache
def known_words() -> Mapping[str, frozenset[str]]:
    """By intent: dictionary forms of the content words outside slots (`training/reader/outside.py` makes the file)."""
    held = json.loads((Path(__file__).parent / "words" / "outside.json").read_text(encoding="utf-8"))
    return {intent: frozenset(words) for intent, words in held.items()}
