"""Tool calls for what is wanted of tasks: adding, moving, listing, taking back. Dates come from here, never from a model."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock

from yamori.agentkit.agent import ToolCall
from yamori.agents.scheduler.rules.entities.known import Known
from yamori.agents.scheduler.rules.reading.intents import Intent, Operation
from yamori.agents.scheduler.rules.reading.reminder_intents import HOURS
from yamori.agents.scheduler.rules.reading.shift import Shift
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.word_lists import says
from yamori.agents.scheduler.wording import words_in
from yamori.domain.values import Value
from yamori.domain.when import DayPart, When

_REMINDED_AT = {
    DayPart.MORNING: HOURS["morning"],
    DayPart.AFTERNOON: HOURS["afternoon"],
    DayPart.EVENING: HOURS["evening"],
    DayPart.NIGHT: HOURS["evening"],
}
_FROM_TO = re.compile(r"\b(?:to|through|until|till)\b|[-\u2013\u2014~\u301c\uff5e]|から", re.I)
_SOON = timedelta(minutes=30)
"""Nobody asks to be reminded of something today before that."""


def reminds(text: str) -> bool:
    """The person wants to be reminded when it is time, not only to find it written."""
    return says(text.lower(), "reminding")


def calls_for(intent: Intent, task: CustomTask) -> tuple[ToolCall, ...]:
    """The calls that fulfil a request about one task that exists."""
    match intent.operation:
        case Operation.RENAME:
            return (ToolCall(tool="rename_custom_task", arguments={"task_id": task.id, "title": intent.text}),)
        case Operation.DONE | Operation.REOPEN:
            return (ToolCall(tool="toggle_custom_task", arguments={"task_id": task.id, "done": intent.operation is Operation.DONE}),)
        case Operation.MOVE:
            return (moved(task, intent.when, intent.shift),)
        case Operation.NOTE:
            memo = intent.text if intent.instead else joined(task.memo, intent.text)
            return (ToolCall(tool="update_custom_task_memo", arguments={"task_id": task.id, "memo": memo}),)
        case Operation.PLACE:
            return (ToolCall(tool="update_custom_task_place", arguments={"task_id": task.id, "place": intent.text}),)
        case Operation.DELETE:
            return (ToolCall(tool="delete_custom_task", arguments={"task_id": task.id}),)
        case Operation.ADD:
            return ()


def joined(memo: str | None, more: str) -> str:
    """A further note goes below the ones there are."""
    if not memo:
        return more
    return memo if more in memo.split("\n") else f"{memo}\n{more}"


def added(title: str, when: When, now: datetime, language: str, *, remind: bool = False) -> ToolCall:
    """A new task. Of a period it takes the first day still to come, or for a deadline the last; `remind`: remind the person at its time."""
    if when.rrule is not None and not when.deadline:
        return recurring(title, when, remind=remind)
    arguments: dict[str, Value] = {"title": title}
    day = when.date
    if day is not None and when.end_date is not None:
        day = when.end_date if when.deadline else max(day, min(now.date(), when.end_date))
    if day is not None:
        arguments["date"] = day.isoformat()
    arguments |= times_of(when)
    if day is not None and when.end_date is not None and _lasts_for_days(when):
        arguments["minutes"] = ((when.end_date - day).days + 1) * 24 * 60
    if when.part is not None and when.time is None:
        arguments["memo"] = words_in(language).say("titles.part", when.part.value)
    if remind and day is not None:
        arguments |= reminder_arguments(when, day, now)
    return ToolCall(tool="create_custom_task", arguments=arguments)


def _lasts_for_days(when: When) -> bool:
    """From one day to another, not some day of a week."""
    return when.time is None and not when.deadline and any(_FROM_TO.search(span.text) for span in when.spans if span.end_date is not None)


def recurring(title: str, when: When, *, remind: bool = False) -> ToolCall:
    """What comes again is a routine."""
    arguments: dict[str, Value] = {"title": title, "recurrence": when.rrule} | times_of(when)
    if when.date is not None:
        arguments["starts"] = when.date.isoformat()
    if remind:
        arguments |= reminder_arguments(when)
    return ToolCall(tool="add_routine", arguments=arguments)


def reminder_arguments(when: When, day: Day | None = None, now: datetime | None = None) -> dict[str, Value]:
    """When the person is reminded of something new: at its time, or else in the part of the day that was named, in the morning, or later
    than `now` where it is for today; nothing where today has no such time left."""
    if when.time is not None:
        return {"remind_minutes": 0}
    clocks = [_REMINDED_AT[when.part]] if when.part is not None else list(HOURS.values())
    if now is not None and day == now.date():
        soon = now + _SOON
        rounded = soon + (datetime.min - soon.replace(tzinfo=None)) % timedelta(minutes=30)
        clocks = [clock for clock in clocks if clock >= soon.time()] if soon.date() == day else []
        clocks += [rounded.time()] if rounded.date() == day else []
    return {"remind_at": clocks[0].strftime("%H:%M")} if clocks else {}


def moved(task: CustomTask, when: When, shift: Shift | None = None) -> ToolCall:
    """A new day alone keeps the time, a new time alone the day, a new week the day of the week; a shift counts from the task's own day
    and time, and an hour without am or pm stays in the task's half of the day."""
    arguments: dict[str, Value] = {"task_id": task.id}
    if shift is not None and task.date is not None:
        day, at = shift.applied(task.date, task.time)
        arguments["date"] = day.isoformat()
        if at is not None and at != task.time:
            arguments["time"] = at.strftime("%H:%M")
        return ToolCall(
            tool="update_custom_task_time", arguments=arguments | (times_of(when) if when.time and not shift.needs_time else {})
        )
    chosen = task.date if task.date is not None and not when.date_said and when.time is not None else _same_weekday(task, when)
    if chosen is not None:
        arguments["date"] = chosen.isoformat()
    return ToolCall(tool="update_custom_task_time", arguments=arguments | times_of(_settled(when, task)))


