"""An inventory as a home: which entities make one device of ours, what it is called, and which entity each capability speaks to.

A device of Home Assistant is one of ours, with its sensors and settings. Where several of its entities are things of their own (a fan
with a lamp, a strip of outlets), each is a device: in Home Assistant too, names, aliases and areas belong to entities.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from yamori.domain.capability import Capability
from yamori.domain.home import Device, Floor, Home, Person, Room
from yamori.domain.language import DEFAULT_LANGUAGE, is_spaced
from yamori.domain.values import Value
from yamori.gateway.homeassistant.domains import domains
from yamori.gateway.homeassistant.inventory import Area, Entity, HaDevice, Inventory
from yamori.gateway.homeassistant.traits import Held, acts, held_by
from yamori.gateway.homefile import LoadedHome

MAIN = "main"
_SENSORS = ("sensor", "binary_sensor")
_COOLS = frozenset({"cool", "heat_cool", "dry", "fan_only"})
_CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
_READ = re.compile(rf"[A-Za-z0-9]|{_CJK.pattern}")
"""Letters by which a name is found in a sentence; without one, a word added to it would be all that is left of the name."""
Place = tuple[str, str]
"""Device and component."""


@dataclass(frozen=True, kw_only=True)
class MappedHome:
    """A home, and the way from its capabilities to the entities."""

    loaded: LoadedHome
    held: Mapping[tuple[str, str, str], Held]
    """(device, component, capability) to what fulfils it."""
    places: Mapping[str, Place]
    """Entity to where it stands in the home."""
    inventory: Inventory


def mapped_home(inventory: Inventory, *, simulated: bool) -> MappedHome:
    """`simulated` for a home that exists only here; else commands end in whatever a real device does."""
    drafts = _drafts(inventory, simulated=simulated)
    _distinguish(drafts)
    capabilities: dict[str, Capability] = {}
    held: dict[tuple[str, str, str], Held] = {}
    places: dict[str, Place] = {}
    for draft in drafts:
        for component, own in draft.components.items():
            for one in own:
                capabilities[one.capability.name] = one.capability
                held[draft.id, component, one.capability.name] = one
                places[one.entity] = (draft.id, component)
    home = Home(
        name=inventory.name,
        place=inventory.place,
        floors=inventory.floors,
        rooms=_rooms(inventory, drafts),
        people=tuple(Person(id=_id(e.id.partition(".")[2]), name=e.name) for e in inventory.entities if e.domain == "person"),
        devices=tuple(draft.device() for draft in drafts),
    )
    return MappedHome(loaded=LoadedHome(home=home, capabilities=capabilities), held=held, places=places, inventory=inventory)


@dataclass(kw_only=True)
class _Draft:
    """A device while it is put together."""

    id: str
    name: str
    room: str | None
    word: str
    """What such a thing is called, where its name may not say."""
    aliases: list[str] = field(default_factory=list)
    components: dict[str, list[Held]] = field(default_factory=dict)

    def take(self, held: Sequence[Held], component: str) -> None:
        self.components.setdefault(component, []).extend(held)

    def clashes(self, held: Sequence[Held], component: str) -> bool:
        taken = {one.trait.capability for one in self.components.get(component, ())}
        return any(one.trait.capability in taken for one in held)

    def device(self) -> Device:
        aliases = [alias for alias in dict.fromkeys(self.aliases) if alias and alias != self.name]
        components: dict[str, dict[str, Mapping[str, Value]]] = {
            name: {one.capability.name: one.initial for one in own} for name, own in self.components.items()
        }
        return Device(id=self.id, name=self.name, room=self.room, aliases=tuple(aliases), components=components)


def _drafts(inventory: Inventory, *, simulated: bool) -> list[_Draft]:
    devices = {device.id: device for device in inventory.devices if device.name.strip()}
    grouped: dict[str, list[tuple[Entity, tuple[Held, ...]]]] = {}
    for entity in map(_named, inventory.entities):
        if held := held_by(entity, inventory, simulated=simulated):
            key = f"device:{entity.device}" if entity.device in devices else entity.id
            grouped.setdefault(key, []).append((entity, held))
    drafts: list[_Draft] = []
    for members in grouped.values():
        drafts += _of_device(members, devices.get(members[0][0].device or ""))
    return drafts


def _named(entity: Entity) -> Entity:
    """What has no name is called by its id."""
    return entity if entity.name.strip() else replace(entity, name=entity.id.partition(".")[2].replace("_", " ") or entity.id)


def _of_device(members: list[tuple[Entity, tuple[Held, ...]]], device: HaDevice | None) -> list[_Draft]:
    things = [member for member in members if acts(member[0])]
    rest = [member for member in members if not acts(member[0])]
    if device is not None:  # the one that bears the device's own name is the device
        things.sort(key=lambda member: (member[0].name != device.name, _rank(member[0])))
    drafts = [_thing(entity, held, device, alone=len(things) == 1) for entity, held in things]
    if not drafts:
        rest.sort(key=lambda member: member[0].domain in _SENSORS)
        (first, held), *rest = rest
        draft = _thing(first, held, device, alone=True)
        if device is not None and rest:
            draft.name = device.name
        drafts = [draft]
    main = drafts[0]
    for entity, held in rest:
        inside = entity.domain in _SENSORS and not main.clashes(held, MAIN)
        main.take(held, MAIN if inside else _component(entity, device, main))
    return drafts


def _rank(entity: Entity) -> int:
    return list(domains()).index(entity.domain)


def _thing(entity: Entity, held: Sequence[Held], device: HaDevice | None, *, alone: bool) -> _Draft:
    area = entity.area or (device.area if device is not None else None)
    word, known = _called(entity)
    draft = _Draft(id=_id(entity.id), name=entity.name, room=_id(area) if area else None, word=word, aliases=[*entity.aliases])
    if device is not None and alone and device.name.casefold() != entity.name.casefold():
        draft.aliases.append(device.name)
    written = in_ascii(entity.name, entity.id.partition(".")[2])
    if written:
        draft.aliases.append(written)
    base = entity.name if _READ.search(entity.name) else written
    if base and word and not known:
        draft.aliases.append(f"{base} {word}")
    draft.take(held, MAIN)
    return draft


def in_ascii(name: str, id: str) -> str:
    """How people write a name on another keyboard: `Kuche` for `Küche`; else as Home Assistant itself romanised it for the id."""
    if name.isascii() or _CJK.search(name):
        return ""
    folded = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    romanised = re.sub(r"[^a-z0-9]+", " ", id.lower()).strip()
    return folded if folded.isascii() else romanised if re.search(r"[a-z]{2}", romanised) else ""


def _called(entity: Entity) -> tuple[str, bool]:
    """The word for such a thing, and whether its name says it already."""
    domain = domains().get(entity.domain)
    if domain is None or not acts(entity):
        return "", True
    words = domain.called
    modes = entity.attributes.get("hvac_modes")
    if domain.cools and isinstance(modes, list | tuple) and _COOLS & set(map(str, modes)):
        words = domain.cools
    words = domain.classes.get(str(entity.attributes.get("device_class") or ""), words)
    name = entity.name.casefold()
    known = any(_is_called(name, word) for of_language in words.values() for word in of_language)
    return next(iter(words.get(DEFAULT_LANGUAGE, ())), ""), known or not domain.named


def _is_called(name: str, word: str) -> bool:
    """Whether a name has the word, or where words stand apart also its plural."""
    return re.search(rf"(?<![a-z]){re.escape(word)}s?(?![a-z])", name) is not None if is_spaced(word) else word in name


def _component(entity: Entity, device: HaDevice | None, draft: _Draft) -> str:
    """Its own name without the device's, as an id; made unlike those that are there."""
    name = entity.name
    if device is not None and name.casefold().startswith(device.name.casefold()):
        name = name[len(device.name) :]
    short = re.sub(r"\W+", "_", name).strip("_") or entity.domain
    taken = {MAIN, *draft.components}
    return next(option for option in (short, f"{short}_{entity.domain}", _id(entity.id)) if option not in taken)


