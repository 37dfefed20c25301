"""The names of a home, indexed once and remade when the home changes. Devices' state is never kept here."""

import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from yamori.agents.iot.rules.word_lists import says
from yamori.agents.iot.rules.words import LETTER, Lexicon, normal, singular, squeezed, stems, tokens
from yamori.domain.capability import Capability
from yamori.domain.home import Device, Home, PersonRole
from yamori.domain.language import is_spaced


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
    whole: bool = True
    """The home's own name or alias; else a shorter form of it, which any whole name precedes."""


class HomeIndex:
    """Every name of a home, found in a sentence in well under a millisecond even among a thousand devices."""

    def __init__(self, home: Home, capabilities: Mapping[str, Capability], lexicon: Lexicon) -> None:
        self.home = home
        self.capabilities = capabilities
        self.lexicon = lexicon
        self.devices = {d.id: d for d in home.devices}
        self.rooms = {r.id: r for r in home.rooms}
        self.labels = {d.id: tuple(normal(n) for n in (d.name, *d.aliases)) for d in home.devices}
        """All that a device is called, in normal form."""
        self.room_labels = {r.id: tuple(normal(n) for n in (r.name, *r.aliases)) for r in home.rooms}
        self.kinds_of: dict[str, frozenset[str]] = {d.id: _kinds(d, capabilities, lexicon) for d in home.devices}
        self.sorts = {d.id: (d.capabilities(), self.kinds_of[d.id]) for d in home.devices}
        """What tells which commands a device has and what it is called by."""
        kinds: dict[str, list[str]] = {}
        for id, own in self.kinds_of.items():
            for kind in own:
                kinds.setdefault(kind, []).append(id)
        self.kinds = {kind: tuple(ids) for kind, ids in kinds.items()}
        """Kind to the devices of it, in the order of the home."""
        self.by_first_word: dict[str, list[Name]] = {}
        self.unspaced: list[Name] = []
        """Those in which words do not stand apart; found wherever they stand."""
        self.devices_by_word: dict[str, set[str]] = {}
        self.devices_called: dict[str, set[str]] = {}
        """Exactly as it is written, in any language."""
        for d in home.devices:
            for label in (d.name, *d.aliases):
                self.devices_called.setdefault(label, set()).add(d.id)
                self._add(Named.DEVICE, d.id, label, (Part(d.id),))
                for short in dict.fromkeys((*_shorter(label, lexicon), *self._without_room(d, label, lexicon))):
                    self._add(Named.DEVICE, d.id, short, (Part(d.id),), whole=False)
                for word in stems(label):
                    self.devices_by_word.setdefault(word, set()).add(d.id)
            for component in d.components:
                if component != "main":
                    for label in _labels(component, lexicon):
                        self._add(Named.COMPONENT, f"{d.id}/{component}", label, (Part(d.id, component),))
        for room in home.rooms:
            for label in (room.name, *room.aliases):
                self._add(Named.ROOM, room.id, label)
        self._add_short_rooms(lexicon)
        for floor in home.floors:
            for label in (floor.name, *floor.aliases):
                self._add(Named.FLOOR, floor.id, label)
        self._add_storeys(lexicon)
        for kind, phrases in lexicon.kinds.items():
            for label in phrases.words:
                self._add(Named.KIND, kind, label)

    def _without_room(self, device: Device, label: str, lexicon: Lexicon) -> tuple[str, ...]:
        """`Ceiling light` for `Living room ceiling light`; nothing where only a kind of thing is left, or what one word says."""
        room = next((r for r in self.home.rooms if r.id == device.room), None)
        flat = normal(label).strip()
        places = [normal(name).strip() for name in (room.name, *room.aliases)] if room else []
        rests = (flat.removeprefix(place).strip() for place in places if flat.startswith(f"{place} "))
        return tuple(r for r in rests if " " in r and not any(r in p.spaced for p in lexicon.kinds.values()))

    def of_kind(self, kind: str) -> tuple[str, ...]:
        return self.kinds.get(kind, ())

    def in_rooms(self, rooms: frozenset[str]) -> tuple[str, ...]:
        return tuple(d.id for d in self.home.devices if d.room in rooms)

    def owned_by(self, person: str) -> tuple[frozenset[str], frozenset[str]]:
        """(devices, rooms) that are called after a person of the home, a room's devices among them; the only children's room is the only
        child's."""
        names = next(([normal(n) for n in (p.name, *p.aliases)] for p in self.home.people if p.id == person), [])
        if not names:
            return frozenset(), frozenset()
        after = re.compile("|".join(rf"\b{re.escape(n)}(?:'s?|s)?\b" if is_spaced(n) else re.escape(n) for n in names))
        rooms = frozenset(r.id for r in self.home.rooms if any(after.search(n) for n in self.room_labels[r.id]))
        rooms = rooms or self._room_of_only_child(person)
        named = (d.id for d in self.home.devices if any(after.search(n) for n in self.labels[d.id]))
        return frozenset((*named, *self.in_rooms(rooms))), rooms

    def _room_of_only_child(self, person: str) -> frozenset[str]:
        children = [p.id for p in self.home.people if p.role is PersonRole.CHILD]
        rooms = [room for room, labels in self.room_labels.items() if any(says(label, "childrens_room") for label in labels)]
        return frozenset(rooms) if children == [person] and len(rooms) == 1 else frozenset()

    def rooms_of_floor(self, floor: str) -> frozenset[str]:
        return frozenset(r.id for r in self.home.rooms if r.floor == floor)

    def _add_storeys(self, lexicon: Lexicon) -> None:
        """`Upstairs` and 二階 are one floor, where the home calls only one floor by any of these words."""
        labels = {floor.id: {normal(n) for n in (floor.name, *floor.aliases)} for floor in self.home.floors}
        for words in lexicon.storeys:
            called = [id for id, own in labels.items() if own & set(words)]
            taken = {n for id, own in labels.items() if id not in called for n in own}
            for word in words if len(called) == 1 else ():
                if word not in taken | labels[called[0]]:
                    self._add(Named.FLOOR, called[0], word)

    def _add_short_rooms(self, lexicon: Lexicon) -> None:
        """`The bedroom` is the master bedroom where there is no other."""
        labels = [(room.id, stems(label)) for room in self.home.rooms for label in (room.name, *room.aliases)]
        self.room_words = {w for _, words in labels for w in words}
        heads: dict[str, set[str]] = {}
        for id, words in labels:
            if len(words) > 1 and lexicon.places.pattern.fullmatch(words[-1]):
                heads.setdefault(words[-1], set()).add(id)
        whole = {words[0] for _, words in labels if len(words) == 1}
        for head, ids in heads.items():
            if len(ids) == 1 and head not in whole:
                self._add(Named.ROOM, next(iter(ids)), head)

    def _add(self, what: Named, id: str, label: str, parts: tuple[Part, ...] = (), *, whole: bool = True) -> None:
        surface = normal(label).strip()
        if not surface:
            return
        if not is_spaced(surface):
            self.unspaced.append(Name(what, id, (), surface, parts, whole))
            if not re.search(f"[{LETTER}]", surface):
                return
        words = tuple(singular(t.text) for t in tokens(surface) if t.is_word)
        if words and is_spaced(surface):
            self.by_first_word.setdefault(words[0], []).append(Name(what, id, words, surface, parts, whole))


