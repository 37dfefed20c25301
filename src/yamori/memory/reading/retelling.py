"""A value that is told anew: `make it 30 from now on instead of 50`, of something told to be at 50. Pure.

The sentence is kept as it was said, beside the older one: whoever applies what was told takes the newest.
"""

import re
from collections.abc import Sequence

from yamori.domain.language import language_of
from yamori.memory.reading.asking import shared_words
from yamori.memory.reading.vocabulary import folded, holds, words_for
from yamori.memory.reading.wanted import Known, Told
from yamori.memory.statement import Statement, Topic
from yamori.understanding.utterance import Utterance

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_AMONG = 2
"""Words, or pairs of Japanese characters, that a sentence has in common with what it tells anew."""


def retold(utterance: Utterance, known: Known) -> Statement | None:
    """None where the sentence says nothing of what is so from now on, or names no old value of something that was told."""
    text = utterance.text
    language = language_of(text)
    if holds(folded(text), words_for("from_now_on", language)) is None:
        return None
    said = set(_NUMBER.findall(text))
    if len(said) < 2 or _before(text, said, known.facts) is None:
        return None
    return Statement(topic=Topic.OTHER, words=text, value=text)


def _before(text: str, said: set[str], facts: Sequence[Told]) -> Told | None:
    """What was told before: with one of the numbers, and in words that this has too."""
    return next(
        (f for f in facts if said & set(_NUMBER.findall(f.statement.words)) and shared_words(text, f.statement.words) >= _AMONG), None
    )
