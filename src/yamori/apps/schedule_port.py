"""The page's endpoints to the schedule, fulfilled by its stores. Nothing is decided here: rows become what the page shows, and back."""

from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date as Day
from datetime import datetime, timedelta
from typing import Any, TypeVar

from yamori.agents.scheduler.notices import Notice as Told
from yamori.agents.scheduler.rules.rows.days import occurrence_days
from yamori.agents.scheduler.rules.rows.entry import CustomTask
from yamori.agents.scheduler.rules.rows.home_clock import as_shown, brought_home, next_at_home, own_day
from yamori.agents.scheduler.rules.rows.instants import zone_of
from yamori.agents.scheduler.rules.rows.log import DayLog
from yamori.agents.scheduler.rules.rows.routine import Routine, Step
from yamori.agents.scheduler.store import Change, Did, NewTask, Schedule
from yamori.agents.scheduler.store.changes import replaced_key
from yamori.agents.scheduler.store.reminders import NewReminder
from yamori.agents.scheduler.store.routines import NewRoutine, NewStep
from yamori.agents.scheduler.store.streaks import streaks_of
from yamori.agents.scheduler.store.tokens import TokenKind
from yamori.domain.errors import InvalidRequest, NotFound
from yamori.web.schedule_port import (
    CalendarSeen,
    Changed,
    DayText,
    DueSeen,
    Notice,
    Occurrence,
    Of,
    ReminderSeen,
    RoutineEdit,
    RoutineFields,
    RoutineSeen,
    Share,
    StepSeen,
    TaskEdit,
    TaskFields,
    TaskSeen,
    Ticks,
)

T = TypeVar("T")
_MOST_WAITING = 100
_MOST_NOTICES = 5
_GONE = frozenset({"task_id", "routine_id", "step_id", "notice_id", "reminder_id"})


