"""A home as data: its floors, rooms, people and devices. Built by the gate from a home file or a backend.

Whatever a file or a backend calls them, a name here is one line of plain text: it is shown on terminals, in logs and to models.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from yamori.domain.plain_text import single_line
from yamori.domain.values import Value


class _Named:
    """A floor, room, person or device; its name and aliases are made plain when it is made."""

    id: str
    name: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", single_line(self.name) or self.id)
        if aliases := getattr(self, "aliases", ()):
            object.__setattr__(self, "aliases", tuple(plain for alias in aliases if (plain := single_line(alias))))


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where the home stands."""

    name: str
    country: str
    latitude: float
    longitude: float
    timezone: str
    """IANA name, such as `Asia/Tokyo`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", single_line(self.name))


@dataclass(frozen=True, kw_only=True)
class Floor(_Named):
    id: str
    name: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Room(_Named):
    id: str
    name: str
    floor: str | None = None
    """Id of the floor, if the home has floors."""
    aliases: tuple[str, ...] = ()


class PersonRole(StrEnum):
    ADULT = "adult"
    CHILD = "child"
    GUEST = "guest"


@dataclass(frozen=True, kw_only=True)
class Person(_Named):
    id: str
    name: str
    role: PersonRole = PersonRole.ADULT
    aliases: tuple[str, ...] = ()
    """What else they are called, in any script: `Ken`, ケンジ, `Dad`."""
    private: bool = False
    """What they say to a device that thinks for itself stays with it."""


@dataclass(frozen=True, kw_only=True)
class Device(_Named):
    """One device; `components` maps component to capability to the attributes' initial values."""

    id: str
    name: str
    room: str | None = None
    aliases: tuple[str, ...] = ()
    photo: str | None = None
    components: Mapping[str, Mapping[str, Mapping[str, Value]]]
    thinks: bool = False
    """It can turn a sentence into its own commands."""
    private: bool = False
    """What is said to it should stay with it."""

    def capabilities(self) -> tuple[tuple[str, str], ...]:
        """Every (component, capability) of the device, in the order of its file."""
        return tuple((c, k) for c, held in self.components.items() for k in held)


@dataclass(frozen=True, kw_only=True)
class Home:
    name: str
    place: Place
    floors: tuple[Floor, ...] = ()
    rooms: tuple[Room, ...] = ()
    people: tuple[Person, ...] = ()
    devices: tuple[Device, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", single_line(self.name))

    def device(self, id: str) -> Device | None:
        return next((d for d in self.devices if d.id == id), None)

    def room(self, id: str | None) -> Room | None:
        return next((r for r in self.rooms if r.id == id), None)

    def person(self, id: str) -> Person | None:
        return next((p for p in self.people if p.id == id), None)
