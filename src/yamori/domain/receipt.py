"""What was asked of a device, why, and what came of it. A claim without a `Receipt` cannot be made."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from yamori.domain.capability import Risk
from yamori.domain.plain_text import strip_controls
from yamori.domain.values import Value, plain_value


@dataclass(frozen=True, kw_only=True)
class Command:
    """One command to one component of one device."""

    device: str
    component: str = "main"
    capability: str
    name: str
    arguments: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Cause:
    """Who wanted it, in which words, through whom. `key` makes a repeated call harmless: same key, same receipt."""

    key: str
    person: str
    words: str
    """What the person said."""
    turn: str | None = None
    agent: str | None = None
    rooms: tuple[str, ...] = ()
    """The rooms that the person spoke of; what reaches beyond them needs their OK. Empty: whatever was asked, wherever it is."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What a device last said about itself."""

    device: str
    component: str
    capability: str
    attribute: str
    value: Value
    """In the unit that the capability declares."""
    unit: str | None = None
    at: datetime
    """When it was true on the device, not when we heard."""

    def __post_init__(self) -> None:
        if not isinstance(self.value, bool | int | float | None):
            object.__setattr__(self, "value", plain_value(self.value))

    @property
    def path(self) -> str:
        """`device.component.capability.attribute`, the address used in files and cases."""
        return f"{self.device}.{self.component}.{self.capability}.{self.attribute}"


class ReceiptStatus(StrEnum):
    DONE = "done"
    """Executed, and the state read back after it."""
    UNCHANGED = "unchanged"
    """Executed, and the state was so already."""
    HELD = "held"
    """Waits for an approval; nothing was done yet."""
    WAITING = "waiting"
    """On its way: the device has not answered yet, and does it when it asks, or never once it is too late."""
    REFUSED = "refused"
    """The person said no, or the approval ran out; nothing was done."""
    FAILED = "failed"
    """The device did not do it; `problem` says what is known."""


@dataclass(frozen=True, kw_only=True)
class Receipt:
    """The proof of one command. `before` and `after` hold the component's attributes as `capability.attribute`."""

    id: str
    command: Command
    cause: Cause
    status: ReceiptStatus
    risk: Risk = Risk.SAFE
    before: Mapping[str, Value] = field(default_factory=dict)
    after: Mapping[str, Value] = field(default_factory=dict)
    at: datetime
    problem: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "before", plain_value(self.before))
        object.__setattr__(self, "after", plain_value(self.after))
        if self.problem is not None:
            object.__setattr__(self, "problem", strip_controls(self.problem))

    def changed(self) -> Mapping[str, tuple[Value, Value]]:
        """`capability.attribute` to (before, after), for those that differ."""
        return {k: (self.before.get(k), v) for k, v in self.after.items() if self.before.get(k) != v}
