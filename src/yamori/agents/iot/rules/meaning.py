"""What the rules hand each other: where a sentence is said, and what was made of it."""

from dataclasses import dataclass, field
from enum import StrEnum

from yamori.agents.iot.rules.commands import Order, State
from yamori.agents.iot.rules.names import HomeIndex, Part
from yamori.agents.iot.rules.targets import Aim
from yamori.agents.iot.rules.words import Lexicon


class Trouble(StrEnum):
    """Why nothing can be done, when code is certain of it."""

    NO_DEVICE = "no_device"
    CANNOT = "cannot"
    LATER = "later"
    WHICH = "which"


@dataclass(frozen=True)
class Focus:
    """What was last spoken of and asked: what `it`, `the other one` and `too` refer to."""

    parts: tuple[Part, ...] = ()
    kind: str | None = None
    wish: str = ""
    """The last clause with its names replaced by `□`."""
    alternatives: tuple[Part, ...] = ()
    receipts: tuple[tuple[str, str, str, str, object], ...] = ()
    """(device, component, capability, attribute, value before) of what the last request changed."""


@dataclass(frozen=True)
class Context:
    index: HomeIndex
    lexicon: Lexicon
    state: State
    room: str | None = None
    focus: Focus = field(default_factory=Focus)
    chosen: str = ""
    """A person's answer to `which one?`, in normal form."""


@dataclass(frozen=True)
class Query:
    """A question about state: which attributes of which parts; `value` when it asks which of them are so."""

    parts: tuple[Part, ...]
    attributes: tuple[tuple[str, str, str], ...]
    """(component, capability, attribute); empty for all."""
    value: str | None = None
    group: bool = False


@dataclass(frozen=True)
class Meaning:
    """What code made of a request: orders or a query when certain, trouble when that is certain, else neither."""

    orders: tuple[Order, ...] = ()
    query: Query | None = None
    trouble: Trouble | None = None
    about: tuple[str, ...] = ()
    """What the trouble is about: words of the sentence, or device ids."""
    options: tuple[Part, ...] = ()
    aims: tuple[Aim, ...] = ()
    question: bool = False
    wish: str = ""
    undo: bool = False

    @property
    def certain(self) -> bool:
        return bool(self.orders) or self.query is not None or self.trouble is not None
