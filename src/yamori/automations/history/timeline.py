"""How one attribute went over an interval: what every question is answered from. Made by `selecting`; plain values from there on."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from yamori.automations.history.moments import from_millis, to_millis
from yamori.domain.values import Value

Sought: TypeAlias = Callable[[Value], bool]
"""Whether a value is the one that was asked for; never asked about None, which is a value that nobody knows."""
Span: TypeAlias = tuple[int, int, Value]
"""From a moment until before another, in milliseconds since 1970, this value."""

NUMBERS: frozenset[type] = frozenset((int, float))
"""Types of what can be smaller or larger; true is none, though Python counts with it."""


def is_one_of(*values: Value) -> Sought:
    """On, open, 21: equal, and true is not 1."""
    return lambda value: any(value == wanted and isinstance(value, bool) == isinstance(wanted, bool) for wanted in values)


@dataclass(frozen=True, kw_only=True)
class Change:
    """A value, from this moment on."""

    at: datetime
    value: Value
    """None where it was not known any more."""


@dataclass(frozen=True, kw_only=True)
class Kept:
    """What there is of an attribute's history at all."""

    since: datetime | None = None
    """Nothing is known of the time before; None: nothing is known at all."""
    exact_since: datetime | None = None
    """From here on there is every change; of the time between the two, numbers are thinned out. None as for `since`."""


@dataclass(frozen=True, kw_only=True)
class Timeline:
    """The changes from `start` on and before `end`, in order. Iterate for `Change`s; `moments` and `values` are the same, without the cost
    of making them."""

    path: str
    """`device.component.capability.attribute`."""
    unit: str | None = None
    """In which the device reported last."""
    start: datetime
    end: datetime
    """Not after the moment at which it was asked: what comes then is not known."""
    before: Value = None
    """The value with which the interval begins; None where it was not known."""
    known_before: Value = None
    """The last value that was known before the interval, even where it was not any more when that began."""
    moments: Sequence[int] = ()
    """Milliseconds since 1970."""
    values: Sequence[Value] = ()
    kept: Kept = Kept()

    def __len__(self) -> int:
        return len(self.moments)

    def __iter__(self) -> Iterator[Change]:
        for moment, value in zip(self.moments, self.values, strict=True):
            yield Change(at=self.moment(moment), value=value)

    def moment(self, millis: int) -> datetime:
        """In the time zone in which was asked."""
        return from_millis(millis, self.start.tzinfo)

    def spans(self) -> Iterator[Span]:
        """The whole interval as values that followed each other, none of them empty; two neighbours may be equal."""
        return zip(*self.columns(), strict=True)

    def columns(self) -> tuple[Sequence[int], Sequence[int], Sequence[Value]]:
        """The same as three columns: the starts, the ends and the values."""
        start, end = to_millis(self.start), to_millis(self.end)
        starts, values = [start, *self.moments], [self.before, *self.values]
        if starts[1:2] == [start]:
            del starts[0], values[0]
        return (starts, [*starts[1:], end], values) if end > start else ((), (), ())


def milliseconds(count: int) -> timedelta:
    return timedelta(milliseconds=count)
