"""What takes back what was done: the commands that bring each value back, and an honest word where nothing does. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from yamori.domain.capability import finds_out
from yamori.domain.errors import InvalidRequest
from yamori.domain.receipt import Command, Receipt, ReceiptStatus
from yamori.domain.restoring import restoring
from yamori.domain.values import Value
from yamori.gateway.registry import HouseRegistry
from yamori.gateway.sentences import say

_Place = tuple[str, str, str]
"""Device, component, capability."""


@dataclass(frozen=True, kw_only=True)
class Undone:
    """The commands to send, and what cannot be taken back with the reason."""

    commands: tuple[Command, ...]
    cannot: tuple[tuple[Receipt, str], ...]


def last_turn(receipts: Sequence[Receipt]) -> list[Receipt]:
    """Of receipts, newest first, those of the newest turn that changed anything; an undo is itself no such turn."""
    changed = [r for r in receipts if r.status is ReceiptStatus.DONE and "/undo/" not in r.cause.key]
    if not changed:
        return []
    turn = changed[0].cause.turn
    return [r for r in changed if r.cause.turn == turn] if turn is not None else changed[:1]


def _only_looked(receipt: Receipt, registry: HouseRegistry) -> bool:
    try:
        return finds_out(registry.spec(receipt.command))
    except InvalidRequest:
        return False


def undone_by(receipts: Sequence[Receipt], state: Mapping[str, Value], registry: HouseRegistry, words: str) -> Undone:
    """`receipts` newest first; `state` is what everything is now, by path. Each value goes back to what it was before the oldest one."""
    back: dict[str, Value] = {}
    last: dict[str, Value] = {}
    causes: dict[str, Receipt] = {}
    cannot: list[tuple[Receipt, str]] = []
    for receipt in receipts:
        if receipt.status is ReceiptStatus.WAITING:
            cannot.append((receipt, say("not_known", words)))
        if receipt.status is not ReceiptStatus.DONE:
            continue
        if not receipt.changed():
            if _only_looked(receipt, registry):
                continue
            cannot.append((receipt, say("leaves_nothing", words)))
        for name, (before, after) in receipt.changed().items():
            path = f"{receipt.command.device}.{receipt.command.component}.{name}"
            back[path] = before
            last.setdefault(path, after)
            causes.setdefault(path, receipt)
    places: dict[_Place, dict[str, Value]] = {}
    for path, value in back.items():
        device, component, rest = path.split(".", 2)
        capability, _, attribute = rest.rpartition(".")
        if state.get(path) == value:
            continue
        if state.get(path) != last[path]:
            cannot.append((causes[path], say("was_changed", words)))
            continue
        places.setdefault((device, component, capability), {})[attribute] = value
    plain: list[Command] = []
    settings: list[Command] = []
    for (device, component, name), values in places.items():
        try:
            capability_held = registry.component(device, component)[name]
        except (InvalidRequest, KeyError):
            capability_held = None
        found = restoring(capability_held, values) if capability_held is not None else ()
        if not found:
            attribute = next(iter(values))
            cannot.append((causes[f"{device}.{component}.{name}.{attribute}"], say("no_way_back", words)))
        for command, arguments in found:
            made = Command(device=device, component=component, capability=name, name=command, arguments=arguments)
            (settings if arguments else plain).append(made)
    # Switches last: setting a level often switches a device on.
    return Undone(commands=(*settings, *plain), cannot=tuple(cannot))
