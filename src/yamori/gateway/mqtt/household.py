"""Entities as a `LoadedHome` and the topics that lead into it. Pure.

One discovery device is one of our devices, its entities are the device's components: the one that bears the device's own name, or that
alone does anything, is `main`; what only measures belongs to it, as far as nothing else there measures the same; the others are called
after their names. Areas that devices suggest are rooms.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from yamori.domain.capability import Capability
from yamori.domain.home import Device, Home, Place, Room
from yamori.domain.values import Value
from yamori.gateway.homefile import LoadedHome
from yamori.gateway.mqtt.entity import Available, Entity, StateTopic
from yamori.gateway.mqtt.template import as_text

_MAIN = "main"
_SENSORS = ("sensor", "binary_sensor")
_BESIDE = (*_SENSORS, "button", "number", "select")
"""Platforms that do nothing by themselves: they stand beside what does."""
Part = tuple[str, str]
"""Device and component."""


@dataclass(frozen=True, kw_only=True)
class Route:
    """One attribute that a topic reports."""

    entity: Entity
    part: Part
    capability: str
    attribute: str
    unit: str | None
    state_topic: StateTopic

    @property
    def name(self) -> str:
        """`capability.attribute`, unique in its part."""
        return f"{self.capability}.{self.attribute}"


@dataclass(frozen=True, kw_only=True)
class Household:
    """The home, whose component is which entity, and what each topic says."""

    loaded: LoadedHome
    parts: Mapping[Part, Sequence[Entity]]
    routes: Mapping[str, Sequence[Route]]
    availability: Mapping[str, Sequence[tuple[Entity, Available]]]
    """By topic."""

    @cached_property
    def reports(self) -> Mapping[tuple[Part, str], Route]:
        """Part and `capability.attribute` to how it is reported."""
        return {(route.part, route.name): route for routes in self.routes.values() for route in routes}

    @cached_property
    def of_entity(self) -> Mapping[str, Sequence[Route]]:
        """What each entity reports, by its id."""
        found: dict[str, list[Route]] = {}
        for route in self.reports.values():
            found.setdefault(route.entity.announced.id, []).append(route)
        return found

    @property
    def topics(self) -> frozenset[str]:
        return frozenset(self.routes) | frozenset(self.availability)


def household(name: str, place: Place, entities: Iterable[Entity]) -> Household:
    """The same entities make the same home, in whatever order they were announced."""
    groups: dict[str, list[Entity]] = {}
    for entity in sorted(entities, key=lambda entity: entity.announced.id):
        if entity.features:
            groups.setdefault(_belongs(entity), []).append(entity)
    rooms: dict[str, Room] = {}
    parts: dict[Part, Sequence[Entity]] = {}
    capabilities: dict[str, Capability] = {}
    devices: list[Device] = []
    taken: set[str] = set()
    for group, members in sorted(groups.items()):
        id = _free(_slug(group), taken)
        called = _said(members, "name") or _text(members[0].announced.config.get("name")) or members[0].announced.object
        area = _said(members, "suggested_area")
        if area is not None:
            rooms.setdefault(_slug(area), Room(id=_slug(area), name=area))
        components: dict[str, dict[str, dict[str, Value]]] = {}
        for component, inside in _components(members, called).items():
            parts[id, component] = tuple(inside)
            features = [feature for member in inside for feature in member.features]
            components[component] = {feature.capability.name: {} for feature in features}
            capabilities |= {feature.capability.name: feature.capability for feature in features}
        devices.append(Device(id=id, name=called, room=_slug(area) if area is not None else None, components=components))
    availability: dict[str, list[tuple[Entity, Available]]] = {}
    for entity in (entity for inside in parts.values() for entity in inside):
        for each in entity.availability:
            availability.setdefault(each.topic, []).append((entity, each))
    home = Home(name=name, place=place, rooms=tuple(rooms.values()), devices=tuple(devices))
    return Household(
        loaded=LoadedHome(home=home, capabilities=capabilities),
        parts=parts,
        routes=_routes(parts),
        availability=availability,
    )


def _belongs(entity: Entity) -> str:
    """What distinguishes an entity's device from others: its first identifier or connection; an entity without a device is one itself."""
    device = entity.announced.device
    identifiers = device.get("identifiers")
    if isinstance(identifiers, list):
        identifiers = identifiers[0] if identifiers else None
    if identifiers is not None:
        return as_text(identifiers)
    connections = device.get("connections")
    if isinstance(connections, list) and connections and isinstance(connections[0], list):
        return "-".join(as_text(part) for part in connections[0])
    return _text(entity.announced.config.get("unique_id")) or entity.announced.id


def _said(members: Sequence[Entity], key: str) -> str | None:
    """What the device is said to be: not every entity's message says it all."""
    return next((said for member in members if (said := _text(member.announced.device.get(key))) is not None), None)


def _components(members: Sequence[Entity], called: str) -> Mapping[str, Sequence[Entity]]:
    acting = [member for member in members if member.announced.platform not in _BESIDE]
    named = [member for member in members if _bears_the_name(member, called)]
    main = next((member for member in (*named, *(acting if len(acting) == 1 else ())) if member.announced.platform not in _SENSORS), None)
    found: dict[str, list[Entity]] = {_MAIN: [main] if main is not None else []}
    for member in members:
        if member is main:
            continue
        own = {feature.capability.name for feature in member.features}
        there = {feature.capability.name for each in found[_MAIN] for feature in each.features}
        if member.announced.platform in _SENSORS and not own & there:
            found[_MAIN].append(member)
        else:
            found[_free(_component_name(member), set(found))] = [member]
    return {component: inside for component, inside in found.items() if inside}


def _bears_the_name(entity: Entity, called: str) -> bool:
    config = entity.announced.config
    return not entity.announced.device or ("name" in config and config["name"] in (None, called))


def _component_name(entity: Entity) -> str:
    config = entity.announced.config
    return _slug(_text(config.get("name")) or _text(config.get("device_class")) or entity.announced.object)


def _routes(parts: Mapping[Part, Sequence[Entity]]) -> Mapping[str, Sequence[Route]]:
    routes: dict[str, list[Route]] = {}
    for part, inside in parts.items():
        for entity, feature in ((each, feature) for each in inside for feature in each.features):
            for attribute, state_topic in feature.reported.items():
                unit = feature.capability.attributes[attribute].unit
                route = Route(
                    entity=entity, part=part, capability=feature.capability.name, attribute=attribute, unit=unit, state_topic=state_topic
                )
                routes.setdefault(state_topic.topic, []).append(route)
    return routes


def _text(value: Value) -> str | None:
    text = as_text(value).strip() if isinstance(value, str | int | float) and not isinstance(value, bool) else ""
    return text[:200] or None


def _slug(name: str) -> str:
    """No dots or other signs: they separate the parts of an address."""
    return re.sub(r"[^\w:]+", "-", name[:120]).strip("-") or "device"


def _free(wanted: str, taken: set[str]) -> str:
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted}-{number}", number + 1
    taken.add(name)
    return name
