"""Native tool calling: a model is offered tools, calls some, reads what they returned, and calls more until it has done.

One `Conversation` goes in, the model's next `Turn` comes out; whoever asks runs the tools and appends the `Round`. Models that cannot do
this are asked for JSON in a schema (`port.Prompt`); `ConversingModels.converses` tells which way to take.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from yamori.domain.values import Value
from yamori.llm.port import Role, Usage


@dataclass(frozen=True, kw_only=True)
class OfferedTool:
    """A tool that the model may call."""

    name: str
    says: str
    schema: Mapping[str, Value]
    """JSON schema of its arguments; its root is an object."""


@dataclass(frozen=True, kw_only=True)
class ToolUse:
    """One call that a model made."""

    id: str
    """By which the provider distinguishes it from others of the same turn."""
    tool: str
    arguments: Mapping[str, Value]


@dataclass(frozen=True, kw_only=True)
class Turn:
    """What a model said: calls, or words alone when it has done."""

    text: str = ""
    uses: tuple[ToolUse, ...] = ()
    usage: Usage = field(default_factory=lambda: Usage(model="none:none"))
    native: object = field(default=None, compare=False, repr=False)
    """The provider's own message, which some want back unchanged; None for a turn that was read from a journal."""


@dataclass(frozen=True, kw_only=True)
class Round:
    """A turn and what its calls returned, in their order, as text."""

    turn: Turn
    results: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Conversation:
    """Everything so far."""

    prefix: str
    """Byte-stable for a role, so that providers can cache it."""
    request: str
    tools: tuple[OfferedTool, ...]
    rounds: tuple[Round, ...] = ()
    max_tokens: int = 512


@runtime_checkable
class ConversingModel(Protocol):
    """A `ChatModel` that calls tools natively."""

    @property
    def converses(self) -> bool:
        """Whether it does so as things stand: its settings may say no, and a server may have refused."""
        ...

    async def converse(self, conversation: Conversation, *, role: Role) -> Turn:
        """Raises what `ChatModel.answer` raises; `Refused` where the server takes no tools."""
        ...


@runtime_checkable
class ConversingModels(Protocol):
    """`Models` of which some call tools natively."""

    def converses(self, role: Role, *, stronger: bool = False, model: str | None = None) -> bool:
        """Whether the model that `converse` would ask calls tools natively."""
        ...

    async def converse(
        self, role: Role, conversation: Conversation, *, turn: str | None = None, stronger: bool = False, model: str | None = None
    ) -> Turn: ...
