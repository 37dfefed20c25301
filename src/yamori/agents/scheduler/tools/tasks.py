"""Tasks: add, list, rename, tick off, move, copy, annotate and delete them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date as Day
from datetime import timedelta

from yamori.agentkit.argument_types import Minutes, RowId, TimeOfDay
from yamori.agentkit.legible import Words
from yamori.agentkit.tool import Call, Effect, ToolResult, tool
from yamori.agents.scheduler.external import ExternalSchedule, NoExternalSchedule
from yamori.agents.scheduler.rules.entities.titles import match_title
from yamori.agents.scheduler.rules.rows.days import days_of_routines, earliest_start, engagements, views
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.rows.instants import zone_of
from yamori.agents.scheduler.store import Change, Did, NewTask, Schedule
from yamori.agents.scheduler.store.reminders import NewReminder
from yamori.agents.scheduler.tools.external_events import FoundEvents, find_events
from yamori.agents.scheduler.tools.result import changed, lead_given, length, reminder_of
from yamori.domain.access import Access, Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value

MOST_LISTED = 500
"""Of the rows of one answer."""
MOST_NEAR = 250
"""Before today, from today on, and without a day: among these a title is looked for whose words no task holds."""
LONGEST_EXPANDED = timedelta(days=400)
"""How far routines are expanded into days in one answer."""


class TaskTools:
    """Bound to one schedule. Every call works on the tasks of the person whom the task is for."""

    access = Access(who=Who.FAMILY, scope=Scope.SCHEDULE, owner=Owner.PERSON)

    def __init__(self, schedule: Schedule, external: ExternalSchedule | None = None) -> None:
        self._schedule = schedule
        self._external = external or NoExternalSchedule()

    @tool(effect=Effect.ADD, idempotent=True)
    async def create_custom_task(
        self,
        title: Words,
        date: Day | None = None,
        time: TimeOfDay | None = None,
        minutes: Minutes | None = None,
        place: Words | None = None,
        memo: str | None = None,
        remind_minutes: Minutes | None = None,
        remind_at: TimeOfDay | None = None,
        *,
        call: Call,
    ) -> ToolResult:
        """Create a task or an appointment. `date` as 2026-11-22, `time` as 15:30 in the home's time, `minutes` how long it takes.
        A task without a date is to be done some day. Nothing is added twice: an open task of the same title, date and time stays.
        `remind_minutes`: tell the person so long before it begins, 0 for just then; `remind_at`: at this time of its day instead."""
        new = NewTask(title=title, date=date, time=time, duration=length(minutes), place=place, memo=memo)
        change = await self._schedule.tasks.create(new, person=call.task.person, key=call.key)
        lead = lead_given(remind_minutes, remind_at, time)
        reminder = await reminder_of(self._schedule, NewReminder(task_id=change.task.id, lead=lead) if lead is not None else None, call)
        return changed(change, **reminder, overlaps=await self._overlaps(change))

    @tool(effect=Effect.READ)
    async def list_tasks_in_period(
        self, start: Day | None = None, end: Day | None = None, done: bool | None = None, about: Words | None = None, *, call: Call
    ) -> ToolResult:
        """List the tasks and the routines from `start` to `end`, both included; without them, all open tasks or all that `about` finds.
        `done` narrows to finished or open tasks, `about` to titles like these words."""
        if start is not None and end is not None and end < start:
            raise InvalidRequest(f"a period that starts on {start} cannot end on {end}", where="end")
        person = call.task.person
        found, more = await self._found(start, end, done, about, person)
        events = FoundEvents()
        if done is not True and (about or (start is not None and end is not None)):
            first = start or call.task.now.date()
            events = await find_events(self._external, first, min(end or Day.max, first + LONGEST_EXPANDED), call.task)
            found = (*found, *_about(about, events.tasks))
        days: list[Value] = []
        if start is not None and end is not None and not about and done is None:
            routines = await self._schedule.routines.all(person=person)
            ticks = await self._schedule.routines.checks(earliest_start(routines, start), end, person=person)
            days = views(days_of_routines(routines, ticks, start, min(end, start + LONGEST_EXPANDED), zone_of(call.task.now)))
        return ToolResult(
            value={
                "start": start.isoformat() if start else None,
                "end": end.isoformat() if end else None,
                "done": done,
                "about": about,
                "tasks": [t.view() for t in found],
                "more": more,
                "routines": days,
                "unread": list(events.unread),
            }
        )

    async def _overlaps(self, change: Change) -> list[Value]:
        """What else is planned at the time at which the task now is."""
        task = change.task
        if change.did is Did.UNCHANGED or task.date is None or task.time is None or task.done:
            return []
        lasting = await self._schedule.tasks.lasting(task.date, person=task.person, done=False)
        open = await self._schedule.tasks.between(task.date, task.date, person=task.person, done=False, timed=True)
        others = [t for t in (*lasting, *open) if t.id != task.id and t.time is not None]
        routines = await self._schedule.routines.all(person=task.person)
        (own,) = engagements([task], ())
        busy = engagements(others, days_of_routines(routines, (), task.date, task.date, zone_of(self._schedule.clock.now())))
        return [e.view() for e in busy if e.start < own.end and own.start < e.end]

    async def _found(
        self, start: Day | None, end: Day | None, done: bool | None, about: str | None, person: str
    ) -> tuple[Sequence[CustomTask], int]:
        """What is shown, and how many more there are."""
        tasks = self._schedule.tasks
        if not about:
            lasting = await tasks.lasting(start, person=person, done=done) if start is not None else ()
            found, more = await tasks.listed(person=person, first=start, last=end, done=done, limit=MOST_LISTED)
            return (*lasting, *found), more
        if start is None and end is None:
            found = await tasks.search(about, person=person) or await tasks.near(call_day(self._schedule), person=person, limit=MOST_NEAR)
        else:
            found, more = await tasks.listed(person=person, first=start, last=end, done=done, limit=MOST_LISTED)
            found = (*(await tasks.lasting(start, person=person, done=done) if start is not None else ()), *found)
            if more:
                found = await tasks.search(about, person=person, first=start, last=end) or found
        match = match_title(about, found)
        like = match.candidates or ((match.found,) if match.found is not None else ())
        return [t for t in found if t in like and done in (None, t.done)], 0

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def rename_custom_task(self, task_id: RowId, title: Words, *, call: Call) -> ToolResult:
        """Give a task another title."""
        return changed(await self._schedule.tasks.rename(task_id, title, person=call.task.person, key=call.key))

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def toggle_custom_task(self, task_id: RowId, done: bool = True, *, call: Call) -> ToolResult:
        """Mark a task as done, or with `done` false as not done."""
        return changed(await self._schedule.tasks.set_done(task_id, done, person=call.task.person, key=call.key))

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def update_custom_task_time(
        self, task_id: RowId, date: Day | None = None, time: TimeOfDay | None = None, minutes: Minutes | None = None, *, call: Call
    ) -> ToolResult:
        """Move a task to another day, time or length; what is not given stays."""
        if date is None and time is None and minutes is None:
            raise InvalidRequest("a move needs a date, a time or minutes", where="date")
        change = await self._schedule.tasks.reschedule(
            task_id, date=date, time=time, duration=length(minutes), person=call.task.person, key=call.key
        )
        return changed(change, overlaps=await self._overlaps(change))

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def update_custom_task_memo(self, task_id: RowId, memo: str, *, call: Call) -> ToolResult:
        """Set the memo of a task; an empty one takes it away."""
        return changed(await self._schedule.tasks.set_memo(task_id, memo, person=call.task.person, key=call.key))

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def delete_custom_task(self, task_id: RowId, *, call: Call) -> ToolResult:
        """Delete a task. The journal keeps what it was, so that it can be put back."""
        return changed(await self._schedule.tasks.delete(task_id, person=call.task.person, key=call.key))

    @tool(effect=Effect.ADD)
    async def copy_custom_task(self, task_id: RowId, date: Day | None = None, time: TimeOfDay | None = None, *, call: Call) -> ToolResult:
        """Put a further task like this one on another day or at another time; it is not done yet."""
        if date is None and time is None:
            raise InvalidRequest("a copy needs a date or a time", where="date")
        like = await self._schedule.tasks.get(task_id, person=call.task.person)
        new = NewTask(
            title=like.title, date=date or like.date, time=time or like.time, duration=like.duration, place=like.place, memo=like.memo
        )
        return changed(await self._schedule.tasks.create(new, person=call.task.person, key=call.key))

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def update_custom_task_place(self, task_id: RowId, place: Words, *, call: Call) -> ToolResult:
        """Set where a task is; an empty place takes it away."""
        change = await self._schedule.tasks.edit(
            task_id, Did.CHANGED, lambda t: replace(t, place=place or None), person=call.task.person, key=call.key
        )
        return changed(change)


def _about(about: str | None, events: Sequence[CustomTask]) -> Sequence[CustomTask]:
    """Those whose titles are like these words; all where there are none."""
    if not about:
        return events
    match = match_title(about, events)
    return match.candidates or ((match.found,) if match.found is not None else ())


def call_day(schedule: Schedule) -> Day:
    """Today, by the schedule's clock."""
    return schedule.clock.now().date()
