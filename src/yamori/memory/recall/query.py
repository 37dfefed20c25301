"""What is asked of memory, and what comes back."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from yamori.memory.audience import Audience
from yamori.memory.fact import Category

BUDGET = 150
"""Tokens: what a turn is given."""


@dataclass(frozen=True, kw_only=True)
class Query:
    """One question to memory."""

    person: str
    """Who is to be reminded: from the session."""
    text: str
    now: datetime
    budget: int = BUDGET
    """Tokens of all items together, at most."""
    limit: int = 10
    """Items, at most."""
    without: frozenset[int] = frozenset()
    """Ids of utterances that do not count, such as the one just said."""
    categories: Collection[Category] = ()
    """Facts of these alone; empty for all."""
    facts: bool = True
    """Whether facts are among the items."""
    utterances: bool = True
    """Whether utterances are among the items."""
    floor: float = 0.2
    """The least relevance of an item, 0 to 1: 0 gives the best there are, however far they lie."""


class Form(StrEnum):
    FACT = "fact"
    UTTERANCE = "utterance"


@dataclass(frozen=True, kw_only=True)
class Reminder:
    """One item, as a prompt takes it and a trace names it."""

    form: Form
    text: str
    """One line: `2026-11-20 Aiko: …` or `favourite tea (Aiko): genmaicha`."""
    tokens: int
    person: str
    """Who said it, or whose fact it is."""
    audience: Audience
    moment: datetime
    """When it was said; of a fact, since when it is known."""
    utterance: int | None
    """Its source; of a fact None where that is not kept any more."""
    fact: str | None = None
    score: float
    """Ranks it within this recall."""
    relevance: float
    """0 to 1: the share of the question's words that it answers to, or how near it is in meaning."""


@dataclass(frozen=True, kw_only=True)
class Recall:
    """The best items that fit the budget, best first."""

    items: tuple[Reminder, ...] = ()
    tokens: int = 0

    @property
    def facts(self) -> tuple[str, ...]:
        """Ids of the facts among them, for `Facts.use`."""
        return tuple(item.fact for item in self.items if item.fact is not None)
