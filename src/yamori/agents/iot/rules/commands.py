"""From a request to commands: what the capabilities of this home's devices offer, found by their own names, units and values.

No capability is known here by name; a command is found because its name begins like the request, because its one argument
sets a quantity that was spoken of, or because a value that it takes was said.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from yamori.agents.iot.rules.names import HomeIndex, Part
from yamori.agents.iot.rules.words import Colour, Lexicon, Number, Sense, name_words, normal, singular, squeezed, stems
from yamori.domain.capability import ArgumentEffect, Attribute, Capability, CommandSpec
from yamori.domain.language import holds_words
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


class Offer(NamedTuple):
    """One command that one component of a device offers."""

    device: str
    component: str
    capability: str
    command: str


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


_DURATION = ("minute", "second", "hour", "days", "duration", "timer", "time")


def takes_a_duration(part: Part, index: HomeIndex) -> bool:
    """Whether a command of the device takes how long: then `for ten minutes` may be its argument."""
    return any(is_duration(s, command) for _, _, command in offered(part, index) for s in properties(command))


def is_duration(argument: str, command: CommandSpec) -> bool:
    """Whether an argument says how long, by its own name or its command's."""
    numeric = properties(command)[argument].get("type") in ("integer", "number")
    return (
        numeric
        and "times" not in name_words(argument)
        and any(word in squeezed(argument) or word in squeezed(command.name) for word in _DURATION)
    )


def needed(command: CommandSpec) -> tuple[str, ...]:
    """The arguments that must be given."""
    required = cast(Sequence[str], command.arguments.get("required", ()) if command.arguments else ())
    return tuple(a for a in required if a not in command.defaults)


def named(sense: Sense, part: Part, index: HomeIndex, lexicon: Lexicon, spoken: Set[str] = frozenset()) -> Order | None:
    """The command whose name begins like the request and that needs nothing more. Of several (`startFiltering`, `startBackwash`) the one
    whose other words were spoken too (as stems); none where that does not tell."""
    for word in sense.commands:
        found = [
            (component, capability, command)
            for component, capability, command in offered(part, index)
            if begins(command.name, word)
            and not needed(command)
            and (not sense.about or is_about(capability, command, sense.about, lexicon))
        ]
        if len({command.name for _, _, command in found}) > 1 and not any(squeezed(c.name) == word for _, _, c in found):
            found = [f for f in found if set(map(singular, name_words(f[2].name)[1:])) <= spoken]
            if not found:
                return None
        for component, capability, command in sorted(found, key=lambda f: squeezed(f[2].name) != word):
            return Order(part.device, component, capability.name, command.name)
    return _by_value(sense, part, index)


def _by_value(sense: Sense, part: Part, index: HomeIndex) -> Order | None:
    """A command that takes its state as its one argument: `setMachineState(state: run)` starts. On and off are `switches.substitute`'s,
    because many a feature of a device is on or off."""
    for word in (w for w in sense.commands if w not in ("on", "off")):
        for component, capability, command in offered(part, index):
            wanted = needed(command)
            for value in properties(command).get(wanted[0], {}).get("enum", ()) if len(wanted) == 1 else ():
                if squeezed(str(value)) == word:
                    return Order(part.device, component, capability.name, command.name, {wanted[0]: value})
    return None


def spoken_command(part: Part, index: HomeIndex, lexicon: Lexicon, spoken: Set[str]) -> tuple[Order, CommandSpec] | None:
    """The one command all of whose words were spoken: an appliance's own verb, such as `dispense`, or what its file says of it (`Ring the
    bell.`). It needs one number at most."""
    found = []
    for component, capability, command in offered(part, index):
        words = set(map(singular, name_words(command.name)))
        wanted = needed(command)
        counted = all(properties(command).get(a, {}).get("type") in ("integer", "number") for a in wanted)
        own = words <= spoken and words - lexicon.filler
        says = documented_words(command, lexicon)
        if (own or (len(says) > 1 and says <= spoken)) and len(wanted) <= 1 and counted:
            found.append((Order(part.device, component, capability.name, command.name), command))
    return found[0] if len(found) == 1 else None


def documented_words(command: CommandSpec, lexicon: Lexicon) -> Set[str]:
    """What the file says that a command does, as stems without filler."""
    return set(stems(command.says)) - lexicon.filler


def counted_command(part: Part, index: HomeIndex, spoken: Set[str]) -> tuple[Order, CommandSpec] | None:
    """The one command whose only number was spoken of by its own name: `two portions`."""
    found = []
    for component, capability, command in offered(part, index):
        counted = [n for n, p in properties(command).items() if p.get("type") in ("integer", "number")]
        named = len(counted) == 1 and set(needed(command)) <= set(counted)
        if named and set(map(singular, name_words(counted[0]))) <= spoken and len(counted[0]) > 4:
            found.append((Order(part.device, component, capability.name, command.name), command))
    return found[0] if len(found) == 1 else None


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
            attribute = attribute_set(capability, command, wanted[0])
            if attribute is not None:
                yield Setter(component, capability, command, wanted[0], attribute)


