"""Two conditions in one: `the larder is open and nobody is in the den`."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from yamori.agentkit.watch import MOST_TESTS, Operator, Test
from yamori.agents.iot.rules.meaning import Context
from yamori.agents.iot.rules.watch.condition import Condition, Look
from yamori.agents.iot.rules.watch.said import Trouble, Why

_INVERSE: dict[Operator, Operator] = {"==": "!=", "!=": "==", ">": "<=", ">=": "<", "<": ">=", "<=": ">"}


def joined(parts: Sequence[Condition], combine: Literal["any", "all"], context: Context) -> Condition | Trouble:
    """All of the parts, or any of them, as one list of tests; a part that would need a list of its own cannot be joined."""
    looks: list[Look] = []
    for part in parts:
        if part.event not in ("", "home", "away"):
            return Trouble(why=Why.JOINED)
        flat = _inverted(part, context) if part.negated else part
        if flat is None or (len(flat.looks) > 1 and flat.combine != combine):
            return Trouble(why=Why.JOINED)
        looks += flat.looks
    lasting = {part.seconds for part in parts if part.seconds}
    if len(lasting) > 1 or any(part.seconds for part in parts[:-1]):
        return Trouble(why=Why.JOINED)
    if len(looks) > MOST_TESTS:
        return Trouble(why=Why.JOINED)
    plain = tuple(replace(part, seconds=0) for part in parts)
    return Condition(looks=tuple(looks), combine=combine, seconds=max(lasting, default=0), parts=plain)


def _inverted(part: Condition, context: Context) -> Condition | None:
    looks = [replace(look, test=test) for look in part.looks if (test := _against(look, context)) is not None]
    if len(looks) != len(part.looks):
        return None
    return replace(part, looks=tuple(looks), combine="all" if part.combine == "any" else "any", negated=False)


def _against(look: Look, context: Context) -> Test | None:
    """The test that is fulfilled where this one is not; of a reading that is not known both say nothing."""
    if look.test.operator != "in":
        return replace(look.test, operator=_INVERSE[look.test.operator])
    declared = context.index.capabilities[look.capability].attributes[look.attribute]
    held = look.test.value if isinstance(look.test.value, list | tuple) else []
    others = [value for value in declared.values if value not in held]
    return replace(look.test, value=others) if others else None
