"""From the home's state to what stands in the picture: a plain function of values. What no reading says is not in it."""

import colorsys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from yamori.domain.capability import Attribute, Capability
from yamori.domain.home import Device, Home
from yamori.domain.receipt import Reading
from yamori.domain.values import Value
from yamori.gateway.backends.scene.kinds import Kind, Looks, looks
from yamori.gateway.backends.scene.light import Rgb, daylight, white

MOST = 24
"""Things in one picture; more would hide each other."""
_LONGEST = 24
"""Letters of a state that fit on a thing."""
_PLAIN_WHITE = 3200.0
"""Kelvin of a lamp that does not say its colour."""


@dataclass(frozen=True, kw_only=True)
class Thing:
    """One part of a device, as it looks now."""

    kind: Kind
    label: str
    on: bool = False
    """Shines, plays or runs."""
    strength: float = 1.0
    """0 to 1: how bright, how fast."""
    colour: Rgb = (1.0, 1.0, 1.0)
    """Of its light."""
    open: float = 0.0
    """0 to 1: a door, a window, a blind."""
    cover: bool = False
    """It covers a window: where it is open, the sky is seen."""
    display: tuple[str, ...] = ()
    """What its display says."""


@dataclass(frozen=True, kw_only=True)
class Scene:
    """One room at one moment."""

    room: str
    at: datetime
    """In the home's time zone."""
    daylight: float
    """0 to 1, outside."""
    things: tuple[Thing, ...] = ()
    left_out: int = 0
    """Things for which there was no place."""
    people: int = 0
    disorder: float = 0.0
    """0 to 1: how much lies about."""


def staged(home: Home, capabilities: Mapping[str, Capability], readings: Sequence[Reading], camera: Device, *, now: datetime) -> Scene:
    """The camera's own room with all that stands in it but the camera. `readings` are the home's."""
    values: dict[tuple[str, str], list[Reading]] = {}
    for reading in readings:
        values.setdefault((reading.device, reading.component), []).append(reading)
    known = looks()
    stood = home.room(camera.room)
    room = stood.name if stood is not None else home.name
    here = [device for device in home.devices if device.room == camera.room and device.id != camera.id]
    things: list[Thing] = []
    seen: list[_Part] = []
    for device in here:
        for component in device.components:
            part = _Part(device, component, room, capabilities, values.get((device.id, component), ()), known)
            seen.append(part)
            if (thing := part.thing()) is not None:
                things.append(thing)
    return Scene(
        room=room,
        at=now,
        daylight=daylight(now, home.place),
        things=tuple(things[:MOST]),
        left_out=max(0, len(things) - MOST),
        people=sum(part.people() for part in seen),
        disorder=max((part.disorder() for part in seen), default=0.0),
    )


