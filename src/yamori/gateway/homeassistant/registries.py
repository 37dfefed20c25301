"""A running Home Assistant's registries and states as an inventory. What it sends is kept as it came, so that it can be kept on disk."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from yamori.domain.errors import HouseSilent
from yamori.domain.home import Floor, Place
from yamori.domain.values import Value
from yamori.gateway.homeassistant.connection import Connection, Rejected
from yamori.gateway.homeassistant.home import floor_of
from yamori.gateway.homeassistant.inventory import NOWHERE, Area, Entity, HaDevice, Inventory

Raw = Mapping[str, Any]
"""Name of a question to what Home Assistant answered."""
CHANGES = ("area_registry_updated", "floor_registry_updated", "device_registry_updated", "entity_registry_updated", "core_config_updated")
"""Events after which the registries are read again."""
_AT_ONCE = 500
_STARTING_SECONDS = 0.5
"""Between two looks at whether it has started."""
_LOOKS = 240


async def started(connection: Connection) -> None:
    """Returns when all of Home Assistant is there: while it starts, it answers with half a home."""
    for _ in range(_LOOKS):
        if (await connection.ask("get_config")).get("state", "RUNNING") == "RUNNING":
            return
        await asyncio.sleep(_STARTING_SECONDS)
    raise HouseSilent("Home Assistant does not come to the end of its start")


async def read_registries(connection: Connection) -> Raw:
    """Everything that makes the home, in about eight questions."""
    registered = await connection.ask("config/entity_registry/list")
    ids = [entry["entity_id"] for entry in registered if not entry.get("disabled_by")]
    return {
        "config": await connection.ask("get_config"),
        "floors": await _unless_unknown(connection, "config/floor_registry/list"),
        "areas": await connection.ask("config/area_registry/list"),
        "devices": await connection.ask("config/device_registry/list"),
        "entities": {entry["entity_id"]: entry for entry in registered} | await _extended(connection, ids),
        "services": await connection.ask("get_services"),
        "states": await connection.ask("get_states"),
    }


async def _unless_unknown(connection: Connection, kind: str) -> list[Any]:
    """Floors came with Home Assistant 2024.4."""
    try:
        found = await connection.ask(kind)
    except Rejected as error:
        if error.code == "unknown_command":
            return []
        raise
    return found if isinstance(found, list) else []


async def _extended(connection: Connection, ids: Sequence[str]) -> dict[str, Any]:
    """The list leaves aliases out."""
    found: dict[str, Any] = {}
    for start in range(0, len(ids), _AT_ONCE):
        entries = await connection.ask("config/entity_registry/get_entries", entity_ids=list(ids[start : start + _AT_ONCE]))
        found |= {id: entry for id, entry in entries.items() if entry is not None}
    return found


def inventory_of(raw: Raw) -> Inventory:
    """The home as values. Whatever is missing or odd in the answers is left out rather than taken for something."""
    config = raw["config"]
    devices = {device["id"]: _device(device) for device in raw["devices"] if not device.get("disabled_by")}
    return Inventory(
        name=str(config.get("location_name") or "Home Assistant"),
        place=_place(config),
        temperature_unit=str((config.get("unit_system") or {}).get("temperature") or "°C"),
        version=str(config.get("version") or ""),
        floors=tuple(_floor(floor) for floor in raw["floors"]),
        areas=tuple(_area(area) for area in raw["areas"]),
        devices=tuple(devices.values()),
        entities=tuple(_entities(raw)),
        services=raw["services"],
    )


def _place(config: Mapping[str, Any]) -> Place:
    return Place(
        name=str(config.get("location_name") or NOWHERE.name),
        country=str(config.get("country") or NOWHERE.country),
        latitude=float(config.get("latitude") or 0.0),
        longitude=float(config.get("longitude") or 0.0),
        timezone=str(config.get("time_zone") or NOWHERE.timezone),
    )


def _floor(floor: Mapping[str, Any]) -> Floor:
    return floor_of(str(floor["name"]), aliases=tuple(map(str, floor.get("aliases") or ())), id=str(floor["floor_id"]))


def _area(area: Mapping[str, Any]) -> Area:
    aliases = tuple(sorted(map(str, area.get("aliases") or ())))
    return Area(id=str(area["area_id"]), name=str(area["name"]), floor=area.get("floor_id"), aliases=aliases)


def _device(device: Mapping[str, Any]) -> HaDevice:
    name = device.get("name_by_user") or device.get("name") or device.get("model") or "device"
    return HaDevice(id=str(device["id"]), name=str(name), area=device.get("area_id"))


def _entities(raw: Raw) -> Iterator[Entity]:
    states = {state["entity_id"]: state for state in raw["states"]}
    registered = raw["entities"]
    for id in dict.fromkeys((*registered, *states)):
        entry = registered.get(id) or {}
        if entry.get("disabled_by") or entry.get("hidden_by"):
            continue
        state = states.get(id) or {}
        attributes: Mapping[str, Value] = state.get("attributes") or entry.get("capabilities") or {}
        name = attributes.get("friendly_name") or entry.get("name") or entry.get("original_name")
        yield Entity(
            id=id,
            name=str(name or id.partition(".")[2].replace("_", " ").title()),
            state=state.get("state"),
            attributes=attributes,
            area=entry.get("area_id"),
            device=entry.get("device_id"),
            aliases=tuple(sorted(str(alias) for alias in entry.get("aliases") or () if alias)),
            setting=entry.get("entity_category") is not None,
        )
