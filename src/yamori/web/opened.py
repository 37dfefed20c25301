"""A device that is opened on the page: its components and what each can do, from its documentation alone. Knows no kind of device."""

from collections.abc import Mapping
from dataclasses import dataclass

from yamori.domain.capability import Capability, CommandSpec, Risk
from yamori.domain.home import Device
from yamori.web.words import Words

_MAIN = "main"


@dataclass(frozen=True, kw_only=True)
class CommandShown:
    name: str
    says: str
    takes: str
    """Its arguments, each with what it may be; empty for none."""
    needs: str
    """What must happen before it is done, in words; empty for a safe one."""


@dataclass(frozen=True, kw_only=True)
class CapabilityShown:
    name: str
    says: str
    attributes: tuple[str, ...]
    """What it reports, each with its values or range."""
    commands: tuple[CommandShown, ...]


@dataclass(frozen=True, kw_only=True)
class ComponentShown:
    name: str
    """Empty for the main one of a device that has no other."""
    capabilities: tuple[CapabilityShown, ...]


def components_shown(device: Device, capabilities: Mapping[str, Capability], words: Words) -> tuple[ComponentShown, ...]:
    alone = tuple(device.components) == (_MAIN,)
    return tuple(
        ComponentShown(
            name="" if alone else words.attribute(component),
            capabilities=tuple(_capability(capabilities[name], words) for name in held if name in capabilities),
        )
        for component, held in device.components.items()
    )


def _capability(capability: Capability, words: Words) -> CapabilityShown:
    attributes = tuple(
        f"{words.attribute(a.name)}{_range(a.minimum, a.maximum, a.unit, a.values, words)}" for a in capability.attributes.values()
    )
    return CapabilityShown(
        name=words.attribute(capability.name),
        says=capability.says,
        attributes=attributes,
        commands=tuple(_command(command, words) for command in capability.commands.values()),
    )


def _command(command: CommandSpec, words: Words) -> CommandShown:
    properties = command.arguments.get("properties")
    named = properties if isinstance(properties, Mapping) else {}
    return CommandShown(
        name=words.command(command.name),
        says=command.says,
        takes=", ".join(f"{words.attribute(name)}{_schema(schema, words)}" for name, schema in named.items()),
        needs="" if command.risk is Risk.SAFE else words(f"devices.needs_{command.risk.value}"),
    )


def _schema(schema: object, words: Words) -> str:
    """What an argument may be, as far as its JSON schema says so plainly."""
    if not isinstance(schema, Mapping):
        return ""
    listed = schema.get("enum")
    values = tuple(str(value) for value in listed) if isinstance(listed, list | tuple) else ()
    low, high = schema.get("minimum"), schema.get("maximum")
    return _range(low if isinstance(low, int | float) else None, high if isinstance(high, int | float) else None, None, values, words)


def _range(low: float | None, high: float | None, unit: str | None, values: tuple[str, ...], words: Words) -> str:
    """` (0 – 100 %)`, ` (open, closed)`, or nothing where anything goes."""
    if values:
        return f" ({', '.join(words.value(value) for value in values)})"
    if low is None and high is None:
        return f" ({unit})" if unit else ""
    ends = " – ".join("…" if end is None else f"{end:g}" for end in (low, high))
    return f" ({ends} {unit})" if unit else f" ({ends})"
