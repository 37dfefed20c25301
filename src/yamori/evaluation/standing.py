"""What a household tells unasked, and what it keeps beside home and schedule: notices, automations and facts, as rows."""

import datetime
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class MemorySeed:
    """Something that is remembered of a person before the first turn."""

    person: str
    text: str
    date: datetime.date | None = None
    """Since when; None: nobody knows."""


@dataclass(frozen=True, kw_only=True)
class NoticeRow:
    """Something that a person was told without having asked at that moment."""

    id: int
    """Counts up over all people: whoever has seen 7 asks for what comes after 7."""
    person: str
    text: str
    at: datetime.datetime
    """When it was told; aware."""
    kind: str
    """In the household's own words, such as `reminder`."""

    def __str__(self) -> str:
        return f'to {self.person} "{self.text}"'


@dataclass(frozen=True, kw_only=True)
class AutomationRow:
    """A standing rule as the household holds it."""

    id: str
    """The household's own; the same rule keeps it when it is changed."""
    text: str
    """How the household words the rule."""
    active: bool
    trigger: str | None = None
    """What kind of thing wakes it, in the household's own words; None where it does not say."""

    def __str__(self) -> str:
        return f'"{self.text}"' + ("" if self.active else " (off)")


@dataclass(frozen=True, kw_only=True)
class FactRow:
    """Something that is remembered of a person, as the household holds it."""

    id: str
    person: str
    text: str

    def __str__(self) -> str:
        return f'of {self.person} "{self.text}"'
