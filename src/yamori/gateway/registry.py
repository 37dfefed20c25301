"""What the home has, by name: finds devices, capabilities and attributes, and checks commands before anything is sent.

Every wrong name or value leaves here as an `InvalidRequest` that says where, what would be right, and the nearest valid names.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from yamori.domain.capability import AddEffect, ArgumentEffect, Attribute, Capability, CommandSpec
from yamori.domain.errors import InvalidRequest
from yamori.domain.home import Device
from yamori.domain.receipt import Command
from yamori.domain.values import Value
from yamori.gateway.attributes import Unfit, allowed_range, fit
from yamori.gateway.capabilityfile import argument_schemas, validator
from yamori.gateway.homefile import LoadedHome
from yamori.gateway.mistakes import described
from yamori.gateway.names import listed, nearest

_TYPE_WORDS = {"integer": "a whole number", "number": "a number", "string": "a string", "boolean": "true or false", "object": "an object"}


@dataclass(frozen=True, kw_only=True)
class Address:
    """One attribute of one device, with what its capability says of it."""

    device: str
    component: str
    capability: str
    attribute: Attribute


class HouseRegistry:
    """The devices and capabilities of one home."""

    def __init__(self, loaded: LoadedHome) -> None:
        self.replace(loaded)

    def replace(self, loaded: LoadedHome) -> None:
        """The home has changed while it runs: from here on names are resolved in this one."""
        self.home = loaded.home
        self.capabilities = loaded.capabilities
        self._devices = {device.id: device for device in loaded.home.devices}
        self._validators: dict[tuple[str, str], Draft202012Validator] = {}

    def device(self, id: str) -> Device:
        if (device := self._devices.get(id)) is None:
            raise self._unknown_device(id)
        return device

    def component(self, device: str, component: str) -> Mapping[str, Capability]:
        """The capabilities of a component, by name."""
        found = self.device(device)
        if component not in found.components:
            raise _unknown("component", component, found.components, f"{device} has")
        return {name: self.capabilities[name] for name in found.components[component]}

    def address(self, device: str, component: str, capability: str, attribute: str) -> Address:
        found = self._capability(device, component, capability)
        if attribute not in found.attributes:
            raise _unknown("attribute", attribute, found.attributes, f"{capability} has")
        return Address(device=device, component=component, capability=capability, attribute=found.attributes[attribute])

    def address_of(self, path: str) -> Address:
        """The address that `device.component.capability.attribute` names; a capability's own name may hold dots."""
        parts = path.split(".")
        if len(parts) < 4:
            raise InvalidRequest(f"{path} is no address; expected device.component.capability.attribute", where="path")
        return self.address(parts[0], parts[1], ".".join(parts[2:-1]), parts[-1])

    def spec(self, command: Command) -> CommandSpec:
        """What the capability's file says of the command."""
        capability = self._capability(command.device, command.component, command.capability)
        if command.name not in capability.commands:
            if not capability.commands:
                raise InvalidRequest(f"{command.capability} can only be read; it has no commands", where="name")
            raise _unknown("command", command.name, capability.commands, f"{command.capability} has", where="name")
        return capability.commands[command.name]

    def checked(self, command: Command) -> Command:
        """The command with defaults filled in; raises `InvalidRequest` for whatever the capability does not allow."""
        spec = self.spec(command)
        given = _plain(command.arguments)
        schemas = argument_schemas(spec)
        if not spec.arguments.get("additionalProperties") and not spec.arguments.get("patternProperties"):
            for name in given:
                if name not in schemas:
                    if not schemas:
                        raise InvalidRequest(f"{command.name} takes no arguments", where=f"arguments.{name}")
                    raise _unknown("argument", name, schemas, f"{command.name} takes", where=f"arguments.{name}")
        said = {name: value for name, value in given.items() if value is not None or _takes_null(schemas.get(name))}
        arguments = {**spec.defaults, **said}
        held = self.component(command.device, command.component)
        targets = _targets(spec, command.capability, held)
        for error in self._validator(command, spec).iter_errors(arguments):
            raise _misfit(command, arguments, error, schemas, targets)
        return replace(command, arguments={name: _fitted(name, value, targets) for name, value in arguments.items()})

    def _validator(self, command: Command, spec: CommandSpec) -> Draft202012Validator:
        key = (command.capability, command.name)
        if key not in self._validators:
            self._validators[key] = validator(spec.arguments)
        return self._validators[key]

    def _capability(self, device: str, component: str, capability: str) -> Capability:
        held = self.component(device, component)
        if capability in held:
            return held[capability]
        elsewhere = [name for name, capabilities in self._devices[device].components.items() if capability in capabilities]
        if elsewhere:
            raise InvalidRequest(
                f"the component {component} of {device} has no capability {capability}, but {listed(elsewhere)} has",
                where="component",
                nearest=tuple(elsewhere),
            )
        raise _unknown("capability", capability, held, f"{device} has")

    def _unknown_device(self, id: str) -> InvalidRequest:
        """Nearest by id, name or alias; what is offered are ids."""
        spoken = {name: device.id for device in self.home.devices for name in (device.id, device.name, *device.aliases)}
        near = tuple(dict.fromkeys(spoken[name] for name in nearest(id, spoken, limit=6)))[:3]
        said = f"; the nearest are {listed(near)}" if near else ""
        return InvalidRequest(f"there is no device {_shown(id)}{said}", where="device", nearest=near)