def _distinguish(drafts: Sequence[_Draft]) -> None:
    """Of things in one room that are called the same, those whose name does not say what they are get a word for it."""
    names = Counter((draft.name.casefold(), draft.room) for draft in drafts)
    for draft in drafts:
        if names[draft.name.casefold(), draft.room] > 1 and draft.word and f"{draft.name} {draft.word}" in draft.aliases:
            draft.name = f"{draft.name} {draft.word}"


def _rooms(inventory: Inventory, drafts: Sequence[_Draft]) -> tuple[Room, ...]:
    floors = {floor.id for floor in inventory.floors}
    rooms = {_id(area.id): _room(area, floors) for area in inventory.areas}
    for draft in drafts:
        if draft.room is not None and draft.room not in rooms:  # spoken of by an entity, but never listed
            rooms[draft.room] = Room(id=draft.room, name=draft.room.replace("_", " "))
    return tuple(rooms.values())


def _room(area: Area, floors: set[str]) -> Room:
    written = in_ascii(area.name, area.id)
    aliases = tuple(dict.fromkeys((*area.aliases, written))) if written else area.aliases
    return Room(id=_id(area.id), name=area.name, floor=area.floor if area.floor in floors else None, aliases=aliases)


def _id(theirs: str) -> str:
    """`light.kitchen` as `light:kitchen`: dots separate the parts of our addresses."""
    return re.sub(r"[^\w:-]", "_", theirs.replace(".", ":"))


def floor_of(name: str, *, aliases: Sequence[str] = (), id: str | None = None) -> Floor:
    """A floor that is known by its name alone."""
    return Floor(id=_id(id or re.sub(r"\s+", "_", name.casefold())), name=name, aliases=tuple(aliases))
