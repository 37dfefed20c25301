"""What a room is like in a few words, and what needs attention: from capabilities and readings alone. Pure; `live` and `pages` call it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from yamori.domain.capability import Attribute, Capability
from yamori.domain.home import Device
from yamori.domain.receipt import Reading
from yamori.domain.values import Value
from yamori.web.words import Words

LOW_BATTERY = 20
"""Percent."""
_MOST_PARTS = 4
_MAIN = "main"
_COLOURED_LIGHT = frozenset({"colorControl", "colorTemperature", "lightEffect"})
_PLAIN_LIGHT = frozenset({"switch", "switchLevel", "powerMeter", "energyMeter"})
"""What a lamp without colours has at most; it can be dimmed."""
_ROOM_TEMPERATURES = (16.0, 26.0)
"""In °C. What can be set to nothing of this cools food or bakes."""
_ALARMS = frozenset(
    {("smoke", "detected"), ("water", "wet"), ("alarm", "triggered"), ("alarm", "siren"), ("alarm", "both"), ("siren", "on")}
)
_OPEN = frozenset({("contact", "open"), ("door", "open")})


class Concern(IntEnum):
    """Why something needs attention, the most urgent first."""

    ALARM = 0
    OPEN = 1
    UNLOCKED = 2
    UNAVAILABLE = 3
    BATTERY = 4


@dataclass(frozen=True, kw_only=True)
class Attention:
    """One thing that needs attention."""

    concern: Concern
    device: str
    component: str
    value: Value


@dataclass(frozen=True, kw_only=True)
class Glance:
    """One device, as far as the words about its room go."""

    lights_on: int = 0
    others_on: int = 0
    playing: int = 0
    temperature: float | None = None
    climate: bool = False
    """It measures the air of the room and does nothing else; its temperature goes first."""
    attention: tuple[Attention, ...] = ()


def glance(device: Device, readings: Sequence[Reading], capabilities: Mapping[str, Capability], *, online: bool = True) -> Glance:
    """`online`: False for a device at the edge that has not spoken lately."""
    values = {(r.component, r.capability, r.attribute): r.value for r in readings}
    if not online or is_silent(readings, capabilities):
        return Glance(attention=(Attention(concern=Concern.UNAVAILABLE, device=device.id, component=_MAIN, value=None),))
    main = frozenset(device.components.get(_MAIN, {}))
    is_on = values.get((_MAIN, "switch", "switch")) == "on"
    light = _is_light(main)
    playing = any(name == "playbackStatus" and value == "playing" for (_, _, name), value in values.items())
    measured = values.get((_MAIN, "temperatureMeasurement", "temperature"))
    fits = isinstance(measured, int | float) and not isinstance(measured, bool) and _of_the_room(main, capabilities)
    return Glance(
        lights_on=int(is_on and light),
        others_on=int(is_on and not light),
        playing=int(playing),
        temperature=float(measured) if fits and isinstance(measured, int | float) else None,
        climate="switch" not in main,
        attention=tuple(_concerns(device, values)),
    )


def is_silent(readings: Sequence[Reading], capabilities: Mapping[str, Capability]) -> bool:
    """Nothing is known of it that it should always be able to tell. A text, such as when a button was last pressed, may never have been."""
    told = [r for r in readings if (kind := _kind(r, capabilities)) is not None and (kind.values or kind.type != "string")]
    return bool(told) and all(r.value is None for r in told)


def summary(glances: Iterable[Glance], names: Mapping[str, str], words: Words) -> str:
    """`2 lights on · 21.5 °C · Window open`. `names` are those of the devices, by id. Empty where there is nothing to say."""
    known = list(glances)
    parts: list[str] = []
    if lights := sum(g.lights_on for g in known):
        parts.append(words.count("home.lights_on", lights))
    measured = sorted((g for g in known if g.temperature is not None), key=lambda g: not g.climate)
    if measured:
        parts.append(words.value(measured[0].temperature, "°C"))
    for concern in (Concern.ALARM, Concern.OPEN, Concern.UNLOCKED):
        found = [a for g in known for a in g.attention if a.concern is concern]
        key = f"home.{concern.name.lower()}"
        if len(found) == 1:
            parts.append(words(f"{key}_named", name=names.get(found[0].device, found[0].device)))
        elif found:
            parts.append(words(f"{key}_count", count=len(found)))
    if any(g.playing for g in known):
        parts.append(words("home.playing"))
    if others := sum(g.others_on for g in known):
        parts.append(words.count("home.others_on", others))
    return " · ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts[:_MOST_PARTS])


def _kind(reading: Reading, capabilities: Mapping[str, Capability]) -> Attribute | None:
    capability = capabilities.get(reading.capability)
    return capability.attributes.get(reading.attribute) if capability is not None else None


def _is_light(main: frozenset[str]) -> bool:
    bases = frozenset(name.partition("-")[0] for name in main)
    return bool(bases & _COLOURED_LIGHT) or ("switchLevel" in bases and bases <= _PLAIN_LIGHT)


def _of_the_room(main: frozenset[str], capabilities: Mapping[str, Capability]) -> bool:
    """Nothing beside the thermometer aims at temperatures that no room has."""
    low, high = _ROOM_TEMPERATURES
    for name in main:
        capability = capabilities.get(name)
        for attribute in capability.attributes.values() if capability is not None and capability.commands else ():
            bounds = (attribute.minimum, attribute.maximum)
            if (attribute.unit or "").startswith("°") and None not in bounds and (bounds[1] or 0) < low:
                return False
            if (attribute.unit or "").startswith("°") and bounds[0] is not None and bounds[0] > high:
                return False
    return True


def _concerns(device: Device, values: Mapping[tuple[str, str, str], Value]) -> Iterable[Attention]:
    seen: set[tuple[Concern, str]] = set()
    for (component, capability, name), value in values.items():
        concern = _concern(capability.partition("-")[0], name, value)
        if concern is not None and (concern, component) not in seen:
            seen.add((concern, component))
            yield Attention(concern=concern, device=device.id, component=component, value=value)


def _concern(capability: str, attribute: str, value: Value) -> Concern | None:
    if isinstance(value, str):
        if (attribute, value) in _ALARMS:
            return Concern.ALARM
        if (attribute, value) in _OPEN:
            return Concern.OPEN
        return Concern.UNLOCKED if (attribute, value) == ("lock", "unlocked") else None
    if isinstance(value, int | float) and not isinstance(value, bool):
        if attribute == "battery" and value <= LOW_BATTERY:
            return Concern.BATTERY
        if capability == "doorLevel" and attribute == "openLevel" and value > 0:
            return Concern.OPEN
    return None
