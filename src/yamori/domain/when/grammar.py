"""What one language knows of time: the shape of `english.GRAMMAR` and of the others in `grammars`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta

from yamori.domain.when.draft import Draft, Rule, Sentence, length
from yamori.domain.when.recurrence import Every


@dataclass(frozen=True, kw_only=True)
class Amount:
    """One amount of time, and where it stands."""

    start: int
    end: int
    count: float
    unit: Every | None
    """None for seconds."""
    seconds: float = 0
    """On top."""

    @property
    def length(self) -> timedelta:
        return length(self.count, self.unit, seconds=self.seconds)


@dataclass(frozen=True, kw_only=True)
class Weekdays:
    """The weekdays that a text names; 0 is Monday."""

    named: frozenset[int]
    left_out: frozenset[int]
    """Of those named, or of all where none is (`except Sunday`)."""
    denied: bool = False
    """Some are only said not to be meant (`not on Fridays`), which names no others."""


@dataclass(frozen=True, kw_only=True)
class Grammar:
    """Each function takes text as `folded` makes it."""

    is_in: Callable[[str], bool]
    """Whether any letter of the text is of this language; where none is, it holds none of its expressions."""
    rules: Callable[[], tuple[Rule, ...]]
    count_from: Callable[[Draft, Sentence], None]
    """Moves a day to the one that the words beside it count from it."""
    amount: str
    """Pattern of an amount of time without named groups, to stand in others."""
    amounts_in: Callable[[str], Iterator[Amount]]
    """Every amount that is wholly read."""
    weekdays_in: Callable[[str], Weekdays]