def _same_weekday(task: CustomTask, when: When) -> Day | None:
    """`to next week`: on the day of the week, or of the month, that the task has."""
    if when.date is None or when.end_date is None or task.date is None:
        return when.date
    length = (when.end_date - when.date).days + 1
    if length == 7:
        return when.date + timedelta(days=(task.date.weekday() - when.date.weekday()) % 7)
    return when.date.replace(day=min(task.date.day, when.end_date.day)) if 28 <= length <= 31 and when.date.day == 1 else when.date


def _settled(when: When, task: CustomTask) -> When:
    """An hour without am or pm, read for the task's own day: in the waking hours, or for an evening task in the evening too."""
    if when.time is None or task.date is None:
        return when
    evening = task.time is not None and task.time.hour >= 18
    if when.date_said and not evening:
        return when
    readings = [when.time, *(a for a in when.ambiguous if isinstance(a, Clock))]
    if len(readings) < 2:
        return when
    waking = [r for r in readings if 7 <= r.hour < 19] or readings
    late = [r for r in readings if r.hour < 22 or (task.time is not None and task.time.hour >= 20)]
    chosen = max(late or readings) if evening else waking[0]
    return replace(when, time=chosen)


def times_of(when: When) -> dict[str, Value]:
    found: dict[str, Value] = {}
    if when.time is not None:
        found["time"] = when.time.strftime("%H:%M")
        if when.end_time is not None:
            start = timedelta(hours=when.time.hour, minutes=when.time.minute)
            end = timedelta(hours=when.end_time.hour, minutes=when.end_time.minute)
            found["minutes"] = int(((end - start) % timedelta(days=1)).total_seconds() // 60) or 1440
    if when.duration is not None and when.duration >= timedelta(minutes=1):
        found["minutes"] = int(when.duration.total_seconds() // 60)
    return found


def in_period(start: Day | None, end: Day | None, about: str | None, done: bool | None) -> ToolCall:
    arguments: dict[str, Value] = {}
    if start is not None:
        arguments["start"] = start.isoformat()
    if end is not None:
        arguments["end"] = end.isoformat()
    if about is not None:
        arguments["about"] = about
    if done is not None:
        arguments["done"] = done
    return ToolCall(tool="list_tasks_in_period", arguments=arguments)


def listing(when: When, *, about: str | None = None) -> ToolCall:
    """The list of a period that was said, or of everything open."""
    start = when.date if when.found else None
    return in_period(start, when.end_date or start, about, None if start or about else False)


def undone(known: Known) -> tuple[ToolCall, ...]:
    """Takes back what was last done, the last of it first."""
    keys: list[Value] = [
        step[1] for step in reversed(known.undo) if isinstance(step, Sequence) and len(step) == 2 and isinstance(step[1], str)
    ]
    return (ToolCall(tool="undo_changes", arguments={"keys": keys}),)
