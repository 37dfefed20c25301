"""What an account holds, rooms, devices, their components and their states, as a `LoadedHome` and readings. Pure.

What is malformed is left out and named in `notes`; one broken device must not hide the others.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from yamori.domain.capability import Capability
from yamori.domain.home import Device, Home, Place, Room
from yamori.domain.receipt import Reading
from yamori.domain.values import Value
from yamori.gateway.homefile import LoadedHome
from yamori.gateway.smartthings.translation import Offer, to_celsius

_PLUMBING = {"configuration", "execute", "firmwareUpdate", "healthCheck", "ocf", "refresh"}
"""Of no use to a person; `execute` would go past every check."""
_DISABLED = ("custom.disabledCapabilities", "disabledCapabilities")
_UNITS = {"C": "°C", "F": "°F"}


class _Block(BaseModel):
    model_config = ConfigDict(extra="ignore")


class _CapabilityBlock(_Block):
    id: str
    version: int = 1
    status: dict[str, JsonValue] | None = None


class _ComponentBlock(_Block):
    id: str = "main"
    label: str | None = None
    capabilities: list[_CapabilityBlock] = Field(default_factory=list)


class _HealthBlock(_Block):
    state: str = "UNKNOWN"


class _DeviceBlock(_Block):
    deviceId: str = Field(min_length=1)
    name: str | None = None
    label: str | None = None
    roomId: str | None = None
    components: list[_ComponentBlock] = Field(default_factory=list)
    healthState: _HealthBlock | None = None


class _RoomBlock(_Block):
    roomId: str = Field(min_length=1)
    name: str = Field(min_length=1)


@dataclass(frozen=True, kw_only=True)
class ListedCapability:
    """A capability of a component, as a device lists it."""

    id: str
    version: int
    status: Mapping[str, Value] | None


@dataclass(frozen=True, kw_only=True)
class ListedDevice:
    """A device as SmartThings lists it, with our names of its components."""

    id: str
    name: str
    room: str | None
    online: bool
    """False only when SmartThings says that it is not."""
    components: Mapping[str, tuple[ListedCapability, ...]]
    theirs: Mapping[str, str]
    """Our name of a component to SmartThings'."""


@dataclass(frozen=True, kw_only=True)
class Listing:
    """What was understood of the lists, and what was not."""

    rooms: tuple[Room, ...]
    devices: tuple[ListedDevice, ...]
    strange_rooms: bool
    """A device is said to be in a room that was not listed: the rooms have changed since."""
    notes: tuple[str, ...] = field(default=())


def read_listing(rooms: Sequence[Mapping[str, Value]], devices: Sequence[Mapping[str, Value]]) -> Listing:
    """Understand what was listed; an id that comes twice counts once."""
    notes: list[str] = []
    known: dict[str, Room] = {}
    for item in rooms:
        try:
            room = _RoomBlock.model_validate(item)
        except ValidationError:
            notes.append("a room without id or name")
            continue
        known.setdefault(_slug(room.roomId), Room(id=_slug(room.roomId), name=room.name))
    strange = False
    found: dict[str, ListedDevice] = {}
    for item in devices:
        try:
            device = _listed(_DeviceBlock.model_validate(item), known)
        except ValidationError:
            notes.append(f"device {str(item.get('deviceId'))[:60]} is malformed")
            continue
        found.setdefault(device.id, device)
        strange = strange or (device.room is None and bool(item.get("roomId")))
    return Listing(rooms=tuple(known.values()), devices=tuple(found.values()), strange_rooms=strange, notes=tuple(notes))


def _listed(block: _DeviceBlock, rooms: Mapping[str, Room]) -> ListedDevice:
    components: dict[str, tuple[ListedCapability, ...]] = {}
    theirs: dict[str, str] = {}
    for component in block.components:
        ours = _slug(component.id)
        while ours in theirs:
            ours += "-2"
        status = {held.id: held.status for held in component.capabilities if held.status is not None}
        off = _disabled(status)
        components[ours] = tuple(
            ListedCapability(id=held.id, version=held.version, status=held.status)
            for held in component.capabilities
            if held.id not in _PLUMBING and held.id not in off and held.id != _DISABLED[0]
        )
        theirs[ours] = component.id
    room = _slug(block.roomId) if block.roomId else None
    return ListedDevice(
        id=_slug(block.deviceId),
        name=block.label or block.name or block.deviceId,
        room=room if room in rooms else None,
        online=block.healthState is None or block.healthState.state != "OFFLINE",
        components=components,
        theirs=theirs,
    )


def _disabled(status: Mapping[str, Mapping[str, Value]]) -> set[str]:
    """Capabilities that the component has on paper only."""
    held = status.get(_DISABLED[0], {}).get(_DISABLED[1])
    names = held.get("value") if isinstance(held, Mapping) else None
    return {name for name in names if isinstance(name, str)} if isinstance(names, list) else set()


def _slug(name: str) -> str:
    """No dots or other signs: they separate the parts of an address."""
    return re.sub(r"[^\w:-]", "-", name)


def loaded_home(name: str, place: Place, listing: Listing, offers: Mapping[str, Offer]) -> LoadedHome:
    """The home; capabilities that nothing tells of are left out, and components and devices that have none left."""
    devices = []
    capabilities: dict[str, Capability] = {}
    for device in listing.devices:
        components: dict[str, dict[str, dict[str, Value]]] = {}
        for component, held in device.components.items():
            for capability in held:
                if (offer := offers.get(capability.id)) is not None:
                    components.setdefault(component, {})[offer.capability.name] = {}
                    capabilities.setdefault(offer.capability.name, offer.capability)
        if components:
            devices.append(Device(id=device.id, name=device.name, room=device.room, components=components))
    return LoadedHome(home=Home(name=name, place=place, rooms=listing.rooms, devices=tuple(devices)), capabilities=capabilities)


@dataclass(frozen=True, kw_only=True)
class StatusReading:
    """One attribute's state, and whether the device counts it in °F while we count in °C."""

    reading: Reading
    fahrenheit: bool


def readings(
    device: str, component: str, status: Mapping[str, Value], offers: Mapping[str, Offer], now: datetime
) -> Mapping[str, StatusReading]:
    """A component's status as readings by `capability.attribute`; what we do not offer is left out."""
    found: dict[str, StatusReading] = {}
    for id, held in status.items():
        offer = offers.get(id)
        if offer is None or not isinstance(held, Mapping):
            continue
        for name, attribute in offer.capability.attributes.items():
            state = held.get(name)
            if not isinstance(state, Mapping) or "value" not in state:
                continue
            said = state.get("unit")
            unit = _UNITS.get(said, said) if isinstance(said, str) else None
            turned = attribute.unit == "°C" and unit == "°F"
            found[f"{offer.capability.name}.{name}"] = StatusReading(
                reading=Reading(
                    device=device,
                    component=component,
                    capability=offer.capability.name,
                    attribute=name,
                    value=to_celsius(state["value"]) if turned else state["value"],
                    unit=attribute.unit or unit,
                    at=_moment(state.get("timestamp"), now),
                ),
                fahrenheit=turned,
            )
    return found


def _moment(said: Value, now: datetime) -> datetime:
    """When it was true on the device; never later than now, and now where it does not say."""
    try:
        moment = datetime.fromisoformat(said) if isinstance(said, str) else now
    except ValueError:
        return now
    return min(moment.astimezone(now.tzinfo), now) if moment.tzinfo is not None else now
