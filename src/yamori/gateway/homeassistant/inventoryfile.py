"""Reads an inventory file (`areas`, `floors`, `devices`, `entities`), the format of Home Assistant's synthetic homes and their test sets.

Two loosenesses of the format are mended here: names of Python's enumerations (`cover.CoverEntityFeature.OPEN`) stand for their values, and
a state may be missing or a boolean.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from yamori.domain.errors import Misconfigured
from yamori.domain.home import Floor
from yamori.domain.values import Value
from yamori.gateway.homeassistant.domains import domains
from yamori.gateway.homeassistant.home import MappedHome, floor_of, mapped_home
from yamori.gateway.homeassistant.inventory import Area, Entity, HaDevice, Inventory
from yamori.gateway.mistakes import Mistake, as_value, parse, raise_mistakes
from yamori.gateway.yamlfile import read_yaml

INVENTORIES = ("_fixtures.yaml", "_home.yaml")
"""What an inventory is called in a folder of its own, in the order in which they are looked for."""
_MEMBER = re.compile(r"(?:\w+\.)?(?P<kind>[A-Z]\w+)\.(?P<name>[A-Z][A-Z0-9_]*)")
_WORDS = {
    "CO": "carbon_monoxide", "CO2": "carbon_dioxide", "CELSIUS": "°C", "FAHRENHEIT": "°F", "KELVIN": "K", "PERCENTAGE": "%",
    "WATT": "W", "KILO_WATT": "kW", "KILO_WATT_HOUR": "kWh", "WATT_HOUR": "Wh", "VOLT": "V", "AMPERE": "A", "LUX": "lx", "HPA": "hPa",
    "CUBIC_METERS": "m³", "LITERS": "L", "SECONDS": "s", "MINUTES": "min", "HOURS": "h", "DAYS": "d",
}  # fmt: skip
"""Members of enumerations that are not simply their name in small letters."""
_RENAMED = {
    "target_temperature": "temperature", "target_temperature_high": "target_temp_high", "target_temperature_low": "target_temp_low",
    "target_humidity": "humidity", "current_cover_position": "current_position", "current_valve_position": "current_position",
    "current_direction": "direction", "native_unit_of_measurement": "unit_of_measurement", "native_min_value": "min",
    "native_max_value": "max",
}  # fmt: skip
"""What an integration calls its values, and what Home Assistant shows them as."""
_STATES = ("hvac_mode", "native_value", "is_on", "is_locked")
"""What an integration calls a value that Home Assistant shows as the state."""
_OPEN = {"cover": ("open", "closed"), "valve": ("open", "closed"), "lock": ("locked", "unlocked")}
_HOT = 45
"""A room that aims at more than this many degrees is measured in Fahrenheit."""


class _Block(BaseModel):
    model_config = ConfigDict(extra="ignore")


class _FloorBlock(_Block):
    name: str = Field(min_length=1)
    id: str | None = None
    aliases: list[str] = []


class _AreaBlock(_Block):
    name: str = Field(min_length=1)
    id: str | None = None
    floor: str | None = None
    aliases: list[str] = []


class _DeviceBlock(_Block):
    name: str = Field(min_length=1)
    id: str | None = None
    area: str | None = None


class _EntityBlock(_Block):
    id: str = Field(pattern=r"^[a-z0-9_]+\.[a-z0-9_]+$")
    name: str | None = None
    area: str | None = None
    device: str | None = None
    state: str | bool | int | float | None = None
    attributes: dict[str, Any] | None = None
    aliases: list[str] = []


class _InventoryBlock(_Block):
    name: str | None = None
    floors: list[_FloorBlock] | None = None
    areas: list[_AreaBlock] | None = None
    devices: list[_DeviceBlock] | None = None
    entities: list[_EntityBlock] | None = None


def read_inventory(path: Path) -> Inventory:
    """The inventory in a file, or in the `_fixtures.yaml` or `_home.yaml` of a folder. Raises `Misconfigured` with file, line and key."""
    file = _inventory_in(path)
    document = read_yaml(file)
    block = parse(_InventoryBlock, document)
    entities = block.entities or []
    ids = [entity.id for entity in entities]
    twice = [
        Mistake(at=("entities", index, "id"), message=f"`{id}` stands there twice", mend="keep one")
        for index, id in enumerate(ids)
        if id in ids[:index]
    ]
    raise_mistakes(document, twice)
    if not entities:
        raise Misconfigured("there are no entities", where=str(file), mend="an inventory lists areas, devices and entities")
    areas, floors = _areas(block)
    names = {area.name.casefold(): area.id for area in areas}
    inventory = Inventory(
        name=block.name or file.parent.name,
        floors=floors,
        areas=areas,
        devices=tuple(HaDevice(id=d.id or _slug(d.name), name=d.name, area=_area(d.area, names)) for d in block.devices or ()),
        entities=tuple(_in_units(_entity(entity, block.devices or [], names)) for entity in entities),
    )
    return replace(inventory, temperature_unit=_temperature_unit(inventory.entities))


def _inventory_in(path: Path) -> Path:
    if not path.is_dir():
        return path
    return next((path / name for name in INVENTORIES if (path / name).is_file()), path / INVENTORIES[0])


def holds_inventory(path: Path) -> bool:
    """Whether the file, or the folder's `_fixtures.yaml` or `_home.yaml`, is an inventory rather than a home file: it lists entities."""
    file = _inventory_in(path)
    if not file.is_file() or file.suffix not in (".yaml", ".yml"):
        return False
    data = read_yaml(file).data
    return isinstance(data, Mapping) and "entities" in data


