"""What one evaluation of a generated condition came to."""

from dataclasses import dataclass
from enum import StrEnum

from yamori.automations.texts import TEXTS
from yamori.domain.language import Language


class Fault(StrEnum):
    """What code did wrong."""

    TIME = "time"
    MEMORY = "memory"
    WRONG_TYPE = "wrong_type"
    EXCEPTION = "exception"
    CRASH = "crash"
    """The sandbox's process broke, twice in a row."""


@dataclass(frozen=True, kw_only=True)
class Decided:
    holds: bool


@dataclass(frozen=True, kw_only=True)
class Unknown:
    """It cannot be said at this moment: never a reason to act, and no fault of the code."""

    path: str | None = None
    """The reading that is not available; None where the house was too busy to look."""


@dataclass(frozen=True, kw_only=True)
class Failed:
    fault: Fault
    detail: str
    """One line for whoever wrote the code (a model, an operator), with the line where it happened if that is known."""


@dataclass(frozen=True, kw_only=True)
class Disabled:
    """It was not evaluated and will not be until a person has it written, approved or switched on again."""

    fault: Fault | None = None
    """What it kept doing wrong; None: it has changed since it was approved."""

    def said(self, language: Language) -> str:
        if self.fault is None:
            return TEXTS.said(language, "disabled.changed")
        return TEXTS.said(language, "disabled.failing", fault=TEXTS.said(language, f"disabled.faults.{self.fault.value}"))


Verdict = Decided | Unknown | Failed
"""Of one evaluation."""
