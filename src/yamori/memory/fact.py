"""A fact: one slot of what the house remembers of a person, with where it comes from (paper 2.2 and 3.1.2)."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from yamori.domain.values import Value
from yamori.memory.audience import Audience

LARGEST_VALUE = 4_000
"""Characters of a value written as JSON."""
LONGEST_NAME = 120


class Category(StrEnum):
    """What a fact is about; an agent is handed those that it needs and no others."""

    ADDRESS = "address"
    FAMILY = "family"
    HEALTH = "health"
    TASTE = "taste"
    """What somebody likes and dislikes, and how they like it."""
    WORK = "work"
    HABIT = "habit"
    ROUTINE = "routine"
    NAME = "name"
    """What somebody calls a thing: `the big lamp`, `my team`."""
    CONTEXT = "context"
    """What matters for the moment: a visit, a journey, a cold."""
    OTHER = "other"


class Term(StrEnum):
    LONG = "long"
    """Append-first: a value that was replaced stays as history."""
    SHORT = "short"
    """Ends by itself, unless it was used so much that it is promoted."""


class SourceKind(StrEnum):
    """Whose words it is."""

    PERSON = "person"
    PAPER = "paper"
    WEB = "web"
    MAIL = "mail"
    CALENDAR = "calendar"
    DEVICE = "device"

    @property
    def is_believed(self) -> bool:
        """A text from outside is data: it never becomes a fact of a person."""
        return self is SourceKind.PERSON


@dataclass(frozen=True, kw_only=True)
class Source:
    """Where a fact comes from."""

    kind: SourceKind = SourceKind.PERSON
    utterance: int | None = None
    """Id of the utterance, while it is kept."""
    quote: str = ""
    """The words that say it."""
    where: str = ""
    """Of a text from outside: its title or address."""


@dataclass(frozen=True, kw_only=True)
class Fact:
    """One version of one slot. A new value is a new version; the former one stays, with what replaced it."""

    id: str
    person: str
    """Whose it is; `audience.HOUSEHOLD` for what is true of all."""
    audience: Audience
    category: Category
    slot: str
    """The name in normal form: with person, term and category it tells one slot from another."""
    name: str
    """As it was said first."""
    value: Value
    """A text, number or boolean; a list of texts; or a dictionary of such."""
    term: Term
    expires: datetime | None = None
    """When a short-lived one ends."""
    source: Source
    since: datetime
    """Since when it is known."""
    confidence: float = 1.0
    """When it was said or last confirmed, 0 to 1; `retention` lets it fade."""
    importance: float = 0.5
    """Its priority, 0 to 1."""
    uses: int = 0
    last_used: datetime | None = None
    ended: datetime | None = None
    """When it was replaced, withdrawn, promoted or ran out; None while it holds."""
    replaced_by: str | None = None
    """Id of the version that came after it."""

    @property
    def holds(self) -> bool:
        return self.ended is None
