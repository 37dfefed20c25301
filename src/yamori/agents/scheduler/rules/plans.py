"""What reading a sentence comes to: tool calls, or why there are none."""

from dataclasses import dataclass
from datetime import date as Day

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.rules.entry import CustomTask
from yamori.agents.scheduler.rules.reminder import Reminder
from yamori.agents.scheduler.rules.routine import Routine


@dataclass(frozen=True, kw_only=True)
class Calls:
    calls: tuple[ToolCall, ...]


@dataclass(frozen=True, kw_only=True)
class Impossible:
    """A date or time that does not exist; `why` is in the sentence's language."""

    why: str


@dataclass(frozen=True, kw_only=True)
class Ambiguous:
    between: tuple[CustomTask | Routine | Reminder, ...]


@dataclass(frozen=True, kw_only=True)
class Unfound:
    """No task or routine is like the words, or none lies in the period."""

    words: str = ""
    period: tuple[Day, Day] | None = None
    pointed: bool = False
    """`it`, where nothing was spoken of."""
    routine: bool = False
    """It was a routine that was meant, or a step of one."""


@dataclass(frozen=True, kw_only=True)
class NothingDone:
    """There is nothing to take back."""


@dataclass(frozen=True, kw_only=True)
class Unclear:
    """For a model to decide."""

    question: bool


Plan = Calls | Impossible | Ambiguous | Unfound | NothingDone | Unclear