_made: deque[HomeIndex] = deque(maxlen=4)


def index_of(home: Home, capabilities: Mapping[str, Capability], lexicon: Lexicon) -> HomeIndex:
    """A home's index: one that was made lately, if nothing of the home has changed since. To compare takes a 500th of to make."""
    for made in tuple(_made):
        if made.lexicon is lexicon and made.home == home and made.capabilities == capabilities:
            return made
    index = HomeIndex(home, capabilities, lexicon)
    _made.append(index)
    return index


_OWNED = re.compile(r"^[\w-]+(?:'s|s')\s+(?P<en>.+)$|^(?P<who>[^の]+)の(?P<ja>.{2,})$")


def _without_owner(label: str, lexicon: Lexicon) -> str:
    """`Study heater` for `Zoe's study heater`, 足温器 for ゾーイの足温器; empty where only a kind of thing is left of the name,
    or where it says the place and not whose it is."""
    found = _OWNED.match(normal(label).strip())
    if found is None or (found["who"] and lexicon.places.pattern.fullmatch(found["who"])):
        return ""
    short = found["en"] or found["ja"]
    return "" if any(short in p.words for p in lexicon.kinds.values()) else short


_FITTINGS = ("lock", "opener", "motor")
"""What is fitted to a thing: people name the thing (`lock the back door`)."""


