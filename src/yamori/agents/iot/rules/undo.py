"""Taking back what was done: the orders that bring attributes back to the values they had."""

from collections.abc import Sequence

from yamori.agents.iot.rules.commands import Order
from yamori.agents.iot.rules.names import HomeIndex
from yamori.domain.restoring import restoring
from yamori.domain.values import Value

Change = tuple[str, str, str, str, Value]
"""(device, component, capability, attribute, value before)."""


def taking_back(changes: Sequence[Change], index: HomeIndex) -> tuple[Order, ...]:
    """What can be taken back of these changes; switches last, because setting a level often switches a device on."""
    grouped: dict[tuple[str, str, str], dict[str, Value]] = {}
    for device, component, capability, attribute, before in changes:
        grouped.setdefault((device, component, capability), {})[attribute] = before
    plain: list[Order] = []
    settings: list[Order] = []
    for (device, component, name), values in grouped.items():
        for command, arguments in restoring(index.capabilities[name], values):
            (settings if arguments else plain).append(Order(device, component, name, command, arguments))
    return (*settings, *plain)
