"""How long before something one may want to be told of it, as the readers of both languages hand it on."""

from dataclasses import dataclass
from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock

from yamori.agents.scheduler.rules.instants import MORNING

HOURS = {"morning": MORNING, "noon": Clock(12), "afternoon": Clock(13), "dusk": Clock(17), "evening": Clock(19)}
"""When one is told of something `the evening before`; the night is its evening, when people are still awake."""
_DAY = timedelta(days=1)


@dataclass(frozen=True, kw_only=True)
class Lead:
    """How long before something begins."""

    length: timedelta = timedelta(0)
    """Counted back from its beginning; whole days where `at` is said."""
    at: Clock | None = None
    """What the clock shows on the day so far back; None for when the thing itself begins."""


@dataclass(frozen=True, kw_only=True)
class Told:
    """A sentence that asks to be told so long before."""

    rest: str
    """The sentence without it; empty where nothing else is said."""
    lead: Lead
    what: str = ""
    """The words for something that may be there already: `remind me of … the day before`."""


def counted(lead: Lead, begins: Clock | None, *, part: bool = False) -> int | None:
    """Minutes before something begins, or before the morning of its day where no time is known; None where it would come after that.
    `part`: it is known to begin in a later part of the day, from which hours cannot be counted."""
    if lead.at is None:
        exact = begins is not None or lead.length >= _DAY or not part
        return int(lead.length.total_seconds() // 60) if exact else None
    day = Day(2000, 1, 1)
    length = lead.length + (datetime.combine(day, begins or MORNING) - datetime.combine(day, lead.at))
    if length < timedelta(0) and lead.at == MORNING and begins is not None:
        length = timedelta(hours=1)  # the morning of what begins earlier
    return int(length.total_seconds() // 60) if length >= timedelta(0) else None
