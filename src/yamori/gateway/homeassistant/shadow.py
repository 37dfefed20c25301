"""What Home Assistant would show of a simulated home: changes of our attributes, written back into its entities' states.

The inventory stays the truth for whatever did not change, so that nothing is lost in translation.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from yamori.domain.capability import Attribute
from yamori.domain.values import Value
from yamori.gateway.homeassistant.domains import Shows, Source, domains
from yamori.gateway.homeassistant.forms import companions, ours, theirs
from yamori.gateway.homeassistant.home import MappedHome
from yamori.gateway.homeassistant.inventory import Entity
from yamori.gateway.homeassistant.traits import Held

_COLOURS = ("hs_color", "rgb_color", "xy_color")


@dataclass(frozen=True, kw_only=True)
class Shown:
    """One entity as Home Assistant would show it."""

    state: str | None
    attributes: Mapping[str, Value]
    derived: frozenset[str] = frozenset()
    """Attributes that only follow from others."""


def shown_states(mapped: MappedHome, changed: Mapping[str, Value] | None = None) -> Mapping[str, Shown]:
    """Entity to what it shows; `changed` are our attributes by path with their new values, those that differ from the home's beginning."""
    values = changed or {}
    held_by: dict[str, list[tuple[str, Held]]] = {}
    for (device, component, name), held in mapped.held.items():
        held_by.setdefault(held.entity, []).append((f"{device}.{component}.{name}", held))
    found = {}
    for entity in mapped.inventory.entities:
        record = _Record(entity)
        for path, held in held_by.get(entity.id, ()):
            for attribute in held.capability.attributes.values():
                if f"{path}.{attribute.name}" in values and attribute.name in held.trait.reads:
                    record.write(held.trait.reads[attribute.name], attribute, values[f"{path}.{attribute.name}"])
        found[entity.id] = record.shown()
    return found


class _Record:
    """One entity's state while changes are written into it."""

    def __init__(self, entity: Entity) -> None:
        domain = domains().get(entity.domain)
        self._shows = domain.shows if domain is not None else Shows()
        self._state = entity.state
        self._began = entity
        self._written = False
        self._attributes = dict(entity.attributes)
        self._derived: set[str] = set()

    def write(self, source: Source, attribute: Attribute, value: Value) -> None:
        """Unless it reads so already."""
        if not source.of or source.form == "entries" or ours(source, attribute, self._state, self._attributes, simulated=True) == value:
            return
        self._written = True
        raw = theirs(source, value, becomes=self._shows.becomes.get(attribute.name))
        if source.of == "state":
            self._state = str(raw)
            return
        self._attributes[source.of] = raw
        if source.form == "kelvin":  # white light has no colour of its own; what it would be shown as is nobody's request
            self._attributes |= {name: self._began.attributes[name] for name in _COLOURS if name in self._began.attributes}
        for name, other in companions(source, value).items():
            self._attributes[name] = other
            self._derived.add(name)
        for state, end in source.ends.items():
            if bool(end) is bool(raw):
                self._state = state

    def shown(self) -> Shown:
        """As the inventory has it where nothing was written; else with what goes along."""
        if not self._written:
            return Shown(state=self._state, attributes=self._attributes)
        for name, ends in self._shows.follows.items():
            end = ends.get(self._state or "")
            if end is not None and (self._attributes.get(name) is None or bool(self._attributes[name]) is not bool(end)):
                self._go_along(name, end)
        for name, listed in self._shows.sole.items():
            options = self._attributes.get(listed)
            if self._attributes.get(name) is None and isinstance(options, list | tuple) and len(options) == 1:
                self._go_along(name, options[0])
        hidden = self._shows.hides.get(self._state or "", ()) if self._state != self._began.state else ()
        attributes = {name: None if name in hidden else value for name, value in self._attributes.items()}
        return Shown(state=self._state, attributes=attributes, derived=frozenset(self._derived))

    def _go_along(self, name: str, value: Value) -> None:
        if name not in self._attributes:
            self._derived.add(name)
        self._attributes[name] = value
