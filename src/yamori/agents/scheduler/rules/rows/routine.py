"""A routine: what is done again and again, in steps or as a whole; and what may stand in it.

Whatever recurs is a routine, a habit with steps (paper, 3.5) as much as a meeting every other Friday.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock

from yamori.agents.scheduler.rules.rows.entry import LONGEST_DURATION, LONGEST_MEMO, LONGEST_PLACE, LONGEST_TITLE, text_of
from yamori.agents.scheduler.rules.rows.occurrences import days_of, rule_of
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value

MOST_STEPS = 100
MOST_SKIPPED = 1000


@dataclass(frozen=True, kw_only=True)
class Step:
    """One part of a routine."""

    id: int
    title: str
    minutes: int | None = None
    memo: str | None = None

    def view(self) -> Mapping[str, Value]:
        """The step as JSON; keys that hold nothing are left out."""
        row: dict[str, Value] = {"id": self.id, "title": self.title, "minutes": self.minutes, "memo": self.memo}
        return {k: v for k, v in row.items() if v is not None}


@dataclass(frozen=True, kw_only=True)
class Routine:
    """Something that one person does again and again."""

    id: int
    person: str
    title: str
    recurrence: str
    """An RFC 5545 recurrence rule without `RRULE:`, such as FREQ=WEEKLY;BYDAY=MO,TH. It is read in the home's wall-clock time, so that
    seven o'clock stays seven o'clock when the clocks change."""
    starts: Day
    """The day from which it counts (RFC 5545's DTSTART): `every other Friday` depends on it."""
    time: Clock | None = None
    """When it begins, in the wall-clock time of `zone`; None: any time of the day."""
    duration: timedelta | None = None
    place: str | None = None
    memo: str | None = None
    skipped: tuple[Day, ...] = ()
    """Days that the rule names and that are left out (RFC 5545's EXDATE)."""
    zone: str | None = None
    """The time zone of an appointment that came from elsewhere; None for the home's."""
    steps: tuple[Step, ...] = ()
    """In their order."""
    version: int = 1
    """Counts the changes."""
    created: datetime
    """Aware."""
    updated: datetime

    @property
    def days(self) -> tuple[str, ...]:
        """`mon`, `thu` … of a routine that recurs on these days of every week; empty for any other rule."""
        return days_of(self.recurrence)

    def view(self) -> Mapping[str, Value]:
        """The routine as JSON; keys that hold nothing are left out."""
        row: dict[str, Value] = {
            "id": self.id,
            "title": self.title,
            "recurrence": self.recurrence,
            "days": list(self.days) or None,
            "starts": self.starts.isoformat(),
            "time": self.time.strftime("%H:%M") if self.time else None,
            "minutes": int(self.duration.total_seconds() // 60) if self.duration else None,
            "place": self.place,
            "memo": self.memo,
            "skipped": [day.isoformat() for day in self.skipped] or None,
            "zone": self.zone,
        }
        return {k: v for k, v in row.items() if v is not None} | {"steps": [step.view() for step in self.steps], "version": self.version}


def checked_routine(routine: Routine) -> Routine:
    """The routine with trimmed texts and its rule in one spelling. Raises `InvalidRequest` that names the field and what would be right."""
    title = text_of(routine.title, "title", LONGEST_TITLE, lines=False)
    if not title:
        raise InvalidRequest("a routine needs a title", where="title")
    if routine.time is not None and routine.time.tzinfo is not None:
        raise InvalidRequest("a time is the home's wall-clock time, without an offset, such as 15:30", where="time")
    if routine.duration is not None and not timedelta(0) < routine.duration <= LONGEST_DURATION:
        raise InvalidRequest("a duration is longer than nothing and at most 366 days", where="minutes")
    if len(routine.steps) > MOST_STEPS:
        raise InvalidRequest(f"a routine has at most {MOST_STEPS} steps", where="steps")
    if len(routine.skipped) > MOST_SKIPPED:
        raise InvalidRequest(f"at most {MOST_SKIPPED} days of a routine can be left out", where="skipped")
    place = text_of(routine.place, "place", LONGEST_PLACE, lines=False) if routine.place else None
    memo = text_of(routine.memo, "memo", LONGEST_MEMO, lines=True) if routine.memo else None
    return replace(
        routine,
        title=title,
        recurrence=rule_of(routine.recurrence),
        place=place or None,
        memo=memo or None,
        skipped=tuple(sorted(set(routine.skipped))),
        steps=tuple(checked_step(step) for step in routine.steps),
    )


def checked_step(step: Step) -> Step:
    """The step with its texts trimmed. Raises `InvalidRequest`."""
    title = text_of(step.title, "step", LONGEST_TITLE, lines=False)
    if not title:
        raise InvalidRequest("a step needs a title", where="step")
    if step.minutes is not None and not 0 < step.minutes <= 24 * 60:
        raise InvalidRequest("a step takes between 1 minute and a day (1440)", where="minutes")
    memo = text_of(step.memo, "memo", LONGEST_MEMO, lines=True) if step.memo else None
    return replace(step, title=title, memo=memo or None)
