"""What the form needs to know of a Home Assistant; `apps` fulfils it over the backend that speaks to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from yamori.automations.action import Call
from yamori.domain.values import Value

OTHERS = "*"
"""In `EntityReading.words`: every other word of theirs."""


@dataclass(frozen=True, kw_only=True)
class EntityReading:
    """Where a reading of ours stands in Home Assistant."""

    entity: str
    """`light.hall`."""
    attribute: str | None = None
    """None: it is the entity's state."""
    number: bool = False
    words: Mapping[Value, Value] = field(default_factory=dict)
    """Theirs to ours; empty where they are the same."""
    scale: tuple[float, float] | None = None
    """The highest of theirs and of ours; both begin at 0."""
    whole: bool = False
    """Ours is a whole number, theirs may not be."""
    missing: Mapping[str, Value] = field(default_factory=dict)
    """State to what ours is while the entity has no such attribute."""


@dataclass(frozen=True, kw_only=True)
class ServiceCall:
    service: str
    """`light.turn_on`."""
    entity: str
    data: Mapping[str, Value] = field(default_factory=dict)


class HomeAssistantHome(Protocol):
    """One Home Assistant, as last heard. The methods raise `reasons.Unsayable` for what is not there, or has no such form."""

    @property
    def version(self) -> str:
        """`2024.3.3`; its automations are written otherwise since 2024.10."""
        ...

    @property
    def timezone(self) -> str:
        """Of its clock: `Asia/Tokyo`."""
        ...

    def has(self, entity: str) -> bool: ...

    def reading(self, path: str) -> EntityReading: ...

    def calls(self, action: Call) -> Sequence[ServiceCall]: ...