class _Part:
    """One component of a device, asked for what can be seen of it."""

    def __init__(
        self, device: Device, component: str, room: str, capabilities: Mapping[str, Capability], readings: Sequence[Reading], known: Looks
    ) -> None:
        self._device = device
        self._component = component
        self._room = room
        self._known = known
        held = [capabilities[name] for name in device.components[component]]
        self._commanded = any(capability.commands for capability in held)
        self._values = [
            (capabilities[r.capability].attributes[r.attribute], r.value, r.unit)
            for r in readings
            if r.value is not None and r.attribute in capabilities[r.capability].attributes
        ]
        self._attributes = {name for capability in held for name in capability.attributes}

    def thing(self) -> Thing | None:
        """None for what cannot be seen, such as a part that only has a battery."""
        kind = self._known.kind(self._names(), self._attributes, commanded=self._commanded)
        display = tuple(self._displayed(with_names=kind in (Kind.BOX, Kind.SENSOR)))
        if kind is Kind.SENSOR and not display:
            return None
        strength = next((_share(a, v) for a, v in self._said("strength") if _number(v)), 1.0)
        return Thing(
            kind=kind,
            label=self._label(),
            on=self._on(kind, strength),
            strength=strength,
            colour=self._colour(),
            open=self._open(),
            cover=not self._known.facts["covers"].isdisjoint(self._attributes),
            display=display[:2],
        )

    def people(self) -> int:
        """How many are here, as far as a reading says so."""
        found = 0
        for _, value in self._said("people"):
            counted = int(value) if isinstance(value, int | float) else int(self._means(value, "present"))
            found = max(found, min(6, counted))
        return found

    def disorder(self) -> float:
        found = 0.0
        for fact, sign in (("disorder", 1), ("order", -1)):
            for attribute, value in self._said(fact):
                if isinstance(value, str):
                    found = max(found, 0.8 if self._means(value, "disorder") else 0.0)
                else:
                    share = _share(attribute, value)
                    found = max(found, share if sign > 0 else 1 - share)
        return found

    def _said(self, fact: str) -> Iterator[tuple[Attribute, Value]]:
        return ((a, value) for a, value, _ in self._values if a.name in self._known.facts[fact])

    def _means(self, value: Value, word: str) -> bool:
        return isinstance(value, str) and value in self._known.words[word]

    def _names(self) -> tuple[str, ...]:
        """A part of its own is recognised by its own name first: the lamp of a hood is a lamp."""
        return (self._device.name, *self._device.aliases) if self._component == "main" else (self._component,)

    def _label(self) -> str:
        """Without the name of the room: that stands below the picture."""
        room = f"{self._room} "
        name = self._device.name
        short = name[len(room) :] if name.lower().startswith(room.lower()) else name
        return short if self._component == "main" else f"{short}: {self._component}"

    def _on(self, kind: Kind, strength: float) -> bool:
        switches = [value is True or self._means(value, "on") for _, value in self._said("on")]
        if switches:
            return any(switches) and (strength > 0 or not kind.shines)
        if any(True for _ in self._said("strength")):
            return strength > 0
        return any(self._means(value, "on") for a, value, _ in self._values if a.name not in self._known.facts["unseen"])

    def _colour(self) -> Rgb:
        kelvin = next((float(v) for _, v in self._said("kelvin") if isinstance(v, int | float)), _PLAIN_WHITE)
        for _, value in self._said("colour"):
            if isinstance(value, str) and value != "white" and (found := _named_colour(value)) is not None:
                return found
        if not any(True for _ in self._said("colour")) and not any(True for _ in self._said("kelvin")):
            for attribute, value in self._said("hue"):
                if _number(value):
                    return colorsys.hsv_to_rgb(_share(attribute, value), 0.9, 1.0)
        return white(kelvin)

    def _open(self) -> float:
        found = 0.0
        for attribute, value in self._said("open"):
            if isinstance(value, str):
                found = max(found, 1.0 if self._means(value, "open") else 0.5 if self._means(value, "ajar") else 0.0)
            else:
                found = max(found, _share(attribute, value))
        return found

    def _displayed(self, *, with_names: bool) -> Iterator[str]:
        for attribute, value, unit in self._values:
            if attribute.name in self._known.facts["unseen"] or (isinstance(value, Mapping | Sequence) and not isinstance(value, str)):
                continue
            if isinstance(value, str) and attribute.name in self._known.facts["open"]:
                continue  # it is drawn
            text = ("yes" if value else "no") if isinstance(value, bool) else f"{value:g}" if isinstance(value, int | float) else str(value)
            shown = f"{text} {unit}" if unit else f"{attribute.name} {text}" if with_names or isinstance(value, bool) else text
            yield shown[:_LONGEST]


def _number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _share(attribute: Attribute, value: Value) -> float:
    """Where the value stands between the attribute's ends, 0 to 1."""
    if isinstance(value, bool):
        return float(value)
    if not isinstance(value, int | float):
        return 0.0
    low = attribute.minimum if attribute.minimum is not None else 0.0
    high = attribute.maximum if attribute.maximum is not None else 100.0
    return max(0.0, min(1.0, (value - low) / (high - low))) if high > low else 1.0


def _named_colour(name: str) -> Rgb | None:
    from PIL import ImageColor

    try:
        red, green, blue, *_ = ImageColor.getrgb(name)
    except ValueError:
        return None
    return (min(red, 255) / 255, min(green, 255) / 255, min(blue, 255) / 255)
