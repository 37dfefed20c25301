"""What of the home a condition depends on, as comparisons of readings: for whoever waits for it (`automations`).

`POST /watch` reads the words of one condition (`when the larder is open`) and does nothing else; no model is asked. The house alone may
call it. Whoever waits compares the readings itself, so that nothing is asked of anybody while nothing happens.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol

from pydantic import ConfigDict, with_config

from yamori.agentkit.task import Task
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value

Operator = Literal["==", "!=", "<", "<=", ">", ">=", "in"]

MOST_TESTS = 64
"""Of one condition: every change of one of these readings is looked at."""
LONGEST = 7 * 24 * 3600
"""Seconds that a condition may have to last; longer ones do not survive a household's restarts and repairs."""


@with_config(ConfigDict(extra="forbid"))
@dataclass(frozen=True, kw_only=True)
class Test:
    """One comparison of one reading."""

    __test__: ClassVar[bool] = False  # pytest takes a class of this name for one of its own

    path: str
    """`device.component.capability.attribute`."""
    operator: Operator
    value: Value
    """In the attribute's unit; a list for `in`."""
    margin: float = 0
    """By how much a number that fulfilled the test has to go back before it counts as unfulfilled, in the attribute's unit."""

    def holds(self, reading: Value) -> bool | None:
        """Whether a reading fulfils it; None for one that is not known or that cannot be compared."""
        if reading is None:
            return None
        if self.operator == "in":
            return reading in self.value if isinstance(self.value, list | tuple) else None
        if self.operator in ("==", "!="):
            return (reading == self.value) is (self.operator == "==")
        if not _is_number(reading) or not _is_number(self.value):
            return None
        less, same = reading < self.value, reading == self.value  # type: ignore[operator]
        if self.operator in ("<", "<="):
            return less or (same and self.operator == "<=")
        return not less and (not same or self.operator == ">=")


@with_config(ConfigDict(extra="forbid"))
@dataclass(frozen=True, kw_only=True)
class Watched:
    """A condition that readings of this home decide."""

    tests: tuple[Test, ...]
    combine: Literal["any", "all"] = "all"
    """Whether one of the tests is enough."""
    negated: bool = False
    """What is waited for is that the tests, so combined, are not fulfilled."""
    for_seconds: int = 0
    """How long it has to be so without a break."""
    shows: str
    """What was understood, in the person's language. It may follow `when` or `as soon as`; in Japanese it ends in とき."""
    device: str = ""
    """What the only device is called that it looks at: the `it` of what is then to be done. Empty where it looks at several."""
    room: str | None = None
    """Where what is looked at stands, where that is one room: what `in there` means beside the condition."""
    edge: bool = False
    """It is something that happens (a bell rings, a wash ends, somebody comes home): that it is so already does not count."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.tests) <= MOST_TESTS:
            raise ValueError(f"{len(self.tests)} tests; a condition has 1 to {MOST_TESTS}")
        if not 0 <= self.for_seconds <= LONGEST:
            raise ValueError(f"{self.for_seconds} seconds; a condition lasts 0 to {LONGEST}")

    def verdict(self, readings: Mapping[str, Value]) -> bool | None:
        """Whether it is so by these readings (by path) at one moment, without hysteresis and `for_seconds`; None where they do not tell."""
        found = [test.holds(readings.get(test.path)) for test in self.tests]
        deciding = self.combine == "any"
        if deciding in found:
            so: bool | None = deciding
        else:
            so = None if None in found else not deciding
        return so if so is None else so is not self.negated


@with_config(ConfigDict(extra="forbid"))
@dataclass(frozen=True, kw_only=True)
class NotWatchable:
    """No readings of this home decide it, or it is not clear which."""

    text: str
    """Why not, in the person's language."""
    options: tuple[str, ...] = ()
    """What could be meant, where that is not clear."""
    readable: bool = False
    """It names something of this home that reports, only not in a form that comparisons hold: code may be written for it."""


class Watcher(Protocol):
    """What an agent makes of a condition."""

    async def watch(self, task: Task) -> Watched | NotWatchable:
        """The condition that `task.request` states."""
        ...


async def watched(watcher: Watcher | None, agent: str, task: Task) -> Watched | NotWatchable:
    """The answer to `POST /watch`. Raises `InvalidRequest` for an agent that watches nothing."""
    if watcher is None:
        raise InvalidRequest(f"the {agent} agent reads nothing of the home that could be watched", where="agent")
    return await watcher.watch(task)


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
