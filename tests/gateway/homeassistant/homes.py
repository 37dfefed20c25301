"""Inventories written by hand."""

from pathlib import Path
from typing import Any

from yamori.domain.capability import Capability
from yamori.gateway.homeassistant.home import MappedHome, mapped_home
from yamori.gateway.homeassistant.inventory import Area, Entity, HaDevice, Inventory
from yamori.gateway.homeassistant.traits import Held

HALL = Area(id="hall", name="Hall", aliases=("玄関",))


def entity(id: str, state: str | None = "off", *, name: str | None = None, device: str | None = None, **attributes: Any) -> Entity:
    return Entity(id=id, name=name or id.partition(".")[2].replace("_", " ").title(), state=state, device=device, attributes=attributes)


def home_of(*entities: Entity, devices: tuple[HaDevice, ...] = (), simulated: bool = False, **more: Any) -> MappedHome:
    return mapped_home(Inventory(areas=(HALL,), devices=devices, entities=entities, **more), simulated=simulated)


def held_by(mapped: MappedHome, entity: str) -> dict[str, Held]:
    """The product's name of a capability to what the entity holds of it."""
    return {held.trait.capability: held for held in mapped.held.values() if held.entity == entity}


def capability(mapped: MappedHome, entity: str, name: str) -> Capability:
    return held_by(mapped, entity)[name].capability


def write(folder: Path, text: str, name: str = "_fixtures.yaml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file
