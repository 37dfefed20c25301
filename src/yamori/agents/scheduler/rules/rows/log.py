"""What was done, and what was written about it: ticks of routines (`DailyLog`) and the diary (`DayLog`), named as in the paper, 3.5."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date as Day
from datetime import datetime

from yamori.agents.scheduler.rules.rows.entry import text_of
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value

LONGEST_LOG = 20_000


@dataclass(frozen=True, kw_only=True)
class DailyLog:
    """One step of a routine, or a routine as a whole, was done on a day."""

    routine_id: int
    step_id: int | None = None
    """None: the routine as a whole."""
    date: Day
    """The day that it was done for."""
    at: datetime
    """When it was ticked off; aware."""


@dataclass(frozen=True, kw_only=True)
class DayLog:
    """What one person wrote about one day."""

    person: str
    date: Day
    text: str
    """Entries of the same day stand on lines of their own."""
    version: int = 1
    updated: datetime

    def view(self) -> Mapping[str, Value]:
        return {"date": self.date.isoformat(), "text": self.text, "version": self.version}


def checked_log(log: DayLog) -> DayLog:
    """The entry with its text trimmed. Raises `InvalidRequest`."""
    text = text_of(log.text, "text", LONGEST_LOG, lines=True)
    if not text:
        raise InvalidRequest("an entry of the diary needs words", where="text")
    return replace(log, text=text)
