"""A condition with what of the home it looks at: what `phrases` says back and `rules.watched` hands out."""

from dataclasses import dataclass
from typing import Literal

from yamori.agentkit.watch import Test
from yamori.agents.iot.rules.names import Part


@dataclass(frozen=True, kw_only=True)
class Look:
    """One test, with what it is of."""

    test: Test
    device: str
    component: str
    capability: str
    attribute: str

    @property
    def part(self) -> Part:
        return Part(self.device, self.component)


Event = Literal["", "done", "stops", "called", "arrived", "left", "home", "away"]


@dataclass(frozen=True, kw_only=True)
class Condition:
    """`value` is the state in the lexicon's words; empty for numbers and events."""

    looks: tuple[Look, ...]
    combine: Literal["any", "all"] = "all"
    negated: bool = False
    seconds: int = 0
    value: str = ""
    event: Event = ""
    people: tuple[str, ...] = ()
    """Whose coming and going it is, by name."""
    parts: tuple["Condition", ...] = ()
    """The conditions that were joined to this one."""

    @property
    def edge(self) -> bool:
        return self.event in ("done", "stops", "called", "arrived", "left") and not self.negated and not self.seconds


def path_of(device: str, component: str, capability: str, attribute: str) -> str:
    return f"{device}.{component}.{capability}.{attribute}"
