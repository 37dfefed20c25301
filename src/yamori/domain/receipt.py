"""What was asked of a device, why, and what came of it. A claim without a `Receipt` cannot be made."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
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
    by: str | None = None
    """The adult who acted for `person`; None where they acted themselves."""


@dataclass(frozen=True, kw_only=True)
class Report:
    """A value that a device reported once."""

    value: Value
    at: datetime


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What a device says about itself."""

    device: str
    component: str
    capability: str
    attribute: str
    value: Value
    """In the unit that the capability declares; None where it is not known, or not known any more."""
    unit: str | None = None
    at: datetime
    """When it was true on the device, not when we heard; of a value that is not known, since when it is not."""
    last: Report | None = None
    """What the device reported before its value was not known any more, if it ever did."""

    def __post_init__(self) -> None:
        if not isinstance(self.value, bool | int | float | None):
            object.__setattr__(self, "value", plain_value(self.value))

    @property
    def path(self) -> str:
        """`device.component.capability.attribute`, the address used in files and cases."""
        return f"{self.device}.{self.component}.{self.capability}.{self.attribute}"

    def unknown(self, at: datetime) -> "Reading":
        """This reading once its value is not known any more."""
        return self if self.value is None else replace(self, value=None, at=at, last=Report(value=self.value, at=self.at))

    def following(self, earlier: "Reading | None") -> "Reading":
        """This reading, heard after an earlier one: where it takes the value back, it keeps what was reported last."""
        if self.value is not None or earlier is None:
            return self
        unknown = earlier.unknown(self.at)
        return replace(self, at=unknown.at, last=unknown.last)


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
