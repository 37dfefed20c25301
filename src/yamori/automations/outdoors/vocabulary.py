"""The words of `words/`, one file a language, and where they stand in an utterance. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from yamori.automations.outdoors.subject import Subject
from yamori.understanding.span import Span
from yamori.understanding.utterance import Utterance
from yamori.understanding.word_lists import by_name
from yamori.understanding.words_of import word_starts


def places_of(words: Sequence[str], utterance: Utterance) -> tuple[Span, ...]:
    """Where these words stand, each whole: English ones between blanks and marks, Japanese ones at the borders of morphemes, and those in
    another form than the dictionary's too."""
    text = utterance.normal.text
    if not utterance.vocabulary.morphemes:
        return tuple(span for word in words for span in _whole(word, text))
    found = [span for word in words for span in _all(word, text)]
    if found:
        borders = {*word_starts(text, utterance.vocabulary), len(text)}
        found = [span for span in found if span.start in borders and span.end in borders]
    return (*found, *(word.span for word in utterance.words if word.base in words))


def named(utterance: Utterance) -> Sequence[tuple[Subject, bool, Span]]:
    """The subjects that are named, whether by a plain word, and where; a word inside a longer one is none."""
    language = utterance.language
    found = [
        (subject, kind == "plain", span)
        for subject in Subject
        for kind in ("plain", "loose")
        for span in places_of(subject_words(subject, kind, language), utterance)
    ]
    longest = [one for one in found if not any(_inside(one[2], other[2]) for other in found)]
    return sorted(longest, key=lambda one: one[2])


@cache
def subject_words(subject: Subject, kind: str, language: str) -> tuple[str, ...]:
    return tuple(_held()[subject.value].get(kind, {}).get(language, ()))


@cache
def words_for(topic: str, language: str) -> tuple[str, ...]:
    """Those of a topic, the longest first; lines of several are taken apart."""
    given: Sequence[str] = _held()[topic].get(language, ())
    return tuple(sorted({word.strip() for line in given for word in line.split(", ")}, key=lambda word: (-len(word), word)))


def periods(topic: str, language: str) -> Mapping[str, Any]:
    """`hours` and `days`: what is said, and how long that is."""
    held: Mapping[str, Any] = _held()[topic].get(language, {})
    return held


def says(topic: str, utterance: Utterance) -> bool:
    """Whether any word of a topic stands in an utterance."""
    return bool(places_of(words_for(topic, utterance.language), utterance))


def _whole(word: str, text: str) -> Iterator[Span]:
    for span in _all(word, text):
        before, after = text[span.start - 1 : span.start], text[span.end : span.end + 1]
        if not (before.isalnum() or after.isalnum()):
            yield span


def _all(word: str, text: str) -> Iterator[Span]:
    at = text.find(word)
    while at >= 0:
        yield Span(at, at + len(word))
        at = text.find(word, at + 1)


def _inside(span: Span, other: Span) -> bool:
    return other.start <= span.start and span.end <= other.end and other.end - other.start > span.end - span.start


@cache
def _held() -> Mapping[str, Any]:
    return by_name(Path(__file__).parent / "words", whole=("hours", "days"))
