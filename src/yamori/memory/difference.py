"""A change of one slot: memory is never written over as a whole (paper 3.1.2, update diff)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeAlias

from yamori.domain.values import Value
from yamori.memory.audience import Audience
from yamori.memory.fact import Category, Source, Term


@dataclass(frozen=True, kw_only=True)
class Put:
    """The slot has this value now. Not for a slot that holds a list: that is changed by `Edit`."""

    value: Value


@dataclass(frozen=True, kw_only=True)
class Merge:
    """These keys of a dictionary have these values now; the others stay, and inner dictionaries merge alike."""

    fields: Mapping[str, Value]


@dataclass(frozen=True, kw_only=True)
class Edit:
    """Entries that a list gains and loses. Nothing else of it changes, and no entry stands twice."""

    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Withdraw:
    """It does not hold any more; it stays as history. (Erasing is `forget_fact`.)"""


Change: TypeAlias = Put | Merge | Edit | Withdraw


@dataclass(frozen=True, kw_only=True)
class Difference:
    """What is to become of one slot."""

    person: str
    category: Category
    name: str
    """In the person's own words or short ones: `favourite tea`, 好きなお茶."""
    change: Change
    source: Source
    audience: Audience = Audience.PRIVATE
    term: Term = Term.LONG
    lives: timedelta | None = None
    """How long a short-lived one holds; None for a day."""
    confidence: float = 1.0
    importance: float = 0.5
