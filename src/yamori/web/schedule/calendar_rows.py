"""Rows of the schedule as JSON for the calendar. Texts go as they are: the page puts them in as text, never as markup."""

from collections.abc import Mapping
from datetime import date as Day
from datetime import datetime, timedelta

from yamori.domain.values import Value
from yamori.web.schedule_port import Occurrence, RoutineFields, TaskFields, TaskSeen, Ticks

_A_DAY = 24 * 60


def task_view(task: TaskSeen) -> Mapping[str, Value]:
    """A task as the editor shows it; what it does not have is left out."""
    of = task.fields
    view: dict[str, Value] = {
        "id": task.id,
        "title": of.title,
        "date": of.date.isoformat() if of.date else None,
        "time": of.time.strftime("%H:%M") if of.time else None,
        "minutes": of.minutes,
        "place": of.place,
        "memo": of.memo,
        "done": of.done,
        "version": task.version,
    }
    return {name: value for name, value in view.items() if value is not None}


def task_event(task: TaskSeen, *, today: Day, calendar: int | None = None) -> Mapping[str, Value]:
    """A task with a day as the calendar draws it."""
    of = task.fields
    assert of.date is not None  # a task without a day is in no period
    return {
        "id": f"t{task.id}",
        "title": of.title,
        **_place(of, of.date),
        "done": of.done,
        "overdue": not of.done and _last_day(of, of.date) < today,
        "where": of.place,
        "calendar": calendar,
        "task": task_view(task),
    }


def occurrence_event(occurrence: Occurrence, ticks: Ticks, *, calendar: int | None = None) -> Mapping[str, Value]:
    """A day of a routine as the calendar draws it."""
    of = occurrence.routine.fields
    ticked = ticks.get((occurrence.routine.id, occurrence.date), frozenset())
    steps = [step.id for step in of.steps]
    return {
        "id": f"r{occurrence.routine.id}/{occurrence.date}",
        "title": of.title,
        **_place(of, occurrence.date),
        "done": whole(ticked, steps),
        "where": of.place,
        "calendar": calendar,
        "routine": occurrence.routine.id,
        "day": occurrence.date.isoformat(),
        "ticked": len(ticked.intersection(steps)),
        "of": len(steps),
    }


def whole(ticked: frozenset[int], steps: list[int]) -> bool:
    """All of a routine was done: it was ticked off as a whole, or each of its steps was."""
    return 0 in ticked or (bool(steps) and ticked.issuperset(steps))


def _place(of: TaskFields | RoutineFields, day: Day) -> dict[str, Value]:
    """Where the calendar draws it: wall-clock times without an offset, and the day after the last one for what has no time."""
    if of.time is None:
        days = max(1, -(-(of.minutes or 0) // _A_DAY))
        return {"start": day.isoformat(), "end": (day + timedelta(days=days)).isoformat() if days > 1 else None, "allDay": True}
    begins = datetime.combine(day, of.time)
    ends = begins + timedelta(minutes=of.minutes) if of.minutes else None
    return {
        "start": begins.isoformat(timespec="minutes"),
        "end": ends.isoformat(timespec="minutes") if ends else None,
        "allDay": False,
    }


def _last_day(of: TaskFields, day: Day) -> Day:
    begins = datetime.combine(day, of.time or datetime.min.time())
    return (begins + timedelta(minutes=of.minutes or 0, seconds=-1 if of.minutes else 0)).date()