def read_inventory_home(path: Path) -> MappedHome:
    """A copy of somebody's home to try things on: `mapped.loaded` is the home, which the virtual backend runs."""
    return mapped_home(read_inventory(path), simulated=True)


def changed_states(inventory: Inventory, setup: Mapping[str, Any]) -> Inventory:
    """The inventory with the states and attributes of a test's `setup`. Raises `Misconfigured` for an entity that it does not have."""
    known = {entity.id: entity for entity in inventory.entities}
    states: dict[str, tuple[str | None, Mapping[str, Value]]] = {}
    for id, held in setup.items():
        if id not in known:
            raise Misconfigured(f"the home has no entity {id}", where="setup", mend="name one of the inventory's entities")
        given = held if isinstance(held, Mapping) else {"state": held}
        domain = known[id].domain
        attributes = _attributes(domain, given.get("attributes") or {})
        state = given.get("state")
        if state is None:  # an integration's own name for the value that Home Assistant shows as the state
            state = next((attributes[name] for name in _STATES if attributes.get(name) is not None), None)
        states[id] = (None if state is None else _word(domain, state), attributes)
    changed = inventory.with_states(states)
    return replace(changed, entities=tuple(map(_in_units, changed.entities)))


def plain(domain: str, value: object) -> Value:
    """A value with the names of enumerations replaced by what they stand for; a list of features becomes their sum."""
    if isinstance(value, str) and (member := _MEMBER.fullmatch(value)):
        name = member["name"]
        if member["kind"].endswith("Feature"):
            return domains()[domain].features.get(name, 0) if domain in domains() else 0
        return _WORDS.get(name, name.lower())
    if isinstance(value, list):
        features = [v for v in value if isinstance(v, str) and (m := _MEMBER.fullmatch(v)) and m["kind"].endswith("Feature")]
        if features and len(features) == len(value):
            total = 0
            for bit in {plain(domain, v) for v in features}:
                total |= bit if isinstance(bit, int) else 0
            return total
        return [plain(domain, v) for v in value]
    if isinstance(value, Mapping):
        return {str(key): plain(domain, held) for key, held in value.items()}
    if isinstance(value, date):  # YAML reads an unquoted day or moment as one
        return value.isoformat()
    return as_value(value)


