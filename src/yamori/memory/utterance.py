"""What somebody said, word for word."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from yamori.domain.language import Language
from yamori.memory.audience import Audience

LONGEST_TEXT = 20_000
"""Characters of one utterance; a longer one is cut for keeping."""


class Kind(StrEnum):
    SAID = "said"
    CORRECTION = "correction"
    """It takes back or mends what was said or done just before."""


@dataclass(frozen=True, kw_only=True)
class Words:
    """What is to be kept, before it has an id."""

    person: str
    """From the session, never from a parameter or a model."""
    conversation: str
    at: datetime
    """Aware, by the household's clock."""
    text: str
    language: Language
    room: str | None = None
    audience: Audience = Audience.PRIVATE
    kind: Kind = Kind.SAID
    key: str
    """Of the turn and its part: the same key is kept once."""


@dataclass(frozen=True, kw_only=True)
class KeptUtterance:
    """One of them as it is kept."""

    id: int
    person: str
    conversation: str
    at: datetime
    text: str
    language: Language
    room: str | None
    audience: Audience
    kind: Kind
