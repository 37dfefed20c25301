"""Whether what may be called takes the numbers that were said: a number that nobody takes, or that a model's answer leaves out, tells that
something else is asked."""

from collections.abc import Mapping, Sequence
from typing import Any

from yamori.agents.iot.rules.candidates import Candidates, bounded_argument
from yamori.agents.iot.rules.commands import is_in_unit, offered, properties, unit_of
from yamori.agents.iot.rules.fitting import fits
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.names import Part
from yamori.agents.iot.rules.quantities import quantities
from yamori.agents.iot.rules.said import read_segment
from yamori.agents.iot.rules.segments import MARKED, is_remark, split_actions
from yamori.agents.iot.rules.words import numbers


def taken_by_none(found: Candidates, request: str, context: Context) -> bool:
    """Whether a number was said as what something is to be, and no command of the one device that may be meant takes it: whatever else the
    device can do is not what was asked."""
    devices = {p.device for p in found.parts()}
    goals = [n for s in split_actions(request).segments if not is_remark(s) for n in numbers(s.text) if n.goal and not n.relative]
    if len(devices) != 1 or not goals or not found.commands:
        return False
    commands = [(c, d) for _, c, d in offered(Part(next(iter(devices))), context.index)]
    for capability, command in commands:
        for name, kind in properties(command).items():
            if any(char.isdigit() for value in kind.get("enum", ()) for char in str(value)):
                return False
            if kind.get("type") not in ("integer", "number") or "enum" in kind:
                continue
            unit = unit_of(capability, command, name)
            for goal in goals:
                if goal.unit == "%" and unit != "°":
                    return False  # a share of its range: how it is said tells little
                if is_in_unit(goal.unit, unit) and fits(goal.value, kind):
                    return False
    return True


def unused(found: Candidates, calls: Sequence[Mapping[str, Any]], request: str, context: Context) -> tuple[float, ...]:
    """The numbers of what is asked that none of the calls' arguments holds, though a command that may be chosen takes them."""
    given = {abs(float(v)) for arguments in calls for v in arguments.values() if isinstance(v, int | float) and not isinstance(v, bool)}
    asked = {
        n
        for s in split_actions(request).segments
        if not is_remark(s) and not MARKED.search(s.text)
        for n in read_segment(s, (), context).numbers
    }
    spoken = quantities(request, context)
    capabilities = context.index.capabilities
    takeable = {
        abs(v)
        for n, c in found.commands
        for a, p in properties(capabilities[n].commands[c]).items()
        for v in (bounded_argument(a, p, capabilities[n], capabilities[n].commands[c], spoken) or {}).get("enum", ())
        if isinstance(v, int | float)
    }
    return tuple(n for n in spoken.numbers if n in asked and n in takeable and abs(n) not in given)
