"""What an automation remembers between two changes; kept by the store, moved on by the rules."""

from dataclasses import dataclass
from datetime import date as Day
from datetime import datetime


@dataclass(frozen=True, kw_only=True)
class TriggerState:
    """Of one trigger. A time trigger has the last two, one over readings the others."""

    leaves: tuple[bool | None, ...] = ()
    """Each comparison's truth when it was last known; hysteresis needs it."""
    truth: bool | None = None
    """The whole test's truth when it was last known; None: never yet."""
    spent: bool = False
    """It has fired since it became true, or was so from the beginning: it has to become false before it fires again."""
    deadline: datetime | None = None
    """When it will have been true for long enough, while that is waited for; for an end, when that is long enough ago."""
    ending: str = ""
    """The end that it was last counted from."""
    edges: int = 0
    """How often it has fired."""
    through: datetime | None = None
    """Every moment up to here was fired or missed."""
    due: datetime | None = None
    """Its next moment; None where there is none."""


@dataclass(frozen=True, kw_only=True)
class Skip:
    """It was set off and did not fire, since a condition was not true."""

    at: datetime
    condition: int
    """Which of its conditions."""
    known: bool
    """Whether that was false, and not only unknown."""


@dataclass(frozen=True, kw_only=True)
class AutomationState:
    triggers: tuple[TriggerState, ...]
    firings: int = 0
    """Those that count."""
    last_fired: datetime | None = None
    last_skipped: Skip | None = None
    skipped_days: tuple[Day, ...] = ()
    """Days of the house's calendar on which it is left out, in their order; those that are over go (`rules.standing`)."""
    failing: bool = False
    """Its last firing failed, and its owner knows."""
