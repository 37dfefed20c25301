"""From a wish to commands: what the capabilities of this home's devices offer, found by their own names, units and values.

No capability is known here by name; a command is found because its name begins like the wish, because its one argument
sets a quantity that was spoken of, or because a value that it takes was said.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from yamori.agents.iot.rules.names import HomeIndex, Part
from yamori.agents.iot.rules.words import Colour, Lexicon, Number, Sense, name_words, normal, squeezed, stems
from yamori.domain.capability import Attribute, Capability, CommandSpec
from yamori.domain.values import Value

State = Mapping[str, Value]
"""`device.component.capability.attribute` to its value."""


@dataclass(frozen=True)
class Order:
    """One command to one component of one device."""

    device: str
    component: str
    capability: str
    command: str
    arguments: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Setter:
    """A command that sets one quantity to a value."""

    component: str
    capability: Capability
    command: CommandSpec
    argument: str
    attribute: Attribute


def offered(part: Part, index: HomeIndex) -> Iterator[tuple[str, Capability, CommandSpec]]:
    """Every command of the device, or of its one component."""
    for component, held in index.devices[part.device].components.items():
        if part.component in (None, component):
            for name in held:
                capability = index.capabilities[name]
                for command in capability.commands.values():
                    yield component, capability, command


def properties(command: CommandSpec) -> Mapping[str, Mapping[str, Any]]:
    """The argument schemas of a command, by name."""
    return cast(Mapping[str, Mapping[str, Any]], command.arguments.get("properties", {}) if command.arguments else {})


def needed(command: CommandSpec) -> tuple[str, ...]:
    """The arguments that must be given."""
    required = cast(Sequence[str], command.arguments.get("required", ()) if command.arguments else ())
    return tuple(a for a in required if a not in command.defaults)


def named(sense: Sense, part: Part, index: HomeIndex, lexicon: Lexicon) -> Order | None:
    """The command whose name begins like the wish and that needs nothing more."""
    for word in sense.commands:
        for component, capability, command in offered(part, index):
            if (
                begins(command.name, word)
                and not needed(command)
                and (not sense.about or is_about(capability, command, sense.about, lexicon))
            ):
                return Order(part.device, component, capability.name, command.name)
    return None


def begins(name: str, word: str) -> bool:
    """`on` is only `on`; a longer word may be continued (`startCleaning`, `returnToHome`)."""
    flat = squeezed(name)
    return flat == word or name_words(name)[:1] == (word,) or (len(word) > 4 and flat.startswith(word))


def is_about(capability: Capability, command: CommandSpec | None, concept: str, lexicon: Lexicon) -> bool:
    flat = [squeezed(capability.name), *(squeezed(a) for a in capability.attributes)]
    if command is not None:
        flat.append(squeezed(command.name))
    if any(unlike in word for unlike in lexicon.unlikes.get(concept, ()) for word in flat):
        return False
    return any(like in word for like in lexicon.likes.get(concept, ()) for word in flat)


def concepts_in(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    return tuple(name for name, phrases in lexicon.concepts.items() if phrases.found(text))


def setters(part: Part, index: HomeIndex) -> Iterator[Setter]:
    for component, capability, command in offered(part, index):
        wanted = needed(command)
        if len(wanted) == 1 and properties(command).get(wanted[0], {}).get("type") in ("integer", "number"):
            numeric = {n: a for n, a in capability.attributes.items() if a.type in ("integer", "number")}
            attribute = numeric.get(wanted[0]) or (next(iter(numeric.values())) if len(numeric) == 1 else None)
            if attribute is not None:
                yield Setter(component, capability, command, wanted[0], attribute)


def setter(part: Part, index: HomeIndex, lexicon: Lexicon, *, about: Sequence[str], number: Number | None) -> Setter | None:
    """The setter that fits what was said best; None when none fits or two fit equally well."""
    ranked: list[tuple[int, Setter]] = []
    for s in setters(part, index):
        points = 0
        if about:
            if not any(is_about(s.capability, s.command, concept, lexicon) for concept in about):
                continue
            points += 4
        elif is_about(s.capability, s.command, "colour", lexicon) or is_about(s.capability, s.command, "colourtemperature", lexicon):
            continue
        if number is not None and number.unit:
            unit = (s.attribute.unit or "").strip()
            same = (unit == "%") if number.unit == "%" else unit.lower() in ("°c", "c", "°f", "f", "celsius", "fahrenheit", "°", "℃")
            if not same and unit:
                continue
            points += 2 * same
        if number is not None and not number.relative:
            low, high = limits(s)
            points += (low is None or number.value >= low) and (high is None or number.value <= high)
        ranked.append((points, s))
    if not ranked:
        return None
    best = max(points for points, _ in ranked)
    top = [s for points, s in ranked if points == best]
    main = [s for s in top if s.component == "main"]
    if len(top) > 1 and len({s.attribute.name for s in top}) > 1:
        exact = [s for s in top if any(squeezed(s.attribute.name) in lexicon.likes.get(c, ()) for c in about)]
        return exact[0] if len({s.attribute.name for s in exact}) == 1 else None
    return (main or top)[0]


def limits(s: Setter) -> tuple[float | None, float | None]:
    schema = properties(s.command)[s.argument]
    low, high = schema.get("minimum", s.attribute.minimum), schema.get("maximum", s.attribute.maximum)
    return low, high


def put(s: Setter, part: Part, value: float) -> Order:
    whole = s.attribute.type == "integer" or properties(s.command)[s.argument].get("type") == "integer"
    return Order(part.device, s.component, s.capability.name, s.command.name, {s.argument: round(value) if whole else round(value, 2)})


def shifted(s: Setter, part: Part, state: State, *, by: float) -> Order | None:
    """The setter with what it is now plus `by`, kept within its range; None where what it is now is not known."""
    now = state.get(f"{part.device}.{s.component}.{s.capability.name}.{s.attribute.name}")
    if not isinstance(now, int | float) or isinstance(now, bool):
        return None
    low, high = limits(s)
    value = now + by
    value = max(value, low) if low is not None else value
    return put(s, part, min(value, high) if high is not None else value)


def usual_step(s: Setter) -> float:
    """A step that a person would call `a bit`: a degree, or a tenth of a wide range."""
    low, high = limits(s)
    return 1.0 if low is None or high is None or high - low <= 40 else round((high - low) / 10)


def valued(part: Part, index: HomeIndex, lexicon: Lexicon, text: str) -> list[tuple[Order, str]]:
    """Commands with one argument of which a listed value was said, each with the words said."""
    found: list[tuple[Order, str]] = []
    spoken = set(stems(text))
    for component, capability, command in offered(part, index):
        wanted = needed(command)
        if len(wanted) != 1:
            continue
        for value in properties(command).get(wanted[0], {}).get("enum", ()):
            said = said_value(str(value), text, spoken, lexicon)
            if said:
                found.append((Order(part.device, component, capability.name, command.name, {wanted[0]: value}), said))
    longest = max((len(said) for _, said in found), default=0)
    return [f for f in found if len(f[1]) == longest]


def said_value(value: str, text: str, spoken: set[str], lexicon: Lexicon) -> str | None:
    """The words in a text (normal form) that mean this value of an attribute or argument."""
    words = [w for part in name_words(value) for w in stems(part) or (part,)]
    if words and all(w in spoken for w in words):
        return " ".join(words)
    flat = squeezed(value)
    if any(c.isdigit() for c in flat) and (m := re.search(r"\s*".join(re.findall(r"\d+|[^\d\W]+", normal(value))), text)):
        return m.group()
    phrases = lexicon.values.get(flat)
    if phrases and (m := phrases.found(text)):
        return m.group()
    colour = next((c for c in lexicon.colours if c.name == flat), None)
    if colour and (m := colour.phrases.found(text)):
        return m.group()
    return normal(value) if len(value) > 1 and not value.isascii() and normal(value) in text else None


def coloured(part: Part, index: HomeIndex, colour: Colour) -> Order | None:
    """The command that takes a colour, in whichever form it takes it."""
    for component, capability, command in offered(part, index):
        wanted = needed(command)
        props = properties(command)
        if set(wanted) == {"hue", "saturation"}:
            values = _hue_saturation(props, colour)
            return Order(part.device, component, capability.name, command.name, values)
        if len(wanted) == 1 and wanted[0].lower() in ("color", "colour", "hex", "rgb"):
            schema = props[wanted[0]]
            if schema.get("type") == "object":
                inner = cast(Mapping[str, Mapping[str, Any]], schema.get("properties", {}))
                if {"hue", "saturation"} <= set(inner):
                    return Order(part.device, component, capability.name, command.name, {wanted[0]: _hue_saturation(inner, colour)})
                continue
            listed = [v for v in schema.get("enum", ()) if str(v).lower() == colour.name]
            if listed or "enum" not in schema:
                return Order(part.device, component, capability.name, command.name, {wanted[0]: listed[0] if listed else colour.hex})
    return None


def _hue_saturation(props: Mapping[str, Mapping[str, Any]], colour: Colour) -> dict[str, Value]:
    def scaled(name: str, share: float, usual: float) -> Value:
        value = share * float(props[name].get("maximum", usual))
        return round(value) if props[name].get("type") == "integer" else round(value, 2)

    return {"hue": scaled("hue", colour.hue / 360, 100), "saturation": scaled("saturation", colour.saturation / 100, 100)}


def restoring(part: Part, component: str, capability: Capability, attribute: str, value: Value) -> Order | None:
    """The command that brings an attribute back to a value it had: a setter, or a command whose effect is that value."""
    for command in capability.commands.values():
        wanted = needed(command)
        if wanted == (attribute,) or (len(wanted) == 1 and len(capability.attributes) == 1):
            return Order(part.device, component, capability.name, command.name, {wanted[0]: value})
        if not wanted and isinstance(value, str) and (squeezed(command.name) == squeezed(value) or _is_state_of(command.name, value)):
            return Order(part.device, component, capability.name, command.name)
    return None


def _is_state_of(command: str, value: str) -> bool:
    """`close` brings about `closed`, `lock` `locked`, `pause` `paused`, `play` `playing`."""
    stem = squeezed(command).rstrip("e")
    return len(stem) > 2 and squeezed(value).startswith(stem) and squeezed(value)[len(stem) :] in ("ed", "d", "e", "ing", "ped")
