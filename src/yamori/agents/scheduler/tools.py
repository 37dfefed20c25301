"""What the Scheduler agent can do: add, list, rename, tick off, move, annotate and delete tasks. Nothing here decides."""

from collections.abc import Mapping
from datetime import date as Day
from datetime import time as Clock
from datetime import timedelta

from yamori.agentkit.tool import Call, Effect, ToolResult, tool
from yamori.agents.scheduler.rules.entry import CustomTask
from yamori.agents.scheduler.rules.titles import match_title
from yamori.agents.scheduler.store import Change, NewTask, Schedule
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value


class TaskTools:
    """Bound to one schedule. Every call works on the tasks of the person whom the task is for."""

    def __init__(self, schedule: Schedule) -> None:
        self._schedule = schedule

    @tool(effect=Effect.CHANGE)
    async def create_custom_task(
        self,
        title: str,
        date: Day | None = None,
        time: Clock | None = None,
        minutes: int | None = None,
        place: str | None = None,
        memo: str | None = None,
        *,
        call: Call,
    ) -> ToolResult:
        """Create a task or an appointment. `date` as 2026-11-22, `time` as 15:30 in the home's time, `minutes` how long it takes.
        A task without a date is to be done some day. Nothing is added twice: an open task of the same title, date and time stays."""
        new = NewTask(title=title, date=date, time=time, duration=_minutes(minutes), place=place, memo=memo)
        return _result(await self._schedule.tasks.create(new, person=call.task.person, key=call.key))

    @tool(effect=Effect.READ)
    async def list_tasks_in_period(
        self, start: Day | None = None, end: Day | None = None, done: bool | None = None, about: str | None = None, *, call: Call
    ) -> ToolResult:
        """List the tasks from `start` to `end`, both included; without them, all. `done` narrows to finished or open ones, `about` to
        titles like these words."""
        if start is not None and end is not None and end < start:
            raise InvalidRequest(f"a period that starts on {start} cannot end on {end}", where="end")
        person = call.task.person
        if start is None and end is None:
            found = await self._schedule.tasks.all(person=person)
        else:
            found = await self._schedule.tasks.between(start or Day.min, end or Day.max, person=person)
        if about:
            match = match_title(about, found)
            like = match.hesitates or ((match.task,) if match.task is not None else ())
            found = tuple(t for t in found if t in like)
        if done is not None:
            found = tuple(t for t in found if t.done is done)
        return ToolResult(
            value={
                "start": start.isoformat() if start else None,
                "end": end.isoformat() if end else None,
                "done": done,
                "about": about,
                "tasks": [t.view() for t in found],
            }
        )

    @tool(effect=Effect.CHANGE)
    async def rename_custom_task(self, task_id: int, title: str, *, call: Call) -> ToolResult:
        """Give a task another title."""
        return _result(await self._schedule.tasks.rename(task_id, title, person=call.task.person, key=call.key))

    @tool(effect=Effect.CHANGE)
    async def toggle_custom_task(self, task_id: int, done: bool = True, *, call: Call) -> ToolResult:
        """Mark a task as done, or with `done` false as not done."""
        return _result(await self._schedule.tasks.set_done(task_id, done, person=call.task.person, key=call.key))

    @tool(effect=Effect.CHANGE)
    async def update_custom_task_time(
        self, task_id: int, date: Day | None = None, time: Clock | None = None, minutes: int | None = None, *, call: Call
    ) -> ToolResult:
        """Move a task to another day, time or length; what is not given stays."""
        if date is None and time is None and minutes is None:
            raise InvalidRequest("a move needs a date, a time or minutes", where="date")
        change = await self._schedule.tasks.reschedule(
            task_id, date=date, time=time, duration=_minutes(minutes), person=call.task.person, key=call.key
        )
        return _result(change)

    @tool(effect=Effect.CHANGE)
    async def update_custom_task_memo(self, task_id: int, memo: str, *, call: Call) -> ToolResult:
        """Set the memo of a task; an empty one takes it away."""
        return _result(await self._schedule.tasks.set_memo(task_id, memo, person=call.task.person, key=call.key))

    @tool(effect=Effect.CHANGE)
    async def delete_custom_task(self, task_id: int, *, call: Call) -> ToolResult:
        """Delete a task. The journal keeps what it was, so that it can be put back."""
        return _result(await self._schedule.tasks.delete(task_id, person=call.task.person, key=call.key))


def _result(change: Change) -> ToolResult:
    value: Mapping[str, Value] = {
        "did": change.did.value,
        "task": change.task.view(),
        "before": change.before.view() if isinstance(change.before, CustomTask) else None,
    }
    return ToolResult(value=value)


def _minutes(minutes: int | None) -> timedelta | None:
    return timedelta(minutes=minutes) if minutes is not None else None