def _unknown(what: str, name: str, valid: Iterable[str], has: str, *, where: str | None = None) -> InvalidRequest:
    names = tuple(valid)
    return InvalidRequest(
        f"there is no {what} {_shown(name)}; {has} {listed(names).replace(' or ', ' and ')}",
        where=where or what,
        nearest=nearest(name, names),
    )


def _shown(name: str) -> str:
    name = name.encode("utf-8", "replace").decode()
    return name if len(name) <= 60 else f"{name[:60]}…"


def _plain(arguments: Mapping[str, Value]) -> Mapping[str, Value]:
    """The arguments as finite JSON: what comes from a model or a client may be anything."""
    if not isinstance(arguments, Mapping):
        raise InvalidRequest(f"the arguments must be an object, got {described(arguments)}", where="arguments")
    try:
        written = json.dumps(arguments, allow_nan=False, ensure_ascii=False)
        written.encode()  # half a surrogate pair would only fail later, at an endpoint or in a file
        plain = json.loads(written, parse_int=_whole)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidRequest(f"the arguments cannot be read: {error}", where="arguments") from error
    assert isinstance(plain, dict)
    return plain


def _whole(digits: str) -> int:
    """No device counts beyond 18 digits; a number that cannot even be compared with a fraction would only fail later."""
    if len(digits) > 18:
        raise ValueError(f"the number {digits[:18]}… is too large")
    return int(digits)


def _takes_null(schema: Mapping[str, Value] | None) -> bool:
    """Small models write null for what was not said; it counts as said only where null means something."""
    return schema is None or validator(schema).is_valid(None)


def _targets(spec: CommandSpec, capability: str, held: Mapping[str, Capability]) -> Mapping[str, tuple[Attribute, bool]]:
    """The attribute that each argument is for, and whether the argument is its value (rather than a step)."""
    targets: dict[str, tuple[Attribute, bool]] = {}
    for target, effect in spec.effects.items():
        if not isinstance(effect, ArgumentEffect | AddEffect) or effect.argument is None:
            continue
        other, _, name = target.rpartition(".")
        owner = held.get(other or capability)
        if owner is not None and name in owner.attributes:
            targets.setdefault(effect.argument, (owner.attributes[name], isinstance(effect, ArgumentEffect)))
    return targets


def _fitted(name: str, value: Value, targets: Mapping[str, tuple[Attribute, bool]]) -> Value:
    attribute, is_value = targets.get(name, (None, False))
    if attribute is None or not is_value:
        return value
    try:
        return fit(attribute, value)
    except Unfit as unfit:
        near = nearest(value, attribute.values) if isinstance(value, str) else ()
        raise InvalidRequest(f"{name}: {unfit}", where=f"arguments.{name}", nearest=near) from unfit


def _misfit(
    command: Command,
    arguments: Mapping[str, Value],
    error: ValidationError,
    schemas: Mapping[str, Mapping[str, Value]],
    targets: Mapping[str, tuple[Attribute, bool]],
) -> InvalidRequest:
    path = [str(part) for part in error.absolute_path]
    name = path[0] if path else ""
    where = ".".join(["arguments", *path])
    if error.validator == "required" and not path:
        missing = [n for n in _listed_in(error) if n not in arguments]
        words = "; ".join(f"{n}: {_wanted(n, schemas, targets)}" for n in missing)
        return InvalidRequest(f"{command.name} needs {listed(missing).replace(' or ', ' and ')} ({words})", where=f"arguments.{missing[0]}")
    if len(path) == 1 and error.validator in ("type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "enum"):
        near: tuple[str, ...] = ()
        if error.validator == "enum" and isinstance(error.instance, str):
            near = nearest(error.instance, _listed_in(error))
        return InvalidRequest(
            f"{name} must be {_wanted(name, schemas, targets)}; got {described(error.instance)}", where=where, nearest=near
        )
    return InvalidRequest(f"{name or command.name}: {error.message[:300]}", where=where)


def _listed_in(error: ValidationError) -> Sequence[str]:
    """The strings that `enum` or `required` lists."""
    value = error.validator_value
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _wanted(name: str, schemas: Mapping[str, Mapping[str, Value]], targets: Mapping[str, tuple[Attribute, bool]]) -> str:
    """What an argument must be, in words: type, range, unit, allowed values."""
    schema = schemas.get(name, {})
    allowed = schema.get("enum")
    if isinstance(allowed, Sequence) and not isinstance(allowed, str):
        return listed([str(value) for value in allowed])
    kind = schema.get("type")
    attribute, is_value = targets.get(name, (None, False))
    words = _TYPE_WORDS.get(str(kind), f"of type {kind}" if kind else "given")
    low, high = _bound(schema, "minimum"), _bound(schema, "maximum")
    if attribute is not None and is_value:
        low = attribute.minimum if low is None else low
        high = attribute.maximum if high is None else high
        if attribute.values:
            return listed(attribute.values)
    unit = attribute.unit if attribute is not None else None
    if low is None and high is None:
        return f"{words} in {unit}" if unit else words
    return f"{words}, {allowed_range(low, high, unit)}"


def _bound(schema: Mapping[str, Value], side: str) -> float | None:
    value = schema.get(side)
    return value if isinstance(value, int | float) else None
