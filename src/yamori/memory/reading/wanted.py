"""What a sentence can want of what is remembered, and what is known when it is read."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from yamori.memory.statement import Statement


class Told(Protocol):
    """Something kept, as a reading needs it."""

    @property
    def id(self) -> str: ...

    @property
    def statement(self) -> Statement: ...


@dataclass(frozen=True, kw_only=True)
class Known:
    """What a sentence is read beside."""

    names: Collection[str] = ()
    """Of the people of the household."""
    things: Collection[str] = ()
    """Names of devices and rooms."""
    facts: Sequence[Told] = ()
    """What the speaker may hear."""
    focus: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Keep:
    """To keep what is told."""

    statements: tuple[Statement, ...]
    asked: bool = False
    """It is asked for outright."""
    rest: tuple[str, ...] = ()
    """Clauses that ask for something else."""
    beside: str = ""
    """A part of the sentence that is no part of what is told, and would be kept as one."""


@dataclass(frozen=True, kw_only=True)
class Correct:
    """What was told last is otherwise."""

    fact: str
    value: str


@dataclass(frozen=True, kw_only=True)
class Forget:
    facts: tuple[str, ...] = ()
    """Ids; none: nothing of the kind is known."""
    everything: bool = False
    last: bool = False
    said: str = ""
    """What is to be forgotten, in the person's words."""
    told: bool = False
    """They are those of something that people tell: `that I like jazz`."""
    beside: str = ""
    """A part of the sentence that forgetting these does not carry out: an exception, a condition, another request."""


@dataclass(frozen=True, kw_only=True)
class Ask:
    """What is known of somebody or something."""

    facts: tuple[str, ...]
    about: str = ""
    """In the person's words; empty for the speaker."""
    everything: bool = False
    """All that is known, and not the answer to one question."""
    query: str = ""
    """Where nothing of it is known: what to look for in what the person said."""
    misses: bool = False
    """What was asked about is not among it."""


@dataclass(frozen=True, kw_only=True)
class AskSaid:
    """What somebody said about something."""

    query: str


@dataclass(frozen=True, kw_only=True)
class Pause:
    paused: bool


@dataclass(frozen=True, kw_only=True)
class Share:
    """Who may hear something that was told: everybody who lives here, or nobody but whoever told it."""

    facts: tuple[str, ...]
    """Ids; several where the sentence does not say which of them."""
    with_everyone: bool


Wanted: TypeAlias = Keep | Correct | Forget | Ask | AskSaid | Pause | Share
