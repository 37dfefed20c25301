"""Which commands bring a capability's attributes back to the values that they had. Pure; by what the documentation says alone."""

from collections.abc import Mapping

from yamori.domain.capability import ArgumentEffect, Capability, CommandSpec, SetEffect
from yamori.domain.values import Value


def restoring(capability: Capability, values: Mapping[str, Value]) -> tuple[tuple[str, Mapping[str, Value]], ...]:
    """Commands with arguments that bring these attributes back: as many at once as one command takes."""
    left = dict(values)
    found: list[tuple[str, Mapping[str, Value]]] = []
    setting = {command.name: _set_by(command, capability) for command in capability.commands.values()}
    for name, sets in sorted(setting.items(), key=lambda item: -len(item[1])):
        given = {argument: left[attribute] for argument, attribute in sets.items() if attribute in left}
        if given and all(argument in given for argument in _needed(capability.commands[name])):
            found.append((name, given))
            for argument in given:
                left.pop(sets[argument], None)
    for attribute, value in left.items():
        free = [c for c in capability.commands.values() if not _needed(c)]
        effected = [c.name for c in free if isinstance(e := c.effects.get(attribute), SetEffect) and e.value == value]
        named = [c.name for c in free if isinstance(value, str) and _brings(c.name, value)]
        found += [(name, {}) for name in (named or effected)[:1]]
    return tuple(found)


def _needed(command: CommandSpec) -> tuple[str, ...]:
    required = command.arguments.get("required", ())
    names = tuple(str(name) for name in required) if isinstance(required, list | tuple) else ()
    return tuple(name for name in names if name not in command.defaults)


def _set_by(command: CommandSpec, capability: Capability) -> Mapping[str, str]:
    """Argument to the attribute that it sets: by the command's effects, by its own name, or where there is only one of both."""
    sets = {
        e.argument: target for target, e in command.effects.items() if isinstance(e, ArgumentEffect) and target in capability.attributes
    }
    wanted = _needed(command)
    for argument in wanted:
        if argument in capability.attributes:
            sets.setdefault(argument, argument)
    if len(wanted) == 1 and wanted[0] not in sets:
        name = _squeezed(command.name).removeprefix("set")
        only = next(iter(capability.attributes)) if len(capability.attributes) == 1 else None
        if (attribute := next((a for a in capability.attributes if _squeezed(a) == name), only)) is not None:
            sets[wanted[0]] = attribute
    return sets


def _brings(command: str, value: str) -> bool:
    """`close` brings about `closed`, `lock` `locked`, `pause` `paused`, `play` `playing`, `turnOn` `on`."""
    flat, wanted = _squeezed(command), _squeezed(value)
    if flat in (wanted, f"turn{wanted}", f"switch{wanted}", f"power{wanted}"):
        return True
    stem = flat.rstrip("e")
    return len(stem) > 2 and wanted.startswith(stem) and wanted[len(stem) :] in ("ed", "d", "e", "ing", "ped")


def _squeezed(name: str) -> str:
    return "".join(c for c in name.lower() if c.isalnum())
