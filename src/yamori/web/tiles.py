"""A home as the panel shows it: rooms by floor, and of each device what matters most. Knows attributes, never a kind of device."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from yamori.domain.capability import Attribute, Capability
from yamori.domain.home import Device, Home, Room
from yamori.domain.receipt import Reading
from yamori.web.marks import mark
from yamori.web.state import HomeState
from yamori.web.words import Words

_MOST_IN_FRONT = 3
_MAIN = "main"
_POWER = "switch"
"""The attribute that turns a device on and off as a whole."""
_OFF = "off"
# An option that is not in use is no news, and a bare `inactive` leaves open what is.
_NO_NEWS = frozenset({"off", "none"})
_VAGUE = frozenset({"on", "active", "inactive"})
# States that a person glances for, whatever reports them.
_AWAKE = frozenset({"on", "open", "opening", "unlocked", "active", "present", "detected", "wet", "playing", "running", "run", "cleaning"})


@dataclass(frozen=True, kw_only=True)
class Line:
    """One reading in words."""

    label: str
    value: str
    """With its unit."""


@dataclass(frozen=True, kw_only=True)
class Tile:
    """One device."""

    id: str
    mark: str
    """Its element's id."""
    name: str
    now: str
    """The few readings that say how it is, in one line."""
    awake: bool
    """Something of it is on, open, moving: worth a glance."""
    lines: tuple[Line, ...]
    """Every reading."""


@dataclass(frozen=True, kw_only=True)
class RoomShown:
    name: str
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, kw_only=True)
class FloorShown:
    name: str | None
    """None where the home has no floors, or a room stands on none of them."""
    rooms: tuple[RoomShown, ...]


def floors_shown(home: Home, state: HomeState, capabilities: Mapping[str, Capability], words: Words) -> tuple[FloorShown, ...]:
    """The whole home in the order of its file; rooms without devices are left out."""
    rooms_known = {room.id for room in home.rooms}

    def room_shown(room: Room | None) -> RoomShown:
        inside = [d for d in home.devices if (d.room if d.room in rooms_known else None) == (room.id if room else None)]
        name = words.name(room.name, room.aliases) if room else words("house.other")
        return RoomShown(name=name, tiles=tuple(tile(d, state.of(d.id), capabilities, words) for d in inside))

    floors_known = {floor.id for floor in home.floors}
    storeys: list[tuple[str | None, list[Room | None]]] = [
        (words.name(floor.name, floor.aliases), [room for room in home.rooms if room.floor == floor.id]) for floor in home.floors
    ]
    storeys.append((None, [*(room for room in home.rooms if room.floor not in floors_known), None]))
    shown = [FloorShown(name=name, rooms=tuple(r for r in map(room_shown, rooms) if r.tiles)) for name, rooms in storeys]
    return tuple(floor for floor in shown if floor.rooms)


def tile(device: Device, readings: Sequence[Reading], capabilities: Mapping[str, Capability], words: Words) -> Tile:
    kinds = [(r, _attribute(r, capabilities)) for r in readings]
    awake = any(isinstance(r.value, str) and r.value in _AWAKE and _is_state(r, kind) for r, kind in kinds)
    return Tile(
        id=device.id,
        mark=mark("device", device.id),
        name=words.name(device.name, device.aliases),
        now=_now(kinds, words),
        awake=awake,
        lines=tuple(Line(label=label(r.component, r.attribute, words), value=words.value(r.value, _unit(r, kind))) for r, kind in kinds),
    )


def label(component: str, attribute: str, words: Words) -> str:
    """`level`, or `freezer · temperature` where the device has more than its main component."""
    name = words.attribute(attribute)
    return name if component == _MAIN else f"{words.attribute(component)} · {name}"


def _now(kinds: Sequence[tuple[Reading, Attribute | None]], words: Words) -> str:
    """States first, then numbers with a unit. What is off says only that: its other settings are for later."""
    known = [(r, kind) for r, kind in kinds if isinstance(r.value, bool | int | float | str) and r.value != ""]
    if any(r.value == _OFF and r.attribute == _POWER and r.component == _MAIN for r, _ in known):
        return words.value(_OFF)
    news = [pair for pair in known if pair[0].value not in _NO_NEWS] or known
    front = sorted(news, key=lambda pair: _rank(*pair))[:_MOST_IN_FRONT]
    said = [words.value(r.value, _unit(r, kind)) for r, kind in front]
    parts = (f"{_lead(r, kind, words, alone=said.count(text) == 1)} {text}".strip() for (r, kind), text in zip(front, said, strict=True))
    # A line breaks between readings, never between a number and its unit.
    return " · ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts)


def _lead(reading: Reading, kind: Attribute | None, words: Words, *, alone: bool) -> str:
    """What stands before a value in front: nothing where it speaks for itself, which a bare `yes` or `5` does not."""
    match reading.value:
        case bool():
            plain = False
        case str() as state:
            plain = state not in _VAGUE or reading.attribute == _POWER
        case _:
            plain = _unit(reading, kind) is not None
    if not (plain and alone):
        return label(reading.component, reading.attribute, words)
    return "" if reading.component == _MAIN else words.attribute(reading.component)


def _rank(reading: Reading, kind: Attribute | None) -> tuple[int, int]:
    """Sorts what says most to the front; `sorted` keeps the file's order among equals."""
    if _is_state(reading, kind):
        weight = 0
    elif isinstance(reading.value, int | float):
        weight = 1 if _unit(reading, kind) else 2
    else:
        weight = 3
    return (0 if reading.component == _MAIN else 1, weight)


def _is_state(reading: Reading, kind: Attribute | None) -> bool:
    """One of a few values by its capability: a state that a person knows by name."""
    return isinstance(reading.value, bool) or (kind is not None and bool(kind.values))


def _attribute(reading: Reading, capabilities: Mapping[str, Capability]) -> Attribute | None:
    capability = capabilities.get(reading.capability)
    return capability.attributes.get(reading.attribute) if capability else None


def _unit(reading: Reading, kind: Attribute | None) -> str | None:
    return reading.unit or (kind.unit if kind else None)
