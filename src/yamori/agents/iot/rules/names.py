"""The names of a home, indexed once and remade when the home changes. Devices' state is never kept here."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from yamori.agents.iot.rules.words import CJK, Lexicon, normal, singular, stems, tokens
from yamori.domain.capability import Capability
from yamori.domain.home import Device, Home


class Named(StrEnum):
    """What a name in a sentence stands for, the surest first."""

    DEVICE = "device"
    COMPONENT = "component"
    ROOM = "room"
    FLOOR = "floor"
    KIND = "kind"


@dataclass(frozen=True)
class Part:
    """A device, or one component of it."""

    device: str
    component: str | None = None


@dataclass(frozen=True)
class Name:
    what: Named
    id: str
    words: tuple[str, ...]
    """English, as stems; empty for a Japanese name."""
    surface: str
    parts: tuple[Part, ...] = ()


class HomeIndex:
    """Every name of a home, found in a sentence in well under a millisecond even among a thousand devices."""

    def __init__(self, home: Home, capabilities: Mapping[str, Capability], lexicon: Lexicon) -> None:
        self.home = home
        self.capabilities = capabilities
        self.devices = {d.id: d for d in home.devices}
        self.rooms = {r.id: r for r in home.rooms}
        self.kinds_of: dict[str, frozenset[str]] = {d.id: _kinds(d, lexicon) for d in home.devices}
        self.by_first_word: dict[str, list[Name]] = {}
        self.japanese: list[Name] = []
        self.devices_by_word: dict[str, set[str]] = {}
        for d in home.devices:
            for label in (d.name, *d.aliases):
                self._add(Named.DEVICE, d.id, label, (Part(d.id),))
                for word in stems(label):
                    self.devices_by_word.setdefault(word, set()).add(d.id)
            for component in d.components:
                if component != "main":
                    self._add(Named.COMPONENT, f"{d.id}/{component}", component, (Part(d.id, component),))
        for room in home.rooms:
            for label in (room.name, *room.aliases):
                self._add(Named.ROOM, room.id, label)
        for floor in home.floors:
            for label in (floor.name, *floor.aliases, floor.id):
                self._add(Named.FLOOR, floor.id, label)
        for kind, phrases in lexicon.kinds.items():
            for label in (*phrases.english, *phrases.japanese):
                self._add(Named.KIND, kind, label)

    def of_kind(self, kind: str) -> tuple[str, ...]:
        return tuple(d for d, kinds in self.kinds_of.items() if kind in kinds)

    def in_rooms(self, rooms: frozenset[str]) -> tuple[str, ...]:
        return tuple(d.id for d in self.home.devices if d.room in rooms)

    def rooms_of_floor(self, floor: str) -> frozenset[str]:
        return frozenset(r.id for r in self.home.rooms if r.floor == floor)

    def _add(self, what: Named, id: str, label: str, parts: tuple[Part, ...] = ()) -> None:
        surface = normal(label).strip()
        if not surface:
            return
        if CJK.search(surface):
            self.japanese.append(Name(what, id, (), surface, parts))
            if surface.isascii() or not any(c.isascii() and c.isalpha() for c in surface):
                return
        words = tuple(singular(t.text) for t in tokens(surface) if t.text[0].isascii() and t.text[0].isalnum())
        if words and not CJK.search(surface):
            self.by_first_word.setdefault(words[0], []).append(Name(what, id, words, surface, parts))


def _kinds(device: Device, lexicon: Lexicon) -> frozenset[str]:
    """By its name first (the last kind word of an English name is its head); by its attributes where no name tells."""
    found: set[str] = set()
    for label in (device.name, *device.aliases):
        text = normal(label)
        hits = [(m.end(), m.end() - m.start(), kind) for kind, p in lexicon.kinds.items() if (m := p.pattern.search(text))]
        if hits:
            found.update(lexicon.kind_lineage(max(hits)[2]))
    if not found:
        attributes = {a for held in device.components.values() for values in held.values() for a in values}
        for kind, sets in lexicon.tells.items():
            if any(needed <= attributes for needed in sets):
                found.update(lexicon.kind_lineage(kind))
        if not found and attributes <= {"switch", "level"} and "level" in attributes:
            found.add("light")
    return frozenset(found)
