"""Whether a device reports what it was told. Pure; shared by the backends that wait for a read-back."""

import math
from collections.abc import Mapping

from yamori.domain.capability import AddEffect, CommandSpec
from yamori.domain.errors import HouseSilent
from yamori.domain.receipt import Command
from yamori.domain.values import Value


def arrived(wanted: Mapping[str, Value], state: Mapping[str, Value]) -> bool:
    """Whether every wanted `capability.attribute` is reported; False when nothing is wanted, because then nothing tells."""
    return bool(wanted) and all(alike(state.get(name), value) for name, value in wanted.items())


def check_known(command: Command, spec: CommandSpec, before: Mapping[str, Value]) -> None:
    """A step from a value that is not known leads nowhere that anybody meant. Raises `HouseSilent`."""
    for target, effect in spec.effects.items():
        if isinstance(effect, AddEffect) and "." not in target and before.get(f"{command.capability}.{target}") is None:
            raise HouseSilent(f"the device has not reported its {target} yet, so that there is nothing to go a step from; nothing was sent")


def alike(found: Value, wanted: Value) -> bool:
    """Devices round: half a thousandth apart is the same number."""
    if isinstance(found, bool) or isinstance(wanted, bool) or not isinstance(found, int | float) or not isinstance(wanted, int | float):
        return found == wanted
    return math.isclose(found, wanted, rel_tol=5e-4, abs_tol=1e-6)
