"""What reading a sentence comes to: tool calls, or why there are none."""

from dataclasses import dataclass

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.rules.rows.entry import CustomTask


@dataclass(frozen=True, kw_only=True)
class Calls:
    calls: tuple[ToolCall, ...]


@dataclass(frozen=True, kw_only=True)
class Impossible:
    """A date or time that does not exist; `why` is in the sentence's language."""

    why: str


@dataclass(frozen=True, kw_only=True)
class Ambiguous:
    between: tuple[CustomTask, ...]


@dataclass(frozen=True, kw_only=True)
class Unfound:
    """No task is like the words."""

    words: str = ""
    pointed: bool = False
    """`it`, where nothing was spoken of."""


@dataclass(frozen=True, kw_only=True)
class Unclear:
    """For a model to decide."""

    question: bool


Plan = Calls | Impossible | Ambiguous | Unfound | Unclear
