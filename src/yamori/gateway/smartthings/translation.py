"""How our commands are said in SmartThings' words. Pure; everything it knows is in two documents, our capability file and their definition.

A file of ours may have commands that SmartThings lacks ("a step brighter") and say others differently. Where the names and arguments
agree a command goes as it is; else what it does to its attribute is said with whatever the definition lists as setting that attribute;
what can be said in neither way is not offered.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from yamori.domain.capability import ArgumentEffect, Attribute, Capability, CommandSpec, Effect, SetEffect
from yamori.domain.errors import InvalidRequest
from yamori.domain.receipt import Command
from yamori.domain.values import Value
from yamori.gateway.capabilityfile import argument_schemas
from yamori.gateway.effects import state_after
from yamori.gateway.homeassistant.narrowing import own_name
from yamori.gateway.smartthings.definition import Definition, as_capability, as_command

_NUMBERS = {"integer", "number"}


@dataclass(frozen=True, kw_only=True)
class AsItIs:
    """The command has the same meaning there; `order` are our names of its arguments, by their position."""

    order: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class BySetting:
    """The command is said as the value that it gives an attribute."""

    attribute: str


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A capability as we offer it, and how each of its commands is said."""

    id: str
    """SmartThings' own name of it."""
    capability: Capability
    """Under a name of its own where it is not what our file of this name says: one home may have devices of both kinds."""
    sayings: Mapping[str, AsItIs | BySetting]
    definition: Definition | None


@dataclass(frozen=True, kw_only=True)
class Said:
    """One command in SmartThings' words."""

    capability: str
    command: str
    arguments: Sequence[Value]


def offered(id: str, *, definition: Definition | None, file: Capability | None) -> Offer | None:
    """What we offer of a capability; None when neither a definition nor a file tells of it."""
    if definition is None:
        if file is None:
            return None
        sayings = {name: AsItIs(order=tuple(argument_schemas(spec))) for name, spec in file.commands.items()}
        return Offer(id=id, capability=file, sayings=sayings, definition=None)
    if file is not None and _same_thing(definition, file):
        joined = _joined(definition, file)
        return joined if joined.capability == file else replace(joined, capability=own_name(joined.capability, id))
    whole = as_capability(definition)
    whole = replace(whole, name=id) if file is None else own_name(whole, id)
    return Offer(id=id, capability=whole, sayings={name: _as_it_is(definition, name) for name in whole.commands}, definition=definition)


def _same_thing(definition: Definition, file: Capability) -> bool:
    """Whether the file is about what the definition is about: some attribute of the same name, or none on either side."""
    shared = set(file.attributes) & set(definition.attributes)
    return bool(shared) or not (file.attributes and definition.attributes)


def _joined(definition: Definition, file: Capability) -> Offer:
    attributes: dict[str, Attribute] = {}
    for name, held in file.attributes.items():
        if (theirs := definition.attributes.get(name)) is not None:
            attributes[name] = _widened(held, theirs.attribute)
    for name, theirs in definition.attributes.items():
        if not theirs.listed:
            attributes.setdefault(name, theirs.attribute)
    commands: dict[str, CommandSpec] = {}
    sayings: dict[str, AsItIs | BySetting] = {}
    for name, spec in file.commands.items():
        if (saying := _saying(definition, spec)) is not None:
            commands[name], sayings[name] = spec, saying
        elif name in definition.commands:
            commands[name], sayings[name] = replace(as_command(definition, name), risk=spec.risk), _as_it_is(definition, name)
    for name in definition.commands:
        if name not in commands:
            commands[name], sayings[name] = as_command(definition, name), _as_it_is(definition, name)
    return Offer(id=file.name, capability=replace(file, attributes=attributes, commands=commands), sayings=sayings, definition=definition)


def _widened(ours: Attribute, theirs: Attribute) -> Attribute:
    """Ours, with the values that their devices may report as well."""
    if ours.type != theirs.type and not {ours.type, theirs.type} <= _NUMBERS:
        return theirs
    return replace(ours, values=tuple(dict.fromkeys((*ours.values, *theirs.values)))) if ours.values else ours


