"""What a Home Assistant holds, as plain values: areas, devices and entities with their states. Read from a file or from a server."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from yamori.domain.home import Floor, Place
from yamori.domain.values import Value

NOWHERE = Place(name="Home", country="ZZ", latitude=0.0, longitude=0.0, timezone="UTC")
"""Where an inventory does not say."""


@dataclass(frozen=True, kw_only=True)
class Area:
    id: str
    name: str
    floor: str | None = None
    """Id of the floor."""
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class HaDevice:
    id: str
    name: str
    area: str | None = None


@dataclass(frozen=True, kw_only=True)
class Entity:
    """One entity with its state."""

    id: str
    """`light.kitchen`."""
    name: str
    """As Home Assistant shows it; the device's name is part of it."""
    state: str | None = None
    """None when it was never known."""
    attributes: Mapping[str, Value] = field(default_factory=dict)
    area: str | None = None
    """Its own; None where it goes with its device."""
    device: str | None = None
    aliases: tuple[str, ...] = ()
    setting: bool = False
    """For configuration or diagnosis, by Home Assistant's own category."""

    @property
    def domain(self) -> str:
        return self.id.partition(".")[0]

    @property
    def known(self) -> bool:
        """Whether the device behind it answers."""
        return self.state not in (None, "unavailable", "unknown")


@dataclass(frozen=True, kw_only=True)
class Inventory:
    name: str = "Home Assistant"
    place: Place = NOWHERE
    temperature_unit: str = "°C"
    version: str = ""
    """Of a running Home Assistant: `2024.3.3`."""
    floors: tuple[Floor, ...] = ()
    areas: tuple[Area, ...] = ()
    devices: tuple[HaDevice, ...] = ()
    entities: tuple[Entity, ...] = ()
    services: Mapping[str, Value] = field(default_factory=dict)
    """Domain to service to its description, as `get_services` gives it."""

    def with_states(self, states: Mapping[str, tuple[str | None, Mapping[str, Value]]]) -> "Inventory":
        """The same with other states: entity id to (state or None for the same, attributes to lay over the present ones)."""
        return replace(self, entities=tuple(_changed(e, *states[e.id]) if e.id in states else e for e in self.entities))


def _changed(entity: Entity, state: str | None, attributes: Mapping[str, Value]) -> Entity:
    return replace(entity, state=entity.state if state is None else state, attributes={**entity.attributes, **attributes})
