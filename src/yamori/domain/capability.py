"""A capability as data: the attributes a device reports and the commands it takes. See `docs/formats.md`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from yamori.domain.plain_text import single_line, strip_controls
from yamori.domain.values import Value


class Risk(StrEnum):
    """What a command needs before it is done."""

    SAFE = "safe"
    CONFIRM = "confirm"
    """A person says yes to exactly what will be done."""
    PIN = "pin"
    """A person gives the household's PIN."""


@dataclass(frozen=True, kw_only=True)
class Attribute:
    name: str
    type: str
    """`integer`, `number`, `string`, `boolean` or `object`."""
    unit: str | None = None
    minimum: float | None = None
    maximum: float | None = None
    values: tuple[str, ...] = ()
    """The only strings allowed; empty when free."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", tuple(strip_controls(value) for value in self.values))
        if self.unit is not None:
            object.__setattr__(self, "unit", single_line(self.unit))


@dataclass(frozen=True, kw_only=True)
class SetEffect:
    """The virtual home sets the attribute to a fixed value."""

    value: Value


@dataclass(frozen=True, kw_only=True)
class ArgumentEffect:
    """The virtual home sets the attribute to what the argument says."""

    argument: str


@dataclass(frozen=True, kw_only=True)
class AddEffect:
    """The virtual home adds a fixed amount, or an argument's, and clamps to the attribute's range."""

    amount: float | None = None
    argument: str | None = None


@dataclass(frozen=True, kw_only=True)
class AppendEffect:
    """The virtual home puts an entry at the end of the `entries` of an `object` attribute."""

    entry: Value
    """`{argument: NAME}` stands for an argument of the command, at any depth."""


@dataclass(frozen=True, kw_only=True)
class RemoveEffect:
    """The virtual home takes the first entry out that holds all of these values; texts are compared without regard to case."""

    entry: Value


Effect = SetEffect | ArgumentEffect | AddEffect | AppendEffect | RemoveEffect


@dataclass(frozen=True, kw_only=True)
class CommandSpec:
    """What a command means, takes and does."""

    name: str
    says: str
    arguments: Mapping[str, Value] = field(default_factory=dict)
    """A JSON schema of type object; empty when the command takes nothing."""
    defaults: Mapping[str, Value] = field(default_factory=dict)
    """Used when the person did not say."""
    risk: Risk = Risk.SAFE
    effects: Mapping[str, Effect] = field(default_factory=dict)
    """Attribute, or `capability.attribute` of the same component, to effect. The virtual home only."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "says", strip_controls(self.says))


_LOOKS = frozenset({"measure", "take", "watch", "look", "scan", "read", "detect", "sense", "weigh", "listen", "capture"})
"""How the documentation of a command begins that only finds something out."""


def finds_out(command: CommandSpec) -> bool:
    """It measures, looks or listens, and changes nothing: by what its documentation says."""
    return not command.effects and command.says.partition(" ")[0].lower().rstrip("s.,") in _LOOKS


@dataclass(frozen=True, kw_only=True)
class Capability:
    name: str
    says: str
    attributes: Mapping[str, Attribute]
    commands: Mapping[str, CommandSpec]

    def __post_init__(self) -> None:
        object.__setattr__(self, "says", strip_controls(self.says))
