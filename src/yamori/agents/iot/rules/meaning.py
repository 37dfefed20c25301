"""What the rules hand each other: where a sentence is said, and what was made of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from yamori.agents.iot.rules.commands import Offer, Order, State
from yamori.agents.iot.rules.names import HomeIndex, Part
from yamori.agents.iot.rules.targets import Reference
from yamori.agents.iot.rules.undo import Change
from yamori.agents.iot.rules.words import Lexicon


class Trouble(StrEnum):
    """Why nothing can be done, when code is certain of it."""

    NO_DEVICE = "no_device"
    ABSENT = "absent"
    """What was named is not where it was said to be, or only its counterpart is there; `options` are what there is instead."""
    CANNOT = "cannot"
    LATER = "later"
    WHICH = "which"
    NO_READING = "no_reading"
    """Nothing in the room measures what was asked."""
    REFUSED = "refused"
    """Only something that is not to be done was said."""
    NOTHING_BEFORE = "nothing_before"
    """There is nothing to take back."""


@dataclass(frozen=True)
class Focus:
    """What was last spoken of and asked: what `it`, `the other one` and `too` refer to."""

    parts: tuple[Part, ...] = ()
    kind: str | None = None
    predicate: str = ""
    """The last clause with its names replaced by `□`."""
    asked: bool = False
    """The last request was a question; `predicate` holds it."""
    alternatives: tuple[Part, ...] = ()
    receipts: tuple[Change, ...] = ()
    """(device, component, capability, attribute, value before) of what the last request changed."""


@dataclass(frozen=True)
class Context:
    index: HomeIndex
    lexicon: Lexicon
    state: State
    room: str | None = None
    focus: Focus = field(default_factory=Focus)
    now: datetime | None = None
    """The turn's clock; None where times in the sentence do not matter."""
    own: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    """The devices and the rooms that are the speaker's: `my lamp`, `my room`."""
    chosen: str = ""
    """A person's answer to `which one?`, in normal form."""
    near: Mapping[str, Mapping[Offer, float]] = field(default_factory=dict)
    """Segment of the request to how near each command's documentation lies to it; empty where nothing was encoded."""
    read: dict[str, "Meaning"] = field(init=False, default_factory=dict, repr=False, compare=False)
    """What each sentence was understood as in this context, so that none is read twice."""


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
    references: tuple[Reference, ...] = ()
    question: bool = False
    predicate: str = ""
    undo: bool = False
    """The orders begin with what takes the last ones back."""
    guess: bool = False
    """The trouble is only likely."""
    settled: tuple[Order, ...] = ()
    """Orders of the clauses that are certain, where others are not."""
    unclear: str = ""
    """The clauses that are not, for a model to decide."""
    stages: tuple[tuple[Order, ...], ...] = ()
    """The orders by when they are done: those of one stage at the same time, after all of the stage before. Empty: one after another."""
    left: "Meaning | None" = None
    """The trouble with a clause beside those that `orders` fulfil."""

    @property
    def certain(self) -> bool:
        return bool(self.orders) or self.query is not None or self.trouble is not None