@dataclass(frozen=True)
class HouseholdSchedule:
    """Fulfils `web.schedule_doors.ScheduleDoors`."""

    schedule: Schedule

    def now(self) -> datetime:
        return self.schedule.clock.now()

    async def tasks(self, person: str, first: Day, last: Day) -> Sequence[TaskSeen]:
        tasks = self.schedule.tasks
        return [_task(t) for t in (*await tasks.lasting(first, person=person), *await tasks.between(first, last, person=person))]

    async def overdue(self, person: str) -> Sequence[TaskSeen]:
        today = self.now().date()
        found = await self.schedule.tasks.overdue(today, person=person, limit=_MOST_WAITING)
        return [_task(task) for task in found]

    async def someday(self, person: str) -> Sequence[TaskSeen]:
        near = await self.schedule.tasks.near(self.now().date(), person=person, limit=_MOST_WAITING)
        return [_task(task) for task in near if task.date is None and not task.done]

    async def calendars(self, person: str) -> Sequence[CalendarSeen]:
        return [CalendarSeen(id=account.id, name=account.name) for account in await self.schedule.calendars.accounts(person)]

    async def in_calendars(self, person: str) -> Mapping[tuple[Of, int], int]:
        return {(Of(kind.value), row): id for (kind, row), id in (await self.schedule.calendars.lying(person)).items()}

    async def task(self, person: str, id: int) -> TaskSeen:
        return _task(await _there(self.schedule.tasks.get(id, person=person)))

    async def add_task(self, person: str, new: TaskFields, *, key: str) -> Changed:
        made = NewTask(
            title=new.title,
            date=new.date,
            time=new.time,
            duration=_length(new.minutes),
            place=new.place,
            memo=new.memo,
            done=new.done,
        )
        return self._changed(await self.schedule.tasks.create(made, person=person, key=key))

    async def change_task(self, person: str, id: int, edit: TaskEdit, *, version: int, key: str) -> Changed:
        before = _fields(await _there(self.schedule.tasks.get(id, person=person)))
        did = _what(before, edit(before))

        def work(task: CustomTask) -> CustomTask:
            new = edit(_fields(task))
            return replace(
                task,
                title=new.title,
                date=new.date,
                time=new.time,
                duration=_length(new.minutes),
                place=new.place,
                memo=new.memo,
                done=new.done,
            )

        return self._changed(await _there(self.schedule.tasks.edit(id, did, work, person=person, key=key, version=version)))

    async def delete_task(self, person: str, id: int, *, version: int, key: str) -> Changed:
        return self._changed(await _there(self.schedule.tasks.delete(id, person=person, key=key, version=version)))

    async def routines(self, person: str) -> Sequence[RoutineSeen]:
        return [self._seen(routine) for routine in await self.schedule.routines.all(person=person)]

    async def routine(self, person: str, id: int) -> RoutineSeen:
        return self._seen(await _there(self.schedule.routines.get(id, person=person)))

    def _seen(self, routine: Routine) -> RoutineSeen:
        """By the home's clock."""
        return _routine(as_shown(routine, self.now().date(), zone_of(self.now())))

    async def add_routine(self, person: str, new: RoutineFields, *, key: str) -> Changed:
        return self._changed(await self.schedule.routines.add(_new_routine(new), person=person, key=key))

    async def change_routine(self, person: str, id: int, edit: RoutineEdit, *, version: int, key: str) -> Changed:
        def work(routine: Routine) -> Routine:
            seen = self._seen(routine).fields
            new = edit(seen)
            if (new.recurrence, new.starts, new.time) == (seen.recurrence, seen.starts, seen.time):
                new = replace(new, recurrence=routine.recurrence, starts=routine.starts, time=routine.time)
            else:
                routine = brought_home(routine, self.now().date(), zone_of(self.now()))
            known = {step.id for step in routine.steps}
            return replace(
                routine,
                title=new.title,
                recurrence=new.recurrence,
                starts=new.starts or routine.starts,
                time=new.time,
                duration=_length(new.minutes),
                place=new.place,
                memo=new.memo,
                steps=tuple(Step(id=s.id if s.id in known else 0, title=s.title, minutes=s.minutes, memo=s.memo) for s in new.steps),
            )

        return self._changed(await _there(self.schedule.routines.edit(id, Did.CHANGED, work, person=person, key=key, version=version)))

    async def delete_routine(self, person: str, id: int, *, version: int, key: str) -> Changed:
        return self._changed(await _there(self.schedule.routines.delete(id, person=person, key=key, version=version)))

    async def repeat_task(self, person: str, id: int, new: RoutineFields, *, done: bool, version: int, key: str) -> Changed:
        work = self.schedule.repeating.repeat(id, _new_routine(new), done=done, person=person, key=key, version=version)
        return replace(self._changed(await _there(work)), did="repeated")

    async def occurrences(self, person: str, first: Day, last: Day, *, routine: int | None = None) -> Sequence[Occurrence]:
        found = []
        every = self.schedule.routines
        for one in (await _there(every.get(routine, person=person)),) if routine is not None else await every.all(person=person):
            seen = self._seen(one)
            found += [
                Occurrence(routine=replace(seen, fields=replace(seen.fields, time=here.time)), date=day)
                for day, here in occurrence_days(one, first, last, zone_of(self.now()))
            ]
        return found

    async def next_due(self, person: str, after: Day) -> Mapping[int, Day]:
        routines = await self.schedule.routines.all(person=person)
        found = ((routine.id, next_at_home(routine, after, zone_of(self.now()))) for routine in routines)
        return {id: coming[0] for id, coming in found if coming is not None}

    async def ticks(self, person: str, first: Day, last: Day) -> Ticks:
        found: dict[tuple[int, Day], set[int]] = {}
        for log in await self.schedule.routines.checks(first, last, person=person):
            found.setdefault((log.routine_id, log.date), set()).add(log.step_id or 0)
        return {of: frozenset(steps) for of, steps in found.items()}

    async def kept(self, person: str, first: Day, last: Day) -> Mapping[int, frozenset[Day]]:
        return await self.schedule.routines.done_days(first, last, person=person)

    async def streaks(self, person: str) -> Mapping[int, int]:
        routines = self.schedule.routines
        return await streaks_of(
            await routines.all(person=person), self.now().date(), home=zone_of(self.now()), store=routines, person=person
        )

    async def tick(self, person: str, routine: int, day: Day, *, step: int | None, done: bool, key: str) -> Changed:
        change = await _there(self.schedule.routines.check(routine, day, step_id=step, done=done, person=person, key=key))
        titled = await self.schedule.routines.get(routine, person=person)
        about = next((s.title for s in titled.steps if s.id == step), titled.title)
        return replace(self._changed(change), about=about)

    async def skip(self, person: str, routine: int, day: Day, *, skipped: bool, key: str) -> Changed:
        def work(found: Routine) -> Routine:
            own = own_day(found, day, zone_of(self.now()))
            others = {other for other in found.skipped if other != own}
            return replace(found, skipped=tuple(sorted({*others, own} if skipped else others)))

        change = await _there(self.schedule.routines.edit(routine, Did.CHANGED, work, person=person, key=key))
        told = self._changed(change)
        return told if change.did is Did.UNCHANGED else replace(told, did="skipped" if skipped else "unskipped")

    async def reminders(self, person: str, of: Of, id: int) -> Sequence[ReminderSeen]:
        task, routine = (id, None) if of is Of.TASK else (None, id)
        found = await self.schedule.reminders.of(person=person, task_id=task, routine_id=routine)
        zone = self.now().tzinfo
        return [
            ReminderSeen(id=r.id, due=r.due.astimezone(zone), minutes=int(r.lead.total_seconds() // 60), text=r.text)
            for r in found
            if r.due is not None
        ]

    async def due(self, person: str, until: datetime) -> Sequence[DueSeen]:
        reminders, zone = self.schedule.reminders, self.now().tzinfo
        return [
            DueSeen(id=r.id, text=await reminders.called(r) or "", due=r.due.astimezone(zone), timer=r.timer)
            for r in await reminders.waiting(person=person, limit=_MOST_WAITING)
            if r.due is not None and r.due <= until
        ]

    async def remind(self, person: str, of: Of, id: int, minutes: int, *, key: str) -> Changed:
        lead = timedelta(minutes=minutes)
        new = NewReminder(task_id=id, lead=lead) if of is Of.TASK else NewReminder(routine_id=id, lead=lead)
        change = await _there(self.schedule.reminders.set(new, person=person, key=key))
        return await self._told_of(change, "reminded")

    async def forget_reminder(self, person: str, id: int, *, key: str) -> Changed:
        return await self._told_of(await _there(self.schedule.reminders.cancel(id, person=person, key=key)), "unreminded")

    async def _told_of(self, change: Change, did: str) -> Changed:
        about = await self.schedule.reminders.called(change.reminder) or ""
        return replace(self._changed(change), did=change.did.value if change.did is Did.UNCHANGED else did, about=about)

    async def day(self, person: str, day: Day) -> DayText | None:
        found = await self.schedule.logs.of(day, person=person)
        return _day(found) if found is not None else None

    async def append(self, person: str, day: Day, text: str, *, key: str) -> Changed:
        return self._changed(await self.schedule.logs.append(day, text, person=person, key=key))

    async def overwrite(self, person: str, day: Day, text: str, *, version: int | None, key: str) -> Changed:
        # A day that held nothing has no version; whatever stands there now was written since.
        expected = version if version is not None else 0
        if text:
            return self._changed(await self.schedule.logs.overwrite(day, text, person=person, key=key, version=expected))
        found = await self.schedule.logs.of(day, person=person)
        if found is not None and found.version != expected:
            raise InvalidRequest("the day was written by somebody else meanwhile", where="version")
        return self._changed(await self.schedule.logs.delete(day, person=person, key=key))

    async def search(self, person: str, words: str) -> Sequence[DayText]:
        return [_day(log) for log in await self.schedule.logs.search(words, person=person)]

    async def undo(self, person: str, change: str, *, key: str) -> Changed:
        undone = await self.schedule.changes.undo(change, person=person, key=key)
        back = await self.schedule.changes.made(replaced_key(key))  # what came back in its place is what is told of
        return replace(self._changed(back), key=undone.key) if back is not None else self._changed(undone)

    async def shares(self, person: str) -> Sequence[Share]:
        return [
            Share(
                id=token.id, kind=token.kind.value, name=token.name, allows=token.allows, made=token.created.astimezone(self.now().tzinfo)
            )
            for token in await self.schedule.tokens.all(person)
        ]

    async def share(self, person: str, kind: str, *, name: str, allows: Sequence[str], key: str) -> str:
        if kind not in set(TokenKind):
            raise InvalidRequest(f"{kind!r} is no way to share a calendar", where="kind", nearest=tuple(TokenKind))
        text, _ = await self.schedule.tokens.issue(person, TokenKind(kind), allows=tuple(allows), name=name, key=key)
        return text

    async def unshare(self, person: str, id: int) -> None:
        await self.schedule.tokens.revoke(id, person)

    async def embedded(self, token: str) -> tuple[str, tuple[str, ...]] | None:
        found = await self.schedule.tokens.holder(token, TokenKind.EMBED)
        return (found.person, found.allows) if found is not None else None

    async def open_notices(self, person: str) -> tuple[int, Sequence[Notice]]:
        after = await self.schedule.notices.latest(person=person)
        found = await self.schedule.notices.open(person=person, limit=_MOST_NOTICES)
        return after, [self._notice(told) for told in reversed(found) if told.id <= after]

    async def notices(self, person: str, after: int) -> AsyncIterator[tuple[int, Notice]]:
        async for told in self.schedule.notices.follow(person, after):
            if told.dismissed is None:
                yield told.id, self._notice(told)

    async def see(self, person: str, notice: int) -> None:
        await _there(self.schedule.notices.see(notice, person=person))

    async def dismiss(self, person: str, notice: int) -> None:
        await _there(self.schedule.notices.dismiss(notice, person=person))

    async def snooze(self, person: str, notice: int, minutes: int, *, key: str) -> None:
        await _there(self.schedule.snooze_notice(notice, timedelta(minutes=minutes), person=person, key=key))

    def _notice(self, told: Told) -> Notice:
        return Notice(id=told.id, text=told.text, due=told.due.astimezone(self.now().tzinfo), missed=told.missed)

    def _changed(self, change: Change) -> Changed:
        row = change.row
        match row:
            case CustomTask() | Routine():
                about = row.title
            case DayLog():
                about = row.date.isoformat()
            case _:  # set from elsewhere, such as a reminder
                about = ""
        task = _task(change.after) if isinstance(change.after, CustomTask) else None
        return Changed(key=change.key, kind=change.kind.value, did=change.did.value, about=about, task=task)


async def _there(work: Coroutine[Any, Any, T]) -> T:  # Any: what a coroutine is sent and yields, which nobody here uses
    """What the store says, with `NotFound` for a row that is gone."""
    try:
        return await work
    except InvalidRequest as problem:
        if problem.where in _GONE:
            raise NotFound(str(problem), where=problem.where) from problem
        raise


def _what(before: TaskFields, after: TaskFields) -> Did:
    """What a change of these fields is called."""
    different = {name for name in TaskFields.__dataclass_fields__ if getattr(before, name) != getattr(after, name)}
    called: tuple[tuple[frozenset[str], Did], ...] = (
        (frozenset({"done"}), Did.DONE if after.done else Did.REOPENED),
        (frozenset({"title"}), Did.RENAMED),
        (frozenset({"memo"}), Did.NOTED),
        (frozenset({"date", "time", "minutes"}), Did.MOVED),
    )
    return next((did for fields, did in called if different and different <= fields), Did.CHANGED)


def _new_routine(new: RoutineFields) -> NewRoutine:
    return NewRoutine(
        title=new.title,
        recurrence=new.recurrence,
        starts=new.starts,
        time=new.time,
        duration=_length(new.minutes),
        place=new.place,
        memo=new.memo,
        steps=tuple(NewStep(title=s.title, minutes=s.minutes, memo=s.memo) for s in new.steps),
    )


def _length(minutes: int | None) -> timedelta | None:
    return timedelta(minutes=minutes) if minutes is not None else None


def _minutes(length: timedelta | None) -> int | None:
    return int(length.total_seconds() // 60) if length is not None else None


def _fields(task: CustomTask) -> TaskFields:
    return TaskFields(
        title=task.title,
        date=task.date,
        time=task.time,
        minutes=_minutes(task.duration),
        place=task.place,
        memo=task.memo,
        done=task.done,
    )


def _task(task: CustomTask) -> TaskSeen:
    return TaskSeen(id=task.id, fields=_fields(task), version=task.version)


def _routine(routine: Routine) -> RoutineSeen:
    return RoutineSeen(
        id=routine.id,
        fields=RoutineFields(
            title=routine.title,
            recurrence=routine.recurrence,
            starts=routine.starts,
            time=routine.time,
            minutes=_minutes(routine.duration),
            place=routine.place,
            memo=routine.memo,
            steps=tuple(StepSeen(id=s.id, title=s.title, minutes=s.minutes, memo=s.memo) for s in routine.steps),
        ),
        days=routine.days,
        version=routine.version,
        skipped=routine.skipped,
    )


def _day(log: DayLog) -> DayText:
    return DayText(date=log.date, text=log.text, version=log.version)