def attribute_set(capability: Capability, command: CommandSpec, argument: str) -> Attribute | None:
    """The numeric attribute that an argument sets: as the file says, of the same name, of the command's name, or the only one."""
    numeric = {n: a for n, a in capability.attributes.items() if a.type in ("integer", "number")}
    said = next((n for n, e in command.effects.items() if isinstance(e, ArgumentEffect) and e.argument == argument), argument)
    named = next((n for n in numeric if squeezed(command.name) == f"set{squeezed(n)}"), "")
    return numeric.get(said) or numeric.get(named) or (next(iter(numeric.values())) if len(numeric) == 1 else None)


_UNITS = {"%": ("%", "percent", "pct"), "°": ("°c", "°f", "°", "℃", "c", "f", "deg", "degc", "celsius", "fahrenheit", "degrees", "degree")}
"""As people say them: `50 percent` and `50 degrees` are never the same amount."""


def unit_of(capability: Capability, command: CommandSpec, argument: str) -> str:
    """`%` or `°` where an argument, or the attribute that it sets, is in one of these; `other` for another unit, empty where none is."""
    attribute = attribute_set(capability, command, argument)
    for unit_word in ((attribute.unit or "").strip().lower() if attribute is not None else "", *name_words(argument)):
        for unit, names in _UNITS.items():
            if unit_word in names:
                return unit
    return "other" if attribute is not None and attribute.unit else ""


def is_in_unit(said: str, unit: str) -> bool:
    """Whether an amount that was said in a unit may be meant where another is told; what is said or told without one may be anything."""
    return not said or not unit or said not in _UNITS or said == unit or unit == "other"


def is_set(capability: Capability, attribute: str) -> bool:
    """Whether a command sets an attribute to what is asked for: it then tells a request, and not what is."""
    return any(isinstance(c.effects.get(attribute), ArgumentEffect) for c in capability.commands.values())


def is_switch(attribute: str, lexicon: Lexicon) -> bool:
    """Whether an attribute's name says that it is about on and off: `switch`, `power`, `lightOn`, `running`."""
    words = name_words(attribute)
    flat = squeezed(attribute)
    return any(like in flat for like in lexicon.likes["switchstate"]) or bool({"on", "active", "enabled", "running"} & set(words))


def setter(part: Part, index: HomeIndex, lexicon: Lexicon, *, about: Sequence[str], number: Number | None) -> Setter | None:
    """The setter that fits what was said best; None when none fits or two fit equally well."""
    ranked: list[tuple[int, Setter]] = []
    if number is not None and number.unit == "K":
        about = ("colourtemperature",)
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
            same = (
                unit == number.unit
                if number.unit in ("%", "K")
                else unit.lower() in ("°c", "c", "°f", "f", "celsius", "fahrenheit", "°", "℃")
            )
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


def beyond(order: Order, index: HomeIndex) -> tuple[float, float, str] | None:
    """(lowest, highest, unit) of a numeric argument that is outside its range, by the command's own file."""
    capability = index.capabilities[order.capability]
    command = capability.commands[order.command]
    for name, value in order.arguments.items():
        attribute = attribute_set(capability, command, name)
        if attribute is None or isinstance(value, bool) or not isinstance(value, int | float):
            continue
        low, high = limits(Setter(order.component, capability, command, name, attribute))
        if low is not None and high is not None and not low <= value <= high:
            return low, high, attribute.unit or ""
    return None


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
    phrases = lexicon.values.get(flat) or lexicon.values.get(singular(flat))
    if phrases and (m := phrases.found(text)):
        return m.group()
    colour = next((c for c in lexicon.colours if c.name == flat), None)
    if colour and (m := colour.phrases.found(text)):
        return m.group()
    return normal(value) if len(value) > 1 and normal(value) in text and holds_words(text, normal(value)) else None


def coloured(part: Part, index: HomeIndex, colour: Colour) -> Order | None:
    """The command that takes a colour, in whichever form it takes it."""
    for component, capability, command in offered(part, index):
        wanted = needed(command)
        props = properties(command)
        if wanted == ("hue",) and colour.saturation:
            return Order(part.device, component, capability.name, command.name, {"hue": _hue(props["hue"], colour)})
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
    top = float(props["saturation"].get("maximum", 100))
    value = colour.saturation / 100 * top
    whole = props["saturation"].get("type") == "integer"
    return {"hue": _hue(props["hue"], colour), "saturation": round(value) if whole else round(value, 2)}


def _hue(schema: Mapping[str, Any], colour: Colour) -> Value:
    """The hue on the argument's own scale: degrees, or a share of whatever its maximum is."""
    top = float(schema.get("maximum", 100))
    value = colour.hue if 355 <= top <= 360 else colour.hue / 360 * top
    return round(value) if schema.get("type") == "integer" else round(value, 2)
