"""Reminders, timers, the daily briefing, and where a person is told things, as tools. Nothing here decides.

Every result has `did`, the row as `reminder` or `preferences`, `before` and the change's `key`; times are the home's.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Literal

from yamori.agentkit.argument_types import Minutes, Moment, RowId, TimeOfDay
from yamori.agentkit.legible import Words
from yamori.agentkit.tool import Call, Effect, ToolResult, tool
from yamori.agents.scheduler.notices import Notifier
from yamori.agents.scheduler.rules.rows.instants import instant, zone_of
from yamori.agents.scheduler.rules.rows.preferences import Channel, ChannelKind, Preferences
from yamori.agents.scheduler.rules.rows.reminder import LONGEST_LEAD, Reminder
from yamori.agents.scheduler.store.changes import Change
from yamori.agents.scheduler.store.reminders import NewReminder
from yamori.agents.scheduler.store.schedule import Schedule
from yamori.domain.access import Access, Owner, Who
from yamori.domain.caller import Scope
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value


class ReminderTools:
    """Bound to one schedule. Every call works on what the person has whom the task is for."""

    access = Access(who=Who.FAMILY, scope=Scope.SCHEDULE, owner=Owner.PERSON)

    def __init__(self, schedule: Schedule, notifiers: Mapping[ChannelKind, Notifier] | None = None) -> None:
        """`notifiers` are the ways that this household has to tell people; they check a channel before it is kept."""
        self._schedule = schedule
        self._notifiers = notifiers or {}

    @tool(effect=Effect.ADD)
    async def set_reminder(
        self,
        text: Words | None = None,
        at: Moment | None = None,
        minutes: float | None = None,
        task_id: RowId | None = None,
        routine_id: RowId | None = None,
        lead_minutes: Minutes = 0,
        *,
        call: Call,
    ) -> ToolResult:
        """Remind the person: of `text` at a time (`at` as 2026-11-22T15:30 in the home's time, or in `minutes`), or of a task or every
        occurrence of a routine, `lead_minutes` before it begins. A reminder of a task goes with it when it is moved."""
        if at is not None and minutes is not None:
            raise InvalidRequest("give `at` or `minutes`, not both", where="at")
        now = self._schedule.clock.now()
        if not 0 <= lead_minutes <= LONGEST_LEAD.days * 24 * 60:
            raise InvalidRequest("a reminder comes when something begins, or at most 366 days before", where="lead_minutes")
        if at is not None and at.tzinfo is None:
            at = instant(at.date(), at.time(), zone_of(now))
        new = NewReminder(
            text=text,
            moment=now + _span(minutes=minutes) if minutes is not None else at,
            task_id=task_id,
            routine_id=routine_id,
            lead=timedelta(minutes=lead_minutes),
        )
        return await self._result(await self._schedule.reminders.set(new, person=call.task.person, key=call.key))

    @tool(effect=Effect.ADD)
    async def set_timer(self, minutes: float = 0, seconds: float = 0, text: Words | None = None, *, call: Call) -> ToolResult:
        """Count down and tell the person when the time is up; `text` is what it is for."""
        moment = self._schedule.clock.now() + _span(minutes=minutes, seconds=seconds)
        new = NewReminder(text=text, moment=moment, timer=True, language=call.task.language)
        return await self._result(await self._schedule.reminders.set(new, person=call.task.person, key=call.key))

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def update_timer(
        self, reminder_id: RowId, minutes: float = 0, seconds: float = 0, text: Words | None = None, *, call: Call
    ) -> ToolResult:
        """Have a timer that runs be of another length, counted from when it was set, or from now where that is over; `text` is what it is
        for, where that is another now."""
        length = _span(minutes=minutes, seconds=seconds)
        reminders = self._schedule.reminders
        return await self._result(await reminders.set_length(reminder_id, length, text=text, person=call.task.person, key=call.key))

    @tool(effect=Effect.READ)
    async def list_reminders(self, *, call: Call) -> ToolResult:
        """The reminders and timers that are still to come, soonest first."""
        waiting = await self._schedule.reminders.waiting(person=call.task.person)
        return ToolResult(value={"reminders": [await self._view(reminder) for reminder in waiting]})

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def cancel_reminder(self, reminder_id: RowId, *, call: Call) -> ToolResult:
        """Have a reminder or timer not come any more; what it reminds of stays as it is."""
        return await self._result(await self._schedule.reminders.cancel(reminder_id, person=call.task.person, key=call.key))

    @tool(effect=Effect.CHANGE)
    async def snooze_reminder(self, reminder_id: RowId, minutes: float = 10, *, call: Call) -> ToolResult:
        """Have a reminder come once more in so many minutes; one that has not come yet comes so much later."""
        change = await self._schedule.reminders.snooze(reminder_id, _span(minutes=minutes), person=call.task.person, key=call.key)
        return await self._result(change)

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def set_briefing(self, time: TimeOfDay | None = None, *, call: Call) -> ToolResult:
        """Sum up the day for the person every day at a time, such as 07:30; without one, not any more."""
        change = await self._schedule.preferences.set_briefing(
            time, person=call.task.person, key=call.key, language=call.task.language if time is not None else None
        )
        return await self._result(change)

    @tool(effect=Effect.CHANGE, idempotent=True)
    async def set_reminder_channel(
        self, channel: Literal["device", "webhook"], target: str, component: str = "", on: bool = True, *, call: Call
    ) -> ToolResult:
        """Tell the person things on a device (by its id or name) or at a web address too, or with `on` false not any more. The page always
        shows them. An address must be one that the person gave."""
        kind, person = ChannelKind(channel), call.task.person
        if not on:
            if kind in self._notifiers and kind is ChannelKind.DEVICE:
                target = self._called(target, component, await self._schedule.preferences.of(person))
            return await self._result(await self._schedule.preferences.remove_channels(kind, target, person=person, key=call.key))
        if kind is ChannelKind.WEBHOOK and not _given_by_the_person(target, call):
            raise InvalidRequest("an address must stand in what the person said themselves", where="target")
        notifier = self._notifiers.get(kind)
        if notifier is None:
            raise InvalidRequest(f"nothing here can tell anything by {channel}", where="channel")
        wanted = notifier.checked(Channel(kind=kind, target=target, component=component))
        return await self._result(await self._schedule.preferences.add_channel(wanted, person=person, key=call.key))

    def _called(self, target: str, component: str, preferences: Preferences) -> str:
        """The id of a device that may be gone already."""
        if any(channel.target == target for channel in preferences.channels):
            return target
        return self._notifiers[ChannelKind.DEVICE].checked(Channel(kind=ChannelKind.DEVICE, target=target, component=component)).target

    async def _result(self, change: Change) -> ToolResult:
        before = change.before
        value: dict[str, Value] = {"did": change.did.value, "before": await self._view(before) if before is not None else None}
        return ToolResult(value=value | {change.kind.value: await self._view(change.row), "key": change.key})

    async def _view(self, row: object) -> Mapping[str, Value]:
        match row:
            case Reminder():
                title = await self._schedule.reminders.called(row)
                return dict(row.view(zone_of(self._schedule.clock.now()))) | ({"title": title} if title else {})
            case Preferences():
                return row.view()
        raise TypeError(f"{type(row).__name__} is no row of these tools")


def _span(*, minutes: float | None = 0, seconds: float = 0) -> timedelta:
    try:
        span = timedelta(minutes=minutes or 0, seconds=seconds)
    except (OverflowError, ValueError) as error:
        raise InvalidRequest("that is no length of time", where="minutes") from error
    if not timedelta(0) < span <= timedelta(days=366):
        raise InvalidRequest("a timer runs for more than nothing and at most 366 days", where="minutes")
    return span


def _given_by_the_person(address: str, call: Call) -> bool:
    """It stands in the person's own sentence, and came from no page or paper; whoever calls the tool by its name gave it themselves."""
    return address in call.task.said or call.task.said == "set_reminder_channel"
