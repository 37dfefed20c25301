"""The words of `words/`, one file a language."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from yamori.automations.trigger import SunEvent
from yamori.understanding.word_lists import by_name


@cache
def words_for(topic: str, language: str) -> tuple[str, ...]:
    """Those of a topic, the longest first; none for a language without any."""
    return tuple(sorted(_words()[topic].get(language, ()), key=len, reverse=True))


@cache
def sun_events(language: str) -> Sequence[tuple[str, SunEvent]]:
    """How each event is called, the longest first."""
    called = [(name, SunEvent(event)) for event, names in _words()["sun"].get(language, {}).items() for name in names]
    return sorted(called, key=lambda pair: -len(pair[0]))


@cache
def minutes_past(language: str) -> Mapping[str, int]:
    """Minutes of an hour that is not said, by their words."""
    return dict(_words()["past_hour"].get(language, {}))


@cache
def _words() -> Mapping[str, Any]:
    return by_name(Path(__file__).parent / "words", whole=("past_hour", "sun"))
