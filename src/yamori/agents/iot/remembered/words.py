"""The words of `words.yaml`, and where they stand in a text in normal form."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from yamori.understanding.span import Span


def spans_of(topic: str, text: str) -> tuple[Span, ...]:
    """Where words of a topic stand, the longest first where they overlap."""
    pattern = _pattern(topic)
    return tuple(Span(*m.span()) for m in pattern.finditer(text)) if pattern is not None else ()


def listed(topic: str) -> frozenset[str]:
    return frozenset(word for words in _words()[topic].values() for word in words)


@cache
def _pattern(topic: str) -> re.Pattern[str] | None:
    words = sorted(listed(topic), key=len, reverse=True)
    spelled = [rf"(?<!\w){re.escape(w)}(?!\w)" if w.isascii() else re.escape(w) for w in words]
    return re.compile("|".join(spelled)) if spelled else None


@cache
def _words() -> Mapping[str, Mapping[str, Sequence[str]]]:
    import yaml

    held: Mapping[str, Any] = yaml.safe_load((Path(__file__).parent / "words.yaml").read_text(encoding="utf-8"))
    return held
