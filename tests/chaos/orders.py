"""What the worker asks of the house: order number n is always the same, so that it can be asked again and judged later."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

ROBOTS = ("anna", "bruno")
COUNTER = "abacus"


@dataclass(frozen=True, kw_only=True)
class Order:
    """One call of a tool, with an `Idempotency-Key` of its own."""

    number: int
    tool: str
    arguments: Mapping[str, Any]

    @property
    def key(self) -> str:
        return f"chaos-{self.number}"


def order(number: int) -> Order:
    """One slate, one slate, both robots at the same time, one robot after the other, the house's own counter; and again."""
    slate = "left" if number // 5 % 2 else "right"
    write = {"capability": "slate", "command": "write", "arguments": {"note": str(number)}}
    match number % 5:
        case 0 | 1:
            return Order(number=number, tool="control_devices", arguments={"devices": [f"{ROBOTS[number % 5]}/{slate}"], **write})
        case 2:
            return Order(number=number, tool="control_devices", arguments={"devices": [f"{robot}/{slate}" for robot in ROBOTS], **write})
        case 3:
            steps = [{"device": robot, "component": slate, **write} for robot in ROBOTS]
            return Order(number=number, tool="perform", arguments={"step": {"sequence": steps}})
        case _:
            return Order(number=number, tool="control_devices", arguments={"devices": [COUNTER], "capability": "tally", "command": "add"})