def _areas(block: _InventoryBlock) -> tuple[tuple[Area, ...], tuple[Floor, ...]]:
    floors = {(f.id or f.name).casefold(): floor_of(f.name, aliases=f.aliases, id=f.id) for f in block.floors or ()}
    by_name = {floor.name.casefold(): floor for floor in floors.values()}
    areas = []
    for a in block.areas or ():
        floor = None
        if a.floor:
            floor = floors.get(a.floor.casefold()) or by_name.get(a.floor.casefold())
            if floor is None:
                floor = floors[a.floor.casefold()] = floor_of(a.floor)
        areas.append(Area(id=a.id or _slug(a.name), name=a.name, floor=floor.id if floor else None, aliases=tuple(a.aliases)))
    return tuple(areas), tuple(floors.values())


def _area(given: str | None, names: Mapping[str, str]) -> str | None:
    """By id, or by name."""
    return names.get(given.casefold(), given) if given else None


def _entity(block: _EntityBlock, devices: Sequence[_DeviceBlock], names: Mapping[str, str]) -> Entity:
    domain = block.id.partition(".")[0]
    attributes = _attributes(domain, block.attributes or {})
    device = next((d for d in devices if block.device and block.device in (d.id, d.name, _slug(d.name))), None)
    state = _word(domain, block.state) if block.state is not None else _assumed(domain, attributes)
    return Entity(
        id=block.id,
        name=block.name or (device.name if device else block.id.partition(".")[2].replace("_", " ").title()),
        state=state,
        attributes=attributes,
        area=_area(block.area, names),
        device=(device.id or _slug(device.name)) if device else None,
        aliases=tuple(block.aliases),
    )


def _attributes(domain: str, given: Mapping[str, Any]) -> dict[str, Value]:
    """Under the names that Home Assistant shows them by; where both names are given, its own counts."""
    values = {name: plain(domain, value) for name, value in given.items()}
    return {_RENAMED.get(name, name): value for name, value in values.items() if _RENAMED.get(name) not in values}


def _word(domain: str, state: object) -> str:
    """A state as Home Assistant writes it: `state: false` of a cover is `closed`."""
    if isinstance(state, bool):
        yes, no = _OPEN.get(domain, ("on", "off"))
        return yes if state else no
    found = plain(domain, state)
    return str(found)


def _assumed(domain: str, attributes: Mapping[str, Value]) -> str | None:
    """The state of an entity that an inventory gives none: by its own numbers, else off, where its domain knows on and off."""
    if (assumed := next((attributes[name] for name in _STATES if attributes.get(name) is not None), None)) is not None:
        return _word(domain, assumed)
    held = domains().get(domain)
    if held is None:
        return None
    if held.shows.assumes is not None:
        return held.shows.assumes
    for name, ends in {"brightness": {"on": 1, "off": 0}, **held.shows.follows}.items():
        if name in attributes and attributes[name] is not None:
            return next((state for state, end in ends.items() if bool(end) is bool(attributes[name])), None)
    listed = {word for trait in held.has for source in trait.reads.values() if source.of == "state" for word in source.words}
    return next((state for state in ("off", "closed", "unlocked", "disarmed", "docked") if state in listed), None)


def _in_units(entity: Entity) -> Entity:
    """A thermostat that aims at more degrees than anybody could bear counts in Fahrenheit."""
    target = entity.attributes.get("temperature")
    hot = entity.domain == "climate" and isinstance(target, int | float) and target > _HOT
    return replace(entity, attributes={**entity.attributes, "temperature_unit": "°F"}) if hot else entity


def _temperature_unit(entities: Sequence[Entity]) -> str:
    for entity in entities:
        units = [entity.attributes.get(name) for name in ("temperature_unit", "unit_of_measurement", "native_unit_of_measurement")]
        if found := next((str(u) for u in units if u in ("°F", "°C")), None):
            return found
    return "°C"


def _slug(name: str) -> str:
    return re.sub(r"\W+", "_", name.casefold()).strip("_")
