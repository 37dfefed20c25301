"""What an answer did to a device, done otherwise: which other devices could have been meant, which other value. Pure; by what the
documentation of capabilities says alone. What a person must agree to first is never offered here: that is said in a sentence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from yamori.domain.capability import Attribute, Capability, Risk
from yamori.domain.errors import InvalidRequest
from yamori.domain.home import Device, Home
from yamori.domain.receipt import Command, Receipt, ReceiptStatus
from yamori.domain.restoring import restoring
from yamori.domain.values import Value

MOST_DEVICES = 30
_FREE_TEXT = "string"


@dataclass(frozen=True, kw_only=True)
class Values:
    """What an attribute may be set to: one of `choices`, or a number of a range."""

    capability: str
    attribute: str
    now: Value
    """What it was set to."""
    choices: tuple[Value, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    whole: bool = False
    """Only whole numbers."""
    unit: str | None = None


@dataclass(frozen=True, kw_only=True)
class Correction:
    """One receipt, and what could have been meant instead."""

    receipt: str
    device: str
    devices: tuple[str, ...]
    """Ids of those that take the same command, the likeliest first; the receipt's own is not among them."""
    values: Values | None
    """None where only the device can be chosen."""


def correction_of(receipt: Receipt, home: Home, capabilities: Mapping[str, Capability]) -> Correction | None:
    """None where nothing was changed, or nothing else can be chosen."""
    command = receipt.command
    device, capability = home.device(command.device), capabilities.get(command.capability)
    if device is None or capability is None or receipt.status is not ReceiptStatus.DONE or not receipt.changed():
        return None
    spec = capability.commands.get(command.name)
    if spec is None or spec.risk is not Risk.SAFE:
        return None
    devices = tuple(d.id for d in _alike(device, home.devices, command.capability)[:MOST_DEVICES])
    values = _values(receipt, capability)
    return Correction(receipt=receipt.id, device=device.id, devices=devices, values=values) if devices or values else None


def corrected(
    receipt: Receipt, home: Home, capabilities: Mapping[str, Capability], *, device: str | None, value: Value = None
) -> tuple[Command, ...]:
    """The commands of the other choice. Raises `InvalidRequest` for one that `correction_of` does not offer."""
    offered = correction_of(receipt, home, capabilities)
    if offered is None:
        raise InvalidRequest("nothing else can be chosen for this", where="receipt")
    chosen = home.device(device or offered.device)
    if chosen is None or chosen.id not in (offered.device, *offered.devices):
        raise InvalidRequest("this device does not take what was done", where="device", nearest=offered.devices[:5])
    command = receipt.command
    component = _component(chosen, command)
    if value is None or (offered.values is not None and value == offered.values.now):
        if chosen.id == offered.device:
            raise InvalidRequest("this is what was done", where="value")
        return (
            Command(device=chosen.id, component=component, capability=command.capability, name=command.name, arguments=command.arguments),
        )
    if offered.values is None or not _is_among(value, offered.values):
        raise InvalidRequest("it cannot be set to this", where="value")
    found = restoring(capabilities[command.capability], {offered.values.attribute: value})
    return tuple(
        Command(device=chosen.id, component=component, capability=command.capability, name=name, arguments=arguments)
        for name, arguments in found
    )


def _alike(device: Device, devices: Sequence[Device], capability: str) -> list[Device]:
    """Others with this capability: those that share most with it first, then those of its room."""
    own = _held(device)

    def unlike(other: Device) -> tuple[float, bool]:
        held = _held(other)
        return -len(own & held) / len(own | held), other.room != device.room

    return sorted((d for d in devices if d.id != device.id and capability in _held(d)), key=unlike)


def _held(device: Device) -> frozenset[str]:
    return frozenset(name for _, name in device.capabilities())


def _component(device: Device, command: Command) -> str:
    """The receipt's own, where the other device has it too."""
    holding = [component for component, name in device.capabilities() if name == command.capability]
    return command.component if command.component in holding else holding[0]


def _values(receipt: Receipt, capability: Capability) -> Values | None:
    """Of the one attribute that the command set, where every value of it can be set without asking anybody."""
    for path, (_, after) in receipt.changed().items():
        held, _, name = path.rpartition(".")
        attribute = capability.attributes.get(name)
        if held != capability.name or attribute is None:
            continue
        choices = _choices(attribute, capability)
        if len(choices) > 1:
            return Values(capability=capability.name, attribute=name, now=after, choices=choices)
        is_range = attribute.type in ("integer", "number") and attribute.minimum is not None and attribute.maximum is not None
        if is_range and _is_settable(capability, name, after):
            return Values(
                capability=capability.name,
                attribute=name,
                now=after,
                minimum=attribute.minimum,
                maximum=attribute.maximum,
                whole=attribute.type == "integer",
                unit=attribute.unit,
            )
    return None


def _choices(attribute: Attribute, capability: Capability) -> tuple[Value, ...]:
    possible: tuple[Value, ...] = attribute.values if attribute.type == _FREE_TEXT else (True, False) if attribute.type == "boolean" else ()
    return tuple(value for value in possible if _is_settable(capability, attribute.name, value))


def _is_settable(capability: Capability, attribute: str, value: Value) -> bool:
    found = restoring(capability, {attribute: value})
    return bool(found) and all(capability.commands[name].risk is Risk.SAFE for name, _ in found)


def _is_among(value: Value, values: Values) -> bool:
    if values.choices:
        return value in values.choices
    if isinstance(value, bool) or not isinstance(value, int | float) or (values.whole and value != int(value)):
        return False
    return (values.minimum is None or value >= values.minimum) and (values.maximum is None or value <= values.maximum)