def _shorter(label: str, lexicon: Lexicon) -> tuple[str, ...]:
    """What else people say for a name: without its owner or its first word (`ceiling lamp` for `Attic ceiling lamp`), or 枕元のランプ for
    枕元ランプ."""
    flat = normal(label).strip()
    own = _without_owner(label, lexicon)
    words = flat.split(" ")
    if not own and is_spaced(flat) and len(words) > 2 and not lexicon.places.pattern.fullmatch(" ".join(words[:2])):
        rest = " ".join(words[1:])
        own = "" if any(rest in p.spaced for p in lexicon.kinds.values()) else rest
    tied = [" ".join(words[:-1])] if len(words) > 2 and words[-1] in _FITTINGS else []
    for name in (own, flat):
        kind = max((w for p in lexicon.kinds.values() for w in p.unspaced if name.endswith(w)), key=len, default="")
        before = name.removesuffix(kind)
        if kind and len(before) > 1 and not before.endswith("の") and not is_spaced(before) and len(kind) > 1:
            tied.append(f"{before}の{kind}")
    return tuple(n for n in (own, *tied) if n)


def _labels(component: str, lexicon: Lexicon) -> tuple[str, ...]:
    """A component's own name, and what else its kind is called: `freezer` is 冷凍庫 too."""
    same = next((p for p in lexicon.kinds.values() if normal(component) in p.words), None)
    return (component, *(same.unspaced if same else ()))


def _kinds(device: Device, capabilities: Mapping[str, Capability], lexicon: Lexicon) -> frozenset[str]:
    """By its name first (the last kind word of an English name is its head); by its attributes where no name tells."""
    found: set[str] = set()
    for label in (device.name, *device.aliases):
        if head := _head(normal(label), lexicon):
            found.update(lexicon.kind_lineage(head))
    attributes = {a for held in device.components.values() for values in held.values() for a in values}
    if found <= lexicon.broad:
        for kind, sets in lexicon.evidence_attributes.items():
            if any(needed <= attributes for needed in sets):
                found.update(lexicon.kind_lineage(kind))
        if not found and attributes <= {"switch", "level"} and "level" in attributes:
            found.add("light")
    commanded = {a for _, name in device.capabilities() if capabilities[name].commands for a in (name, *capabilities[name].attributes)}
    for kind, words in lexicon.offers.items():
        if any(word in squeezed(a) for word in words for a in commanded):
            found.add(kind)
    return frozenset(found)


def _head(label: str, lexicon: Lexicon) -> str | None:
    """The kind that a name says a device is: by its ending, else by the last kind word in it."""
    ending = next((kind for kind, pattern in lexicon.named.items() if pattern.search(label)), None)
    hits = [(m.end(), m.end() - m.start(), kind) for kind, p in lexicon.kinds.items() for m in p.pattern.finditer(label)]
    last = max(hits, default=None)
    return last[2] if last and (ending is None or last[0] == len(label)) else ending
