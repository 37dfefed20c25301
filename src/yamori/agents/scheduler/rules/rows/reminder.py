"""A reminder: what it reminds of, when it is due next, and what becomes of it when it fires or when what it reminds of changes.

Three kinds: one of a moment (a timer too), one of a task, one of every occurrence of a routine. Only values: the store keeps them, the
loop reads the clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo
from datetime import date as Day
from datetime import time as Clock
from enum import StrEnum
from zoneinfo import ZoneInfo

from yamori.agents.scheduler.rules.rows.entry import LONGEST_TITLE, text_of
from yamori.agents.scheduler.rules.rows.instants import instant, local_day
from yamori.agents.scheduler.rules.rows.occurrences import next_occurrence
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language
from yamori.domain.values import Value

LATE = timedelta(minutes=2)
"""A reminder that comes later than this says so."""
TOO_LATE = timedelta(hours=24)
"""One that could not come for so long (the machine was off) does not come any more: it was missed, and the briefing says so."""
LONGEST_LEAD = timedelta(days=366)
LATEST = timedelta(hours=15)
"""So much before midnight is `MORNING`, from which what has no time of its own is reckoned."""
LONGEST_AHEAD = timedelta(days=366 * 100)


class State(StrEnum):
    WAITING = "waiting"
    FIRED = "fired"
    CANCELLED = "cancelled"
    """By the person, or because there is nothing left to remind of."""
    MISSED = "missed"


@dataclass(frozen=True, kw_only=True)
class Once:
    """What an open task gives a reminder."""

    title: str
    date: Day | None
    time: Clock | None


@dataclass(frozen=True, kw_only=True)
class Again:
    """What a routine gives a reminder."""

    title: str
    recurrence: str
    starts: Day
    time: Clock | None
    skipped: tuple[Day, ...]
    zone: str | None
    """None: the home's."""


Subject = Once | Again | None
"""What a reminder is about; None for one of a moment, and for what is done or gone."""


