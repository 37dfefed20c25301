"""What must be true: comparisons of readings, times, the sun, the weather, and all, any or none of them.

A trigger's test is made of comparisons alone (`trigger.Becomes`); what is checked when an automation fires may be any of these. Values
only: `rules.truth` and `rules.conditions` say what they come to.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import time as Clock
from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from pydantic import Discriminator

from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value, plain_value

DEEPEST = 6
MOST_LEAVES = 50


class Operator(StrEnum):
    IS = "=="
    IS_NOT = "!="
    BELOW = "<"
    AT_MOST = "<="
    ABOVE = ">"
    AT_LEAST = ">="
    IN = "in"

    @property
    def orders(self) -> bool:
        """It compares numbers."""
        return self in (Operator.BELOW, Operator.AT_MOST, Operator.ABOVE, Operator.AT_LEAST)


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """A reading compared with a value."""

    kind: Literal["comparison"] = "comparison"
    path: str
    """`device.component.capability.attribute`."""
    operator: Operator = Operator.IS
    value: Value
    """In the unit that the capability declares; for `in` a list."""
    margin: float = 0.0
    """Hysteresis, in the same unit: once true, an order stays true until the reading is past the value by more than this."""

    def __post_init__(self) -> None:
        parts = self.path.split(".")
        if len(parts) < 4 or not all(parts):
            raise InvalidRequest(f"{self.path!r} is no path; one looks like device.component.capability.attribute", where="path")
        object.__setattr__(self, "value", plain_value(self.value))
        if self.operator.orders and not is_number(self.value):
            raise InvalidRequest(f"{self.operator.value} needs a number, not {self.value!r}", where="value")
        if self.operator is Operator.IN and not (isinstance(self.value, list) and self.value):
            raise InvalidRequest("in needs a list of values", where="value")
        if self.value is None:
            raise InvalidRequest("a reading that is not known equals nothing; compare with a value", where="value")
        if not (math.isfinite(self.margin) and self.margin >= 0):
            raise InvalidRequest("a margin is a number from 0 on", where="margin")
        if self.margin and not self.operator.orders:
            raise InvalidRequest("only <, <=, > and >= have a margin", where="margin")


@dataclass(frozen=True, kw_only=True)
class TimeWindow:
    """From one time of day to another on the household's clock; over midnight where the second is the earlier one."""

    kind: Literal["time_window"] = "time_window"
    start: Clock
    end: Clock
    """Not included."""

    def __post_init__(self) -> None:
        if self.start == self.end or self.start.tzinfo or self.end.tzinfo:
            raise InvalidRequest("a time window has two different times on the household's clock, such as 22:00 and 06:30", where="end")


@dataclass(frozen=True, kw_only=True)
class OnWeekdays:
    kind: Literal["weekdays"] = "weekdays"
    days: tuple[int, ...]
    """0 is Monday."""

    def __post_init__(self) -> None:
        if not self.days or not set(self.days) <= set(range(7)):
            raise InvalidRequest("weekdays are numbers from 0 (Monday) to 6 (Sunday), one or several", where="days")


@dataclass(frozen=True, kw_only=True)
class SunIs:
    kind: Literal["sun"] = "sun"
    up: bool


@dataclass(frozen=True, kw_only=True)
class WeatherIs:
    """A question to the weather; what it asks is known only to `ports.Weather`."""

    kind: Literal["weather"] = "weather"
    asks: Mapping[str, Value]
    text: str
    """In the words of whoever asked for it."""


@dataclass(frozen=True, kw_only=True)
class GeneratedCode:
    """A condition that a model wrote as code (`generated`), with a person's OK to exactly this code. Only `ports.Evaluator` runs it."""

    id: str
    """The SHA-256 of its source: other code is another condition."""
    paths: tuple[str, ...]
    """The readings that it is given."""
    words: str = ""
    """What the person said."""
    source: str = ""
    minds_clock: bool = False
    """It also depends on the time, or on how long something has been so."""
    approved: str = ""
    """The `id` that a person agreed to; empty: nobody has."""

    @property
    def may_run(self) -> bool:
        return bool(self.approved) and self.approved == self.id


@dataclass(frozen=True, kw_only=True)
class GeneratedIs(GeneratedCode):
    """A generated condition, checked when something else sets the automation off."""

    kind: Literal["generated"] = "generated"


@dataclass(frozen=True, kw_only=True)
class AllOf:
    kind: Literal["all"] = "all"
    tests: tuple["Condition", ...]

    def __post_init__(self) -> None:
        check_size(self)


@dataclass(frozen=True, kw_only=True)
class AnyOf:
    kind: Literal["any"] = "any"
    tests: tuple["Condition", ...]

    def __post_init__(self) -> None:
        check_size(self)


@dataclass(frozen=True, kw_only=True)
class Not:
    kind: Literal["not"] = "not"
    test: "Condition"

    def __post_init__(self) -> None:
        check_size(self)


Leaf: TypeAlias = Comparison | TimeWindow | OnWeekdays | SunIs | WeatherIs | GeneratedIs
Condition: TypeAlias = Annotated[Leaf | AllOf | AnyOf | Not, Discriminator("kind")]


def is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def leaves_of(condition: Condition) -> Iterator[Leaf]:
    """What it is made of, in order."""
    match condition:
        case AllOf() | AnyOf():
            for test in condition.tests:
                yield from leaves_of(test)
        case Not():
            yield from leaves_of(condition.test)
        case _:
            yield condition


def paths_of(condition: Condition) -> tuple[str, ...]:
    """The readings that it looks at, each once."""
    found: dict[str, None] = {}
    for leaf in leaves_of(condition):
        match leaf:
            case Comparison():
                found[leaf.path] = None
            case GeneratedIs():
                found.update(dict.fromkeys(leaf.paths))
            case _:
                pass
    return tuple(found)


def check_size(condition: AllOf | AnyOf | Not) -> None:
    """Raises `InvalidRequest` for one that is empty, too deep or too large to be read by a person."""
    if not isinstance(condition, Not) and not condition.tests:
        raise InvalidRequest("all and any need at least one test", where="tests")
    if _depth(condition) > DEEPEST or sum(1 for _ in leaves_of(condition)) > MOST_LEAVES:
        raise InvalidRequest(f"a condition has at most {MOST_LEAVES} parts and {DEEPEST} levels", where="tests")


def _depth(condition: Condition) -> int:
    match condition:
        case AllOf() | AnyOf():
            return 1 + max(_depth(test) for test in condition.tests)
        case Not():
            return 1 + _depth(condition.test)
        case _:
            return 1
