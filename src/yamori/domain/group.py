"""Commands that belong together: done one after another, or at the same time."""

from collections.abc import Iterator
from dataclasses import dataclass

from yamori.domain.receipt import Command


@dataclass(frozen=True)
class InOrder:
    """Each step begins when the one before it is over; the first that is not done ends it."""

    steps: "tuple[Step, ...]"


@dataclass(frozen=True)
class AtOnce:
    """All steps begin at the same time."""

    steps: "tuple[Step, ...]"


Step = Command | InOrder | AtOnce


def commands_in(step: Step) -> Iterator[Command]:
    """Every command of the step, in the order in which they were written."""
    if isinstance(step, Command):
        yield step
    else:
        for inner in step.steps:
            yield from commands_in(inner)
