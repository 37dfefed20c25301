"""One home out of several: the home file's, and what each backend brings. Rooms of the same name, or alias, are the same room."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace

from yamori.domain.capability import Capability
from yamori.domain.home import Device, Floor, Room
from yamori.gateway.backends.port import Backend
from yamori.gateway.homefile import LoadedHome


@dataclass(kw_only=True)
class Source:
    """Where devices come from: a backend and its part of the home, which may change while it runs."""

    name: str
    backend: Backend
    home: LoadedHome
    homes: AsyncIterator[LoadedHome] | None = None
    """Each new home, whole; None where it never changes by itself."""
    hidden: frozenset[str] = frozenset()
    """Ids of its devices that the household has no use for, as the settings say: nobody here sees or commands them."""


@dataclass(frozen=True, kw_only=True)
class Joined:
    """The whole home, and whose each device is."""

    loaded: LoadedHome
    owners: Mapping[str, str]
    """Device id to the name of its source."""


def joined(sources: Sequence[Source]) -> Joined:
    """The first source gives the place and the people. Of devices with one id, and of capabilities with one name, the first holds."""
    first = sources[0].home
    floors: dict[str, Floor] = {}
    rooms: dict[str, Room] = {}
    capabilities: dict[str, Capability] = {}
    devices: dict[str, Device] = {}
    owners: dict[str, str] = {}
    for source in sources:
        home = source.home.home
        for floor in home.floors:
            floors.setdefault(floor.id, floor)
        called = _called(tuple(rooms.values()))
        same = {room.id: room.id if room.id in rooms else called.get(room.name.casefold(), room.id) for room in home.rooms}
        for room in home.rooms:
            rooms.setdefault(same[room.id], room)
        for name, capability in source.home.capabilities.items():
            capabilities.setdefault(name, capability)
        for device in home.devices:
            if device.id not in devices and device.id not in source.hidden:
                room_id = same.get(device.room or "", device.room)
                devices[device.id] = device if room_id == device.room else replace(device, room=room_id)
                owners[device.id] = source.name
    known = tuple(r if r.floor in floors else replace(r, floor=None) for r in rooms.values())
    home = replace(first.home, floors=tuple(floors.values()), rooms=known, devices=tuple(devices.values()))
    used = {name for device in home.devices for _, name in device.capabilities()}
    shown = {name: held for name, held in capabilities.items() if name in used}
    return Joined(loaded=LoadedHome(home=home, capabilities=shown, file=first.file), owners=owners)


def _called(rooms: Sequence[Room]) -> Mapping[str, str]:
    """What a room may be called to its id: names go before aliases, and earlier rooms before later ones."""
    aliases = {alias.casefold(): room.id for room in reversed(rooms) for alias in room.aliases}
    return aliases | {room.name.casefold(): room.id for room in reversed(rooms)}
