"""What a grammar finds in a sentence."""

from dataclasses import dataclass

from yamori.understanding.span import Span


@dataclass(frozen=True, kw_only=True)
class Bare:
    text: str
    asked: bool
    """Words that ask to remember it were taken off."""


@dataclass(frozen=True, kw_only=True)
class Pointed:
    """A sentence that points at a value somebody likes."""

    before: str
    behind: str
    setting: str
    """Empty where the sentence does not say of what."""
    situation: str = ""
    """In which it is liked, where the sentence says so beside what points: `the way I like it in the evening`."""


@dataclass(frozen=True, kw_only=True)
class Moment:
    """Words that stand for a moment, and what is said of it: `before`."""

    span: Span
    lead: str
