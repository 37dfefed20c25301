"""The home of a running Home Assistant as last reported: its structure, its states, and who listens. Memory only; the backend feeds it."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from yamori.domain.clock import Clock
from yamori.domain.errors import HouseSilent
from yamori.domain.receipt import Reading, Report
from yamori.domain.values import Value
from yamori.gateway.changes import Listeners
from yamori.gateway.homeassistant.connection import Event
from yamori.gateway.homeassistant.forms import ours
from yamori.gateway.homeassistant.home import MappedHome, mapped_home
from yamori.gateway.homeassistant.inventory import Inventory
from yamori.gateway.homeassistant.registries import Raw, inventory_of
from yamori.gateway.homeassistant.traits import Held, shape
from yamori.gateway.homefile import LoadedHome
from yamori.gateway.newhomes import HomeListeners
from yamori.gateway.sentences import Gone


@dataclass(frozen=True, kw_only=True)
class EntityState:
    """One entity as last reported."""

    state: str | None
    attributes: Mapping[str, Value]
    at: datetime

    @property
    def away(self) -> bool:
        """Whether Home Assistant itself cannot reach the device."""
        return self.state == "unavailable"


class LiveHome:
    """Empty until `take_registries`."""

    def __init__(self, clock: Clock) -> None:
        self.listeners = Listeners()
        self.reports = 0
        """Counts reports, so that whoever waits sees that something came."""
        self._clock = clock
        self._states: dict[str, EntityState] = {}
        self._mapped: MappedHome | None = None
        self._of_entity: dict[str, list[tuple[str, str, Held]]] = {}
        self._of_part: dict[tuple[str, str], list[Held]] = {}
        self._last: dict[tuple[str, str, str], Report] = {}
        """Entity, capability and attribute to what was known of it before it was not any more."""
        self._lost: datetime | None = None
        """Since when Home Assistant itself is away."""
        self._shown: dict[tuple[str, str], tuple[datetime, Mapping[str, Value]]] = {}
        """Entity and capability to what no state says of it: the last picture."""
        self._homes = HomeListeners()
        self._news = asyncio.Event()

    @property
    def loaded(self) -> LoadedHome:
        assert self._mapped is not None, "take_registries comes first"
        return self._mapped.loaded

    @property
    def inventory(self) -> Inventory:
        """As the registries were last read; its states are of then."""
        assert self._mapped is not None, "take_registries comes first"
        return self._mapped.inventory

    async def news(self) -> None:
        """Returns when something was reported."""
        await self._news.wait()

    def count_report(self) -> None:
        """Something was reported: wake whoever waits for it."""
        self.reports += 1
        self.wake()

    def wake(self) -> None:
        """Let whoever waits for news look whether it still has to."""
        self._news.set()
        self._news = asyncio.Event()

    def homes(self) -> AsyncIterator[LoadedHome]:
        """The home anew whenever anything but its states has changed; ends with `close`."""
        return self._homes.add()

    def close(self) -> None:
        self.listeners.close()
        self._homes.close()

    # What is reported

    def take_registries(self, raw: Raw) -> None:
        """A new picture of the whole; whoever listens hears of every difference. Raises `HouseSilent` for answers that make no home."""
        known = self._mapped
        try:
            mapped = mapped_home(inventory_of(raw), simulated=False)
            states = {str(state["entity_id"]): state for state in raw["states"]}
        except (KeyError, TypeError, ValueError, AttributeError) as error:  # whatever a server sends must not end the house
            raise HouseSilent(f"Home Assistant describes its home in a way that is not understood: {error!r}") from error
        self._mapped = mapped
        self._of_entity, self._of_part = {}, {}
        for (device, component, _), held in mapped.held.items():
            self._of_entity.setdefault(held.entity, []).append((device, component, held))
            self._of_part.setdefault((device, component), []).append(held)
        was_lost, self._lost = self._lost is not None, None
        for id in [id for id in self._states if id not in states]:
            self._lose_state(id)
        for id, state in states.items():
            self._take_state(id, state)
        if was_lost:
            self.listeners.notify(reading for reading in self.readings(None) if reading.value is not None)
        if known is not None and _without_states(known.loaded) != _without_states(mapped.loaded):
            self._homes.notify(mapped.loaded)

    def forget_states(self) -> None:
        """Nothing is known of how the devices are."""
        self._states.clear()

    def receive(self, event: Event) -> bool:
        """Take one event in; whether the registries have to be read again because of it."""
        if event.get("event_type") != "state_changed":
            return True
        data = event.get("data")
        if not isinstance(data, Mapping) or not isinstance(id := data.get("entity_id"), str):
            return False
        new = data.get("new_state")
        if not isinstance(new, Mapping):
            self._lose_state(id)
            return True
        old = self._states.get(id)
        state = self._take_state(id, new)
        domain = id.partition(".")[0]
        same = old is not None and shape(domain, old.attributes) == shape(domain, state.attributes)
        return not same and state.state not in ("unavailable", "unknown")

    def _take_state(self, id: str, new: Mapping[str, Any]) -> EntityState:
        attributes = new.get("attributes")
        state = EntityState(
            state=None if new.get("state") is None else str(new["state"]),
            attributes=attributes if isinstance(attributes, Mapping) else {},
            at=self._moment(new.get("last_updated")),
        )
        old = self._states.get(id) or EntityState(state=None, attributes={}, at=state.at)
        if state.at < old.at:
            return old  # reported late: what was read since is newer
        self._states[id] = state
        for device, component, held in self._of_entity.get(id, ()):
            changed = []
            for name in held.capability.attributes:
                now, before = self.value(held, name, state), self.value(held, name, old)
                if now is None and before is not None:
                    self._last[id, held.capability.name, name] = Report(value=before, at=old.at)
                if now != before:
                    changed.append(self.reading(device, component, held, name))
            self.listeners.notify(changed)
        self.count_report()
        return state

    def _lose_state(self, id: str) -> None:
        """Home Assistant does not have the entity any more."""
        known = self._states.get(id)
        now = self._clock.now() if known is None else max(self._clock.now(), known.at)  # their clock may be ahead of ours
        self._take_state(id, {"state": "unavailable", "last_updated": now.isoformat()})

    def lose(self) -> None:
        """Home Assistant is away: nothing is known of how the devices are until it is back."""
        known = [reading for reading in self.readings(None) if reading.value is not None]
        self._lost = self._clock.now()
        self.listeners.notify(reading.unknown(self._lost) for reading in known)
        self.count_report()

    def show(self, device: str, component: str, held: Held, values: Mapping[str, Value], at: datetime) -> None:
        """Take in what was found out of a capability that no state tells of."""
        self._shown[held.entity, held.capability.name] = at, values
        self.listeners.notify(self.reading(device, component, held, name) for name in values)

    def _moment(self, written: object) -> datetime:
        now = self._clock.now()
        try:
            return datetime.fromisoformat(str(written)).astimezone(now.tzinfo)
        except ValueError:
            return now

    # What is known

    def held(self, device: str, component: str, capability: str) -> Held:
        """Raises `NotFound` for what the home has lost since it was named."""
        found = self._mapped.held.get((device, component, capability)) if self._mapped is not None else None
        if found is None:
            raise Gone(device)
        return found

    def state(self, held: Held) -> EntityState:
        return self._states.get(held.entity) or EntityState(state="unavailable", attributes={}, at=self._clock.now())

    def value(self, held: Held, attribute: str, state: EntityState | None = None) -> Value:
        """What the state, or the one last reported, means for one of our attributes."""
        state = state or self.state(held)
        source = held.trait.reads.get(attribute)
        if source is None:
            _, shown = self._shown.get((held.entity, held.capability.name), (None, {}))
            return shown.get(attribute)
        return ours(source, held.capability.attributes[attribute], state.state, state.attributes, simulated=False)

    def reading(self, device: str, component: str, held: Held, attribute: str) -> Reading:
        at, _ = self._shown.get((held.entity, held.capability.name), (self.state(held).at, {}))
        value = self.value(held, attribute)
        reading = Reading(
            device=device,
            component=component,
            capability=held.capability.name,
            attribute=attribute,
            value=value,
            unit=held.capability.attributes[attribute].unit,
            at=at,
            last=None if value is not None else self._last.get((held.entity, held.capability.name, attribute)),
        )
        return reading if self._lost is None else reading.unknown(self._lost)

    def readings(self, device: str | None) -> Iterator[Reading]:
        """All of them, or one device's, in the order of the home."""
        for (own, component), every in self._of_part.items():
            if device in (None, own):
                for held in every:
                    yield from (self.reading(own, component, held, name) for name in held.capability.attributes)

    def part(self, device: str, component: str) -> Mapping[str, Value]:
        """The component's state as `capability.attribute`."""
        every = self._of_part.get((device, component), ())
        return {f"{held.capability.name}.{name}": self.value(held, name) for held in every for name in held.capability.attributes}

    def name(self, entity: str) -> str:
        entities = self._mapped.inventory.entities if self._mapped is not None else ()
        return next((e.name for e in entities if e.id == entity), entity)


def _without_states(home: LoadedHome) -> object:
    """What makes a home another one: everything but what its devices report at the moment."""
    devices = [(d.id, d.name, d.room, d.aliases, [(c, sorted(held)) for c, held in d.components.items()]) for d in home.home.devices]
    return (home.home.name, home.home.place, home.home.floors, home.home.rooms, home.home.people, devices, dict(home.capabilities))
