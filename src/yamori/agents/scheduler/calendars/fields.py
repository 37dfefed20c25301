"""What an event and a row of the schedule have in common, and how two versions of it are brought together.

A decision of values only: no calendar's syntax, no database.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from datetime import date as Day
from datetime import time as Clock
from typing import Any

from pydantic import TypeAdapter

from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.rows.routine import Routine, Step


@dataclass(frozen=True, kw_only=True)
class TaskFields:
    """A task without its number."""

    title: str
    date: Day | None = None
    time: Clock | None = None
    duration: timedelta | None = None
    place: str | None = None
    memo: str | None = None
    done: bool = False
    alarms: tuple[int, ...] = ()
    """Seconds before it begins at which a reminder comes, in order; none of what has no day."""


@dataclass(frozen=True, kw_only=True)
class StepFields:
    title: str
    minutes: int | None = None
    memo: str | None = None


@dataclass(frozen=True, kw_only=True)
class RoutineFields:
    """A routine without its number."""

    title: str
    recurrence: str
    starts: Day
    time: Clock | None = None
    duration: timedelta | None = None
    place: str | None = None
    memo: str | None = None
    skipped: tuple[Day, ...] = ()
    zone: str | None = None
    steps: tuple[StepFields, ...] | None = None
    """None: the calendar says nothing of steps, so that those of the routine stay."""
    alarms: tuple[int, ...] = ()
    """Seconds before each occurrence begins at which a reminder comes, in order."""


Fields = TaskFields | RoutineFields
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
"""When a row was made that the schedule has not seen yet."""
_ADAPTERS: Mapping[type[Fields], TypeAdapter[Any]] = {TaskFields: TypeAdapter(TaskFields), RoutineFields: TypeAdapter(RoutineFields)}


def fields_of(row: CustomTask | Routine, alarms: tuple[int, ...] = ()) -> Fields:
    """`alarms` are those of its reminders, which are rows of their own."""
    match row:
        case CustomTask():
            return TaskFields(
                title=row.title,
                date=row.date,
                time=row.time,
                duration=row.duration,
                place=row.place,
                memo=row.memo,
                done=row.done,
                alarms=alarms if row.date is not None else (),
            )
        case Routine():
            return RoutineFields(
                title=row.title,
                recurrence=row.recurrence,
                starts=row.starts,
                time=row.time,
                duration=row.duration,
                place=row.place,
                memo=row.memo,
                skipped=row.skipped,
                zone=row.zone,
                steps=tuple(StepFields(title=s.title, minutes=s.minutes, memo=s.memo) for s in row.steps),
                alarms=alarms,
            )


def task_with(task: CustomTask, new: TaskFields) -> CustomTask:
    return replace(task, **{f.name: getattr(new, f.name) for f in fields(new) if f.name != "alarms"})


def routine_with(routine: Routine, new: RoutineFields) -> Routine:
    """The routine with these fields; a step that stays keeps its number, since what was ticked off is known by it."""
    steps = routine.steps
    if new.steps is not None:
        known = {(s.title, s.minutes, s.memo): s.id for s in reversed(routine.steps)}
        steps = tuple(Step(id=known.pop((s.title, s.minutes, s.memo), 0), title=s.title, minutes=s.minutes, memo=s.memo) for s in new.steps)
    return replace(routine, **{f.name: getattr(new, f.name) for f in fields(new) if f.name not in ("steps", "alarms")}, steps=steps)


def new_row(fields: Fields, person: str) -> CustomTask | Routine:
    """A row of these fields that has no number yet."""
    if isinstance(fields, TaskFields):
        return task_with(CustomTask(id=0, person=person, title=fields.title, created=_EPOCH, updated=_EPOCH), fields)
    empty = Routine(
        id=0, person=person, title=fields.title, recurrence=fields.recurrence, starts=fields.starts, created=_EPOCH, updated=_EPOCH
    )
    return routine_with(empty, fields)


@dataclass(frozen=True, kw_only=True)
class Merged:
    """One version made of two."""

    fields: Fields
    lost: tuple[str, ...]
    """The fields that both had changed, differently: theirs stands."""


def merged(seen: Fields | None, ours: Fields, theirs: Fields) -> Merged:
    """Bring two versions together, from what both last agreed on: what one side changed is taken, theirs where both did.

    Without a last agreement (`seen` None) theirs stands.
    """
    if type(theirs) is not type(ours) or (seen is not None and type(seen) is not type(ours)):
        return Merged(fields=theirs, lost=() if seen == ours or type(theirs) is type(ours) else ("recurrence",))
    taken: dict[str, Any] = {}  # Any: each field has a type of its own
    lost = []
    for name in (f.name for f in fields(ours)):
        own, other = getattr(ours, name), getattr(theirs, name)
        last = getattr(seen, name) if seen is not None else own
        if name == "steps" and other is None:
            taken[name] = own
        elif name == "alarms" and seen is None:
            taken[name] = other or own  # many a file says nothing of alarms
        elif name in ("skipped", "alarms"):
            taken[name] = tuple(sorted((set(other) | (set(own) - set(last))) - (set(last) - set(own))))
        elif other in (last, own):
            taken[name] = own
        else:
            taken[name] = other
            if own != last:
                lost.append(name)
    return Merged(fields=type(ours)(**taken), lost=tuple(lost))


def changed(seen: Fields | None, now: Fields) -> frozenset[str]:
    """The names of the fields in which two versions differ; all of them where there was none before."""
    if type(seen) is not type(now):
        return frozenset(f.name for f in fields(now))
    return frozenset(
        f.name
        for f in fields(now)
        if getattr(seen, f.name) != getattr(now, f.name) and not (f.name == "steps" and getattr(now, "steps", None) is None)
    )


def kept(some: Fields) -> Mapping[str, Any]:
    """As the database keeps them."""
    row: Mapping[str, Any] = _ADAPTERS[type(some)].dump_python(some, mode="json")
    return row


def read_kept(row: Mapping[str, Any]) -> Fields:
    found: Fields = _ADAPTERS[RoutineFields if "recurrence" in row else TaskFields].validate_python(row)
    return found
