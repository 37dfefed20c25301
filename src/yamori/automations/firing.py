"""One time that an automation fires: claimed before anything is done, ended once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from yamori.automations.action import ActionResult
from yamori.domain.values import Value


class FiringStatus(StrEnum):
    CLAIMED = "claimed"
    """Its actions are being done, or go on after a restart under the same keys."""
    DONE = "done"
    FAILED = "failed"
    """At least one action failed."""
    MISSED = "missed"
    """Nothing was done: the house was not there, and afterwards it was too late."""
    HELD = "held"
    """At least one action needs an OK that it does not have; the others were done."""


@dataclass(frozen=True, kw_only=True)
class Cause:
    """Why it fired, for whoever asks later."""

    kind: str
    """The trigger's kind, or `run` where a person had it run."""
    readings: Mapping[str, Value] = field(default_factory=dict)
    """What the trigger's readings were then, by path."""


@dataclass(frozen=True, kw_only=True)
class Firing:
    key: str
    """Unique: automation, trigger and occurrence. Action number n is done under `{key}/{n}`."""
    automation: str
    trigger: int | None
    """Which of its triggers; None where a person had it run."""
    cause: Cause
    due: datetime
    """When it should have happened, in UTC."""
    claimed: datetime
    status: FiringStatus
    counts: bool = True
    """It is one of the times that the automation's life has."""
    results: tuple[ActionResult, ...] = ()
    """Of the actions that have ended, in their order."""
    ended: datetime | None = None

    @property
    def text(self) -> str:
        """What came of it, for a person."""
        return " ".join(result.text for result in self.results if result.text)

    def action_key(self, number: int) -> str:
        return f"{self.key}/{number}"
