"""The numbers and durations of a whole request, for the arguments that they may be."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from yamori.agents.iot.rules.commands import is_duration, is_in_unit
from yamori.agents.iot.rules.fitting import in_unit
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.said import read_segment
from yamori.agents.iot.rules.segments import split_actions
from yamori.domain.capability import CommandSpec

VAGUE_COUNT = re.compile(r"\b(?:an?|one) (?:\w+ )?or (?:two|so)\b")
"""`A bit or two` names no number."""


@dataclass(frozen=True)
class Quantities:
    numbers: tuple[float, ...]
    units: Mapping[float, str]
    """Of each number that was said in one: `%` or `°`."""
    seconds: tuple[float, ...]
    relative: bool
    """Said as a difference: `by six`."""
    downward: bool
    """To less than it is."""
    upward: bool
    """To more."""

    def of(self, argument: str, command: CommandSpec, *, unit: str = "") -> list[float]:
        """What was said that this argument may be: durations in its unit, or numbers and their negatives (`two degrees cooler`); none that
        was said in another unit than the argument's."""
        if is_duration(argument, command) and self.seconds:
            return [in_unit(s, argument) for s in self.seconds]
        return [_plain(n) for said in self.numbers if is_in_unit(self.units.get(said, ""), unit) for n in dict.fromkeys((said, -said))]


def quantities(request: str, context: Context) -> Quantities:
    cut = split_actions(VAGUE_COUNT.sub(" ", request))
    read = [read_segment(s, cut.quoted, context) for s in cut.segments]
    return Quantities(
        tuple(dict.fromkeys(n for said in read for n in said.numbers)),
        {n: u for said in read for n, u in zip(said.numbers, said.units, strict=True) if u},
        tuple(dict.fromkeys(said.seconds for said in read if said.seconds is not None)),
        any(said.relative for said in read),
        any(said.downward for said in read),
        any(said.upward for said in read),
    )


def _plain(number: float) -> float:
    return int(number) if number == int(number) else number