@dataclass(frozen=True, kw_only=True)
class Reminder:
    """Something that one person wants to be told at a time. All instants are in UTC."""

    id: int
    person: str
    text: str | None = None
    """None: what it reminds of is called by its title, a timer by nothing."""
    moment: datetime | None = None
    """When, of one that follows neither a task nor a routine."""
    task_id: int | None = None
    routine_id: int | None = None
    lead: timedelta = timedelta(0)
    """How long before the task or routine begins; less than nothing for what has no time of its own and is told of later on its day."""
    timer: bool = False
    language: Language | None = None
    """In which it was set, where that is known: what has no words of its own is told in it."""
    cancelled: bool = False
    """By the person."""
    snoozed: datetime | None = None
    """When it comes once more."""
    through: datetime | None = None
    """Whatever was due until then was told, or missed."""
    due: datetime | None = None
    """When it comes next; None where nothing is left to come."""
    state: State = State.WAITING
    fired: datetime | None = None
    """When it came last."""
    version: int = 1
    """Counts what people changed."""
    created: datetime
    updated: datetime

    def view(self, zone: tzinfo = UTC) -> Mapping[str, Value]:
        """The reminder as JSON, its times in this zone; keys that hold nothing are left out."""
        row: dict[str, Value] = {
            "id": self.id,
            "text": self.text,
            "due": self.due.astimezone(zone).isoformat(timespec="seconds") if self.due else None,
            "task_id": self.task_id,
            "routine_id": self.routine_id,
            "lead_minutes": int(self.lead.total_seconds() // 60) or None,
            "fired": self.fired.astimezone(zone).isoformat(timespec="seconds") if self.fired else None,
        }
        return {k: v for k, v in row.items() if v is not None} | {"timer": self.timer, "state": self.state.value, "version": self.version}


@dataclass(frozen=True, kw_only=True)
class Firing:
    """One time that a reminder comes."""

    due: datetime
    late: bool = False
    missed: bool = False
    """It was too late to come: it only stands in the list."""
    starts: datetime | None = None
    """When what it reminds of begins; None for a reminder of a moment, and for what has a day and no time."""


def checked_reminder(reminder: Reminder, now: datetime) -> Reminder:
    """The reminder with its text trimmed. Raises `InvalidRequest` that names the field and what would be right."""
    about = [given for given in (reminder.moment, reminder.task_id, reminder.routine_id) if given is not None]
    if len(about) != 1:
        raise InvalidRequest("a reminder is of one of these: a moment, a task, a routine", where="at")
    if reminder.moment is not None:
        if reminder.moment.tzinfo is None:
            raise InvalidRequest("a moment needs a time zone, such as 2026-11-22T09:00:00+09:00", where="at")
        if reminder.moment <= now:
            raise InvalidRequest("a reminder is for a time that is still to come", where="at")
        if reminder.moment - now > LONGEST_AHEAD:
            raise InvalidRequest("a reminder is at most a hundred years ahead", where="at")
    if not -LATEST < reminder.lead <= LONGEST_LEAD:
        raise InvalidRequest("a reminder comes when something begins, or at most 366 days before", where="lead_minutes")
    text = text_of(reminder.text, "text", LONGEST_TITLE, lines=False) if reminder.text else None
    if not text and reminder.moment is not None and not reminder.timer:
        raise InvalidRequest("a reminder needs words", where="text")
    return replace(reminder, text=text or None)


def settled(reminder: Reminder, subject: Subject, *, now: datetime, zone: tzinfo) -> Reminder:
    """As it stands after it was set, or after somebody changed it or what it reminds of: with what it waits for now.

    What has begun already is not reminded of, unless it waited for exactly that; what was told already is not told again.
    """
    if reminder.cancelled or _gone(reminder, subject):
        return replace(reminder, due=None, state=State.CANCELLED)
    coming = _coming(reminder, subject, reminder.through, zone)
    if coming is not None and coming[0] != reminder.due and coming[1] < now:
        after = now - max(reminder.lead, timedelta(0))
        coming = _coming(reminder, subject, max(after, reminder.through or after), zone)
        if coming is not None and coming[1] < now:
            coming = None
    return _waiting(reminder, coming[0] if coming is not None else None)


def fired(reminder: Reminder, subject: Subject, *, now: datetime, zone: tzinfo) -> tuple[Reminder, tuple[Firing, ...]]:
    """What is due of it by now, oldest first, and the reminder after it. What is too late is told of once, however often it was due."""
    firings: list[Firing] = []
    while reminder.due is not None and reminder.due <= now:
        due = reminder.due
        behind = now - max(due, reminder.updated)  # set when its time had come already: not late
        missed = behind > TOO_LATE
        firings.append(Firing(due=due, late=behind > LATE, missed=missed, starts=_starts(reminder, subject, due)))
        until = max(due, now - TOO_LATE) if missed and isinstance(subject, Again) else due
        rest = replace(
            reminder,
            through=until if due != reminder.snoozed or _natural(reminder, subject, zone) == due else reminder.through,
            snoozed=None if reminder.snoozed is not None and reminder.snoozed <= until else reminder.snoozed,
            state=State.MISSED if missed else State.FIRED,
            fired=reminder.fired if missed else now,
        )
        reminder = _waiting(rest, _natural(rest, subject, zone))
    return reminder, tuple(firings)


def _waiting(reminder: Reminder, natural: datetime | None) -> Reminder:
    """With the earlier of the two that it waits for."""
    waits = [at for at in (natural, reminder.snoozed) if at is not None]
    if waits:
        return replace(reminder, due=min(waits), state=State.WAITING)
    ended = reminder.state if reminder.state is State.MISSED else State.FIRED if reminder.fired else State.CANCELLED
    return replace(reminder, due=None, state=ended)


def _gone(reminder: Reminder, subject: Subject) -> bool:
    """There is nothing left to remind of."""
    if reminder.moment is not None:
        return False
    return subject is None or (isinstance(subject, Once) and subject.date is None)


def _natural(reminder: Reminder, subject: Subject, zone: tzinfo) -> datetime | None:
    coming = _coming(reminder, subject, reminder.through, zone)
    return coming[0] if coming is not None else None


def _coming(reminder: Reminder, subject: Subject, after: datetime | None, zone: tzinfo) -> tuple[datetime, datetime] | None:
    """When it comes first later than `after`, and when what it reminds of begins then, or is still to be done; None for never."""
    if reminder.moment is not None:
        return (reminder.moment, reminder.moment) if after is None or reminder.moment > after else None
    match subject:
        case Once(date=Day() as day, time=time):
            start, lead = instant(day, time, zone), lead_of(reminder, subject)
            return (start - lead, max(start, start - lead)) if after != start - lead else None
        case Again():
            return _recurring(subject, lead_of(reminder, subject), after or reminder.created, zone)
    return None


def lead_of(reminder: Reminder, subject: Once | Again) -> timedelta:
    """What has got a time since is told of when it begins."""
    return reminder.lead if subject.time is None else max(reminder.lead, timedelta(0))


def _recurring(routine: Again, lead: timedelta, after: datetime, zone: tzinfo) -> tuple[datetime, datetime] | None:
    zone = ZoneInfo(routine.zone) if routine.zone else zone
    day = local_day(after + lead, zone) - timedelta(days=2)  # two days: a zone that moves across the date line skips one
    while (found := next_occurrence(routine.recurrence, routine.starts, day, skipped=routine.skipped)) is not None:
        start = instant(found, routine.time, zone)
        if start - lead > after:
            return start - lead, max(start, start - lead)
        day = found
    return None


def _starts(reminder: Reminder, subject: Subject, due: datetime) -> datetime | None:
    if reminder.moment is not None or subject is None or subject.time is None or due == reminder.snoozed:
        return None
    return due + lead_of(reminder, subject)