def _as_it_is(definition: Definition, name: str) -> AsItIs:
    return AsItIs(order=tuple(argument.name for argument in definition.commands[name]))


def _saying(definition: Definition, spec: CommandSpec) -> AsItIs | BySetting | None:
    theirs = definition.commands.get(spec.name)
    schemas = argument_schemas(spec)
    required = spec.arguments.get("required")
    given = {*spec.defaults, *(required if isinstance(required, list) else ())}
    if theirs is not None:
        order = tuple(argument.name for argument in theirs)
        if len(schemas) == 1 and order and not set(schemas) & set(order):
            order = (*schemas, *order[1:])  # one argument each, under another name
        needed = {name for name, argument in zip(order, theirs, strict=True) if argument.required}
        kinds = dict(zip(order, (argument.schema.get("type") for argument in theirs), strict=True))
        if set(schemas) <= set(order) and needed <= given and all(_fits(schemas[name].get("type"), kinds[name]) for name in schemas):
            return AsItIs(order=order)
    own = [target for target in spec.effects if "." not in target]
    return BySetting(attribute=own[0]) if len(own) == 1 and _settable(definition, own[0], spec.effects[own[0]]) else None


def _settable(definition: Definition, attribute: str, effect: Effect) -> bool:
    """Whether the definition lists something that gives the attribute such a value, and that needs nothing else."""
    held = definition.attributes.get(attribute)
    if held is None:
        return False
    one = held.commands.get(effect.value) if isinstance(effect, SetEffect) and isinstance(effect.value, str) else None
    if one is not None and _needs_nothing(definition, one):
        return True
    setter = definition.commands.get(held.setter or "", ())
    return bool(setter) and not any(argument.required for argument in setter[1:])


def _needs_nothing(definition: Definition, command: str) -> bool:
    return command in definition.commands and not any(argument.required for argument in definition.commands[command])


def _fits(ours: Value, theirs: Value) -> bool:
    return theirs is None or ours == theirs or (ours in _NUMBERS and theirs in _NUMBERS)


def said(
    offer: Offer, command: Command, *, held: Mapping[str, Capability], before: Mapping[str, Value], fahrenheit: Collection[str] = ()
) -> Said:
    """The command in SmartThings' words. `fahrenheit` names the attributes that this device counts in °F while we count in °C.

    Raises `InvalidRequest` when this value cannot be said.
    """
    spec = offer.capability.commands[command.name]
    name, arguments = command.name, command.arguments
    match offer.sayings[command.name]:
        case AsItIs(order=order):
            hot = {
                effect.argument
                for target, effect in spec.effects.items()
                if isinstance(effect, ArgumentEffect) and f"{command.capability}.{target}" in fahrenheit
            }
            positions = [_to_fahrenheit(arguments.get(each)) if each in hot else arguments.get(each) for each in order]
            while positions and positions[-1] is None:
                positions.pop()
            if None in positions:
                missing = order[positions.index(None)]
                raise InvalidRequest(f"{name} needs {missing} as well", where=f"arguments.{missing}")
            return Said(capability=offer.id, command=name, arguments=positions)
        case BySetting(attribute=attribute):
            path = f"{command.capability}.{attribute}"
            value = state_after(spec, arguments, capability=command.capability, held=held, before=before).get(path)
            assert offer.definition is not None, "only a definition tells what sets an attribute"
            setting = offer.definition.attributes[attribute]
            one = setting.commands.get(value) if isinstance(value, str) else None
            if one is not None and _needs_nothing(offer.definition, one):
                return Said(capability=offer.id, command=one, arguments=[])
            if value is None or setting.setter is None:
                raise InvalidRequest(f"{name} cannot be said to this device", where="name")
            value = _to_fahrenheit(value) if path in fahrenheit else value
            return Said(capability=offer.id, command=setting.setter, arguments=[value])


def _to_fahrenheit(value: Value) -> Value:
    return round(value * 9 / 5 + 32, 1) if isinstance(value, int | float) and not isinstance(value, bool) else value


def to_celsius(value: Value) -> Value:
    return round((value - 32) * 5 / 9, 2) if isinstance(value, int | float) and not isinstance(value, bool) else value
