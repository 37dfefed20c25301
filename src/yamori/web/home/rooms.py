"""Rooms in the order of the home's floors, each with its devices, and which devices a search finds. Pure."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from yamori.domain.home import Device, Home, Room
from yamori.web.words import Words

ELSEWHERE = "-"
"""Stands where a room has its id, for devices that are in none."""


@dataclass(frozen=True, kw_only=True)
class PlacedRoom:
    """A room with at least one device."""

    id: str
    name: str
    floor: str
    """Empty where the home has no floors, or the room stands on none of them."""
    devices: tuple[Device, ...]


def placed_rooms(home: Home, words: Words) -> tuple[PlacedRoom, ...]:
    """Floor by floor in the order of the home's file; devices without a room come last."""
    inside: dict[str, list[Device]] = {room.id: [] for room in home.rooms}
    elsewhere: list[Device] = []
    for device in home.devices:
        inside.get(device.room or "", elsewhere).append(device)
    floors = {floor.id: words.name(floor.name, floor.aliases) for floor in home.floors}
    order = {id: number for number, id in enumerate(floors)}
    ordered = sorted(home.rooms, key=lambda room: order.get(room.floor or "", len(order)))
    placed = [_placed(room, floors.get(room.floor or "", ""), inside[room.id], words) for room in ordered]
    placed.append(PlacedRoom(id=ELSEWHERE, name=words("house.other"), floor="", devices=tuple(elsewhere)))
    return tuple(room for room in placed if room.devices)


def _placed(room: Room, floor: str, devices: Sequence[Device], words: Words) -> PlacedRoom:
    return PlacedRoom(id=room.id, name=words.name(room.name, room.aliases), floor=floor, devices=tuple(devices))


def found(home: Home, wanted: str) -> tuple[Device, ...]:
    """Devices whose names, or whose room's, hold every word that is looked for, in whatever case and width."""
    terms = _plain(wanted).split()
    if not terms:
        return ()
    rooms = {room.id: " ".join((room.name, *room.aliases)) for room in home.rooms}

    def text(device: Device) -> str:
        return _plain(" ".join((device.name, *device.aliases, rooms.get(device.room or "", ""))))

    return tuple(device for device in home.devices if all(term in text(device) for term in terms))


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
