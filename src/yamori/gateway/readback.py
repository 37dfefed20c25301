"""Whether a device reports what it was commanded, and what a home has to report. Pure; shared by the backends that wait for a read-back."""

import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from yamori.domain.capability import AddEffect, Capability, CommandSpec
from yamori.domain.home import Device
from yamori.domain.receipt import Command, Reading
from yamori.domain.values import Value
from yamori.gateway.sentences import Unanswered


def arrived(wanted: Mapping[str, Value], state: Mapping[str, Value]) -> bool:
    """Whether every wanted `capability.attribute` is reported; False when nothing is wanted, because then nothing tells.

    A list holds values of which one is enough: no attribute is a list.
    """
    return bool(wanted) and all(
        any(alike(state.get(name), one) for one in (value if isinstance(value, Sequence) and not isinstance(value, str) else (value,)))
        for name, value in wanted.items()
    )


def check_known(command: Command, spec: CommandSpec, before: Mapping[str, Value], *, name: str) -> None:
    """A step from a value that is not known leads nowhere that anybody meant. Raises `HouseSilent`; `name` is the device's."""
    for target, effect in spec.effects.items():
        if isinstance(effect, AddEffect) and "." not in target and before.get(f"{command.capability}.{target}") is None:
            raise Unanswered("not_reported", device=name, name=target)


def alike(found: Value, wanted: Value) -> bool:
    """Devices round: half a thousandth apart is the same number."""
    if isinstance(found, bool) or isinstance(wanted, bool) or not isinstance(found, int | float) or not isinstance(wanted, int | float):
        return found == wanted
    return math.isclose(found, wanted, rel_tol=5e-4, abs_tol=1e-6)


def attributes_of(devices: Sequence[Device], capabilities: Mapping[str, Capability]) -> Iterator[tuple[str, str, str, str]]:
    """(device, component, capability, attribute) of everything that these devices may report, in the order of the home."""
    for device in devices:
        for component, capability in device.capabilities():
            for attribute in capabilities[capability].attributes:
                yield device.id, component, capability, attribute


def unreported(device: str, component: str, capability: Capability, attribute: str, at: datetime) -> Reading:
    """What the device has not said yet."""
    unit = capability.attributes[attribute].unit
    return Reading(device=device, component=component, capability=capability.name, attribute=attribute, value=None, unit=unit, at=at)
