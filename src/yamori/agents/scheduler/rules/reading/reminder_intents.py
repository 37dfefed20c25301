"""How long before something one may want to be reminded of it, as the readers of both languages hand it on."""

from dataclasses import dataclass
from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock

from yamori.agents.scheduler.rules.rows.instants import MORNING

HOURS = {"morning": MORNING, "noon": Clock(12), "afternoon": Clock(13), "dusk": Clock(17), "evening": Clock(19)}
"""When one is reminded of something `the evening before`; the night is its evening, when people are still awake."""
_DAY = timedelta(days=1)


@dataclass(frozen=True, kw_only=True)
class Lead:
    """How long before something begins."""

    length: timedelta = timedelta(0)
    """Counted back from its beginning; whole days where `at` is said."""
    at: Clock | None = None
    """What the clock shows on the day so far back; None for when the thing itself begins."""


@dataclass(frozen=True, kw_only=True)
class ReminderTime:
    """The moment at which the person asks to be reminded of something."""

    clocks: tuple[Clock, ...]
    """What the clock may show then: `at 8` leaves open which half of the day."""
    day: Day | None = None
    """None for the day of the thing itself."""


_EARLIEST, _USUAL = Clock(5), Clock(7)
"""Nobody is reminded of anything before the one, and hardly before the other."""


def minutes_before(at: ReminderTime, day: Day, begins: Clock) -> int | None:
    """From the moment to what begins then, the later one where two are possible; None where it would come after it, or in the night."""
    start = datetime.combine(day, begins)
    moments = (datetime.combine(at.day or day, clock) for clock in at.clocks if clock >= _EARLIEST)
    return min((int((start - m).total_seconds() // 60) for m in moments if m <= start), default=None)


def shortly_before(begins: Clock | None) -> Lead:
    """`before the meeting`, and no more: as calendars remind by themselves, or the evening before where only the day is known."""
    return Lead(length=timedelta(minutes=10)) if begins is not None else Lead(length=_DAY, at=HOURS["evening"])


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
