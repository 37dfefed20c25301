"""When code that keeps failing is switched off: the third failure in a row."""

from dataclasses import dataclass
from typing import assert_never

from yamori.automations.generated.verdict import Decided, Disabled, Failed, Fault, Unknown, Verdict

MOST = 3
"""Three looping conditions cost less than one round of honest ones; a single slow moment of the machine must not cost an automation."""

UNAPPROVED = Disabled()


@dataclass(frozen=True, kw_only=True)
class Strikes:
    """Failures in a row of one condition."""

    in_row: int = 0
    last: Fault | None = None

    def after(self, verdict: Verdict) -> "Strikes":
        """An answer starts again at nothing; what could not be known says nothing about the code and leaves the count."""
        match verdict:
            case Decided():
                return Strikes()
            case Unknown():
                return self
            case Failed():
                return Strikes(in_row=self.in_row + 1, last=verdict.fault)
            case _:
                assert_never(verdict)

    @property
    def disabled(self) -> Disabled | None:
        """Why it is not evaluated any more; None while it is."""
        if self.in_row < MOST or self.last is None:
            return None
        return Disabled(fault=self.last)
