"""Taking back what was done: the orders that bring attributes back to the values they had."""

from collections.abc import Mapping, Sequence

from yamori.agents.iot.rules.commands import Order, needed
from yamori.agents.iot.rules.names import HomeIndex
from yamori.agents.iot.rules.words import squeezed
from yamori.domain.capability import Capability, CommandSpec, SetEffect
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


def restoring(capability: Capability, values: Mapping[str, Value]) -> tuple[tuple[str, Mapping[str, Value]], ...]:
    """Commands with arguments that bring a capability's attributes back to these values: as many at once as one command takes."""
    left = dict(values)
    found: list[tuple[str, Mapping[str, Value]]] = []
    for command in sorted(capability.commands.values(), key=lambda c: -len(needed(c))):
        wanted = needed(command)
        if wanted and all(a in left for a in wanted):
            found.append((command.name, {a: left.pop(a) for a in wanted}))
        elif len(wanted) == 1 and (attribute := _set_by(command, capability)) in left:
            found.append((command.name, {wanted[0]: left.pop(attribute)}))
    for attribute, value in left.items():
        free = [c for c in capability.commands.values() if not needed(c)]
        effected = [c.name for c in free if isinstance(e := c.effects.get(attribute), SetEffect) and e.value == value]
        named = [c.name for c in free if isinstance(value, str) and _brings(c.name, value)]
        found += [(name, {}) for name in (named or effected)[:1]]
    return tuple(found)


def _set_by(command: CommandSpec, capability: Capability) -> str:
    """The attribute that a command's one argument sets: named after it, or the only one."""
    name = squeezed(command.name).removeprefix("set")
    return next(
        (a for a in capability.attributes if squeezed(a) == name),
        next(iter(capability.attributes), "") if len(capability.attributes) == 1 else "",
    )


def _brings(command: str, value: str) -> bool:
    """`close` brings about `closed`, `lock` `locked`, `pause` `paused`, `play` `playing`, `turnOn` `on`."""
    flat, wanted = squeezed(command), squeezed(value)
    if flat in (wanted, f"turn{wanted}", f"switch{wanted}", f"power{wanted}"):
        return True
    stem = flat.rstrip("e")
    return len(stem) > 2 and wanted.startswith(stem) and wanted[len(stem) :] in ("ed", "d", "e", "ing", "ped")
