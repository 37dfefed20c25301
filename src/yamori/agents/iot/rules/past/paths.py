"""The parts of a reading's path. Ids and names of capabilities may have dots of their own, so the home says where each part ends."""

from collections.abc import Iterable
from typing import NamedTuple

from yamori.domain.home import Device


class Address(NamedTuple):
    device: str
    component: str
    capability: str
    attribute: str


def address_of(path: str, devices: Iterable[Device]) -> Address | None:
    """None for a path of no device of these; whether its capability has the attribute is not looked at."""
    for device in devices:
        if not path.startswith(f"{device.id}."):
            continue
        for component, capability in device.capabilities():
            start = f"{device.id}.{component}.{capability}."
            if path.startswith(start) and path != start:
                return Address(device.id, component, capability, path.removeprefix(start))
    return None
