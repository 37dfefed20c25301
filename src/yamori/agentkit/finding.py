"""What a task found out, for the tasks after it: data, never an instruction.

An agent puts `FoundValue`s and a `Verdict` into its `Outcome`; the orchestrator hands them to later tasks of the plan as `Finding`s.
Text found in papers, calendars or devices chooses no device, no recipient and no amount; only a title or a memo may quote it.
"""

from dataclasses import dataclass
from enum import StrEnum

from yamori.domain.values import Value


class Verdict(StrEnum):
    """The answer to a yes/no question, decided by code from what was read."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"
    """Not all that would decide it is known."""


@dataclass(frozen=True, kw_only=True)
class FoundValue:
    """One thing that was read."""

    text: str
    """As one would write it down, in the task's language: `Kettle: 80 °C`."""
    source: str
    """Who says so: a device's attribute, a paper, an entry."""
    value: Value = None
    """As it was read, where it is more than text."""
    place: str | None = None
    """The room that it was read in, if in one."""
    fits: bool = True
    """False where it was read beside what was asked for: the lamps that are off, of `which lamps are on?`."""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What came of an earlier task."""

    agent: str
    request: str
    text: str
    """The earlier task's answer, as the person hears it."""
    replaces: str = ""
    """The words of the later request in whose place this stands; empty where its `it` does, or what it leaves out."""
    values: tuple[FoundValue, ...] = ()
    """Empty where nothing was found."""
    answer: Verdict | None = None
