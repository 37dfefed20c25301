"""Routines: add, change, list and delete them, edit their steps, tick them off (paper, 3.5.3 (2))."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date as Day
from datetime import datetime, timedelta
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from yamori.agentkit.argument_types import Minutes, RowId, TimeOfDay
from yamori.agentkit.legible import Words
from yamori.agentkit.tool import Call, Effect, ToolResult, tool
from yamori.agents.scheduler.rules.rows.days import days_of_routines, views
from yamori.agents.scheduler.rules.rows.home_clock import as_shown, brought_home, next_at_home, own_day
from yamori.agents.scheduler.rules.rows.instants import zone_of
from yamori.agents.scheduler.rules.rows.occurrences import WEEK, days_of, weekly
from yamori.agents.scheduler.rules.rows.routine import Routine
from yamori.agents.scheduler.store import Change, Did, Schedule
from yamori.agents.scheduler.store.reminders import NewReminder
from yamori.agents.scheduler.store.routines import NewRoutine, NewStep
from yamori.agents.scheduler.store.streaks import streaks_of
from yamori.agents.scheduler.tools.result import changed, lead_given, length, reminder_of, viewed_row
from yamori.domain.access import Access, Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value

Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
Length = Annotated[int, Field(ge=1, le=366 * 24 * 60)]


class StepGiven(BaseModel, extra="forbid"):
    """A step as a caller gives it."""

    title: Words
    minutes: Length | None = None
    memo: str | None = None


class RoutineTools:
    """Bound to one schedule. Every call works on the routines of the person whom the task is for."""

    access = Access(who=Who.FAMILY, scope=Scope.SCHEDULE, owner=Owner.PERSON)

    def __init__(self, schedule: Schedule) -> None:
        self._schedule = schedule

    @tool(effect=Effect.ADD)
    async def add_routine(
        self,
        title: Words,
        days: tuple[Weekday, ...] = (),
        recurrence: str | None = None,
        time: TimeOfDay | None = None,
        minutes: Length | None = None,
        starts: Day | None = None,
        place: Words | None = None,
        memo: str | None = None,
        steps: tuple[StepGiven, ...] = (),
        remind_minutes: Minutes | None = None,
        remind_at: TimeOfDay | None = None,
        *,
        call: Call,
    ) -> ToolResult:
        """Define a routine: something done again and again. Either `days` of every week, or an RFC 5545 `recurrence` such as
        FREQ=MONTHLY;BYDAY=2SA; `time` as 15:30, `minutes` how long it takes, `starts` the first day that counts (today), `steps` in
        order, `remind_minutes` to tell the person so long before each time, 0 for just then, or `remind_at` at this time of each day."""
        rule = recurrence or weekly(tuple(WEEK.index(day) for day in days))
        new = NewRoutine(
            title=title,
            recurrence=rule,
            starts=starts,
            time=time,
            duration=length(minutes),
            place=place,
            memo=memo,
            steps=tuple(NewStep(title=step.title, minutes=step.minutes, memo=step.memo) for step in steps),
        )
        change = await self._schedule.routines.add(new, person=call.task.person, key=call.key)
        lead = lead_given(remind_minutes, remind_at, time)
        about = NewReminder(routine_id=change.routine.id, lead=lead) if lead is not None else None
        return _changed(change, call, **await reminder_of(self._schedule, about, call))

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def update_routine(
        self,
        routine_id: RowId,
        title: Words | None = None,
        days: tuple[Weekday, ...] = (),
        add_days: tuple[Weekday, ...] = (),
        remove_days: tuple[Weekday, ...] = (),
        recurrence: str | None = None,
        time: TimeOfDay | None = None,
        minutes: Length | None = None,
        memo: str | None = None,
        *,
        call: Call,
    ) -> ToolResult:
        """Change a routine; what is not given stays. `days` replaces the days of the week, `add_days` and `remove_days` change
        single ones."""
        if not (title or days or add_days or remove_days or recurrence or time or minutes or memo is not None):
            raise InvalidRequest("a change of a routine needs something to change", where="title")

        def edit(routine: Routine) -> Routine:
            if days or add_days or remove_days or recurrence or time:  # by the home's clock from now on, as they were said
                routine = brought_home(routine, call.task.now.date(), zone_of(call.task.now))
            rule = recurrence or (weekly(tuple(WEEK.index(day) for day in days)) if days else routine.recurrence)
            if add_days or remove_days:
                rule = _other_days(rule, add_days, remove_days)
            return replace(
                routine,
                title=title or routine.title,
                recurrence=rule,
                time=time or routine.time,
                duration=length(minutes) or routine.duration,
                memo=routine.memo if memo is None else memo or None,
            )

        did = Did.RENAMED if title and not (days or add_days or remove_days or recurrence or time or minutes) else Did.CHANGED
        return _changed(await self._schedule.routines.edit(routine_id, did, edit, person=call.task.person, key=call.key), call)

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def skip_routine(self, routine_id: RowId, date: Day, skipped: bool = True, *, call: Call) -> ToolResult:
        """Leave a routine out on one day, or with `skipped` false take it in again."""

        def edit(routine: Routine) -> Routine:
            own = own_day(routine, date, zone_of(call.task.now))
            others = tuple(day for day in routine.skipped if day != own)
            return replace(routine, skipped=(*others, own) if skipped else others)

        return _changed(await self._schedule.routines.edit(routine_id, Did.CHANGED, edit, person=call.task.person, key=call.key), call)

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def delete_routine(self, routine_id: RowId, *, call: Call) -> ToolResult:
        """Delete a routine with its steps. The journal keeps what it was, so that it can be put back."""
        return _changed(await self._schedule.routines.delete(routine_id, person=call.task.person, key=call.key), call)

    @tool(effect=Effect.ADD)
    async def add_step(
        self, routine_id: RowId, title: Words, minutes: Length | None = None, memo: str | None = None, *, call: Call
    ) -> ToolResult:
        """Add a step at the end of a routine; `minutes` how long it takes."""
        step = NewStep(title=title, minutes=minutes, memo=memo)
        return _changed(await self._schedule.routines.add_step(routine_id, step, person=call.task.person, key=call.key), call, step=title)

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def update_step(
        self,
        routine_id: RowId,
        step_id: RowId,
        title: Words | None = None,
        minutes: Length | None = None,
        memo: str | None = None,
        *,
        call: Call,
    ) -> ToolResult:
        """Change a step of a routine; what is not given stays."""

        def edit(routine: Routine) -> Routine:
            if all(step.id != step_id for step in routine.steps):
                raise InvalidRequest(f"the routine {routine.title!r} has no step {step_id}", where="step_id")
            steps = tuple(
                replace(s, title=title or s.title, minutes=minutes or s.minutes, memo=s.memo if memo is None else memo or None)
                if s.id == step_id
                else s
                for s in routine.steps
            )
            return replace(routine, steps=steps)

        change = await self._schedule.routines.edit(routine_id, Did.STEPPED, edit, person=call.task.person, key=call.key)
        return _changed(change, call, step=next((s.title for s in change.routine.steps if s.id == step_id), ""))

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def delete_step(self, routine_id: RowId, step_id: RowId, *, call: Call) -> ToolResult:
        """Take a step out of a routine."""
        change = await self._schedule.routines.delete_step(routine_id, step_id, person=call.task.person, key=call.key)
        gone = change.before.steps if isinstance(change.before, Routine) else ()
        return _changed(change, call, step=next((s.title for s in gone if s.id == step_id), ""))

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def toggle_step(
        self, routine_id: RowId, step_id: RowId | None = None, date: Day | None = None, done: bool = True, *, call: Call
    ) -> ToolResult:
        """Tick off a step of a routine for a day (today), or without `step_id` the routine as a whole; `done` false takes the tick away."""
        routine = await self._schedule.routines.get(routine_id, person=call.task.person)
        day = date or call.task.now.date()
        change = await self._schedule.routines.check(routine_id, day, step_id=step_id, done=done, person=call.task.person, key=call.key)
        ticks = await self._schedule.routines.checks(day, day, person=call.task.person, ids=[routine_id])
        left = views(days_of_routines([routine], ticks, day, day, zone_of(call.task.now)))
        step = next((s.title for s in routine.steps if s.id == step_id), None)
        return changed(
            change,
            routine=as_shown(routine, day, zone_of(call.task.now)).view(),
            step=step,
            date=day.isoformat(),
            day=left[0] if left else None,
        )

    @tool(effect=Effect.READ)
    async def list_routines(self, routine_id: RowId | None = None, date: Day | None = None, *, call: Call) -> ToolResult:
        """List the routines with their days, times and steps, or one of them; how often in a row each was done, and what of it is done on
        a day (today); of one also when it comes next."""
        person, day = call.task.person, date or call.task.now.date()
        found = [r for r in await self._schedule.routines.all(person=person) if routine_id in (None, r.id)]
        ticks = await self._schedule.routines.checks(day, day, person=person, ids=[r.id for r in found])
        home = zone_of(call.task.now)
        due = days_of_routines(found, ticks, day, day, home)
        today = {each.routine.id: view for each, view in zip(due, views(due), strict=True)}
        one = found[0] if routine_id is not None and found and day == call.task.now.date() else None
        coming = _coming(one, call.task.now, today.get(one.id)) if one is not None else None
        streaks = await streaks_of(found, day, home=home, store=self._schedule.routines, person=person)
        return ToolResult(
            value={
                "routine_list": [{**as_shown(r, day, home).view(), "streak": streaks.get(r.id, 0), "day": today.get(r.id)} for r in found],
                "date": day.isoformat(),
                "one": routine_id is not None,
                "next": coming.isoformat() if coming else None,
            }
        )


def _changed(change: Change, call: Call, **more: Value) -> ToolResult:
    """The routine as it is now and as it was before, by the home's clock."""
    now = call.task.now
    rows = {change.kind.value: viewed_row(change.row, now), "before": viewed_row(change.before, now) if change.before is not None else None}
    return changed(change, **rows, **more)


def _coming(routine: Routine, now: datetime, today: Value) -> Day | None:
    """The next day on which it comes round: today, as long as it is not done and its time has not passed."""
    home = zone_of(now)
    coming = next_at_home(routine, now.date() - timedelta(days=1), home)
    if coming is None:
        return None
    day, here = coming
    over = (isinstance(today, Mapping) and today["done"]) or (here.time is not None and here.time < now.time())
    if day == now.date() and over:
        coming = next_at_home(routine, day, home)
    return coming[0] if coming is not None else None


def _other_days(rule: str, more: tuple[Weekday, ...], fewer: tuple[Weekday, ...]) -> str:
    present = days_of(rule)
    if not present:
        raise InvalidRequest(f"this routine does not recur on days of every week ({rule}); give `days` or a `recurrence`", where="add_days")
    return weekly(tuple(WEEK.index(day) for day in {*present, *more} - set(fewer)))
