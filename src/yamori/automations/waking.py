"""Wakes the automations that a change, a moment or an ending concerns, and hands what is set off to `Claiming`.

The engine calls it, never twice at once.
"""

import asyncio
from collections.abc import Awaitable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo

from yamori.automations.asking import Answer, Asking
from yamori.automations.automation import Automation, Disabled
from yamori.automations.claiming import Claiming, SetOff
from yamori.automations.firing import Cause
from yamori.automations.hearing import Heard
from yamori.automations.ports import Sky
from yamori.automations.register import UNTIL, Entry, Register
from yamori.automations.rules.edges import step, watched_again
from yamori.automations.rules.lateness import happened, never_late
from yamori.automations.rules.looking import looked, next_look
from yamori.automations.rules.occurrence import edge_name, ending_name, moment_name
from yamori.automations.rules.overdue import overdue
from yamori.automations.rules.standing import look
from yamori.automations.rules.watching import Place, by_automation
from yamori.automations.state import AutomationState, TriggerState
from yamori.automations.trigger import TIMED, Becomes, Ends, Forecast, Generated, Source, Timed, Trigger, trigger_paths
from yamori.domain.receipt import Reading


class Waking:
    def __init__(self, register: Register, claiming: Claiming, asking: Asking, sky: Sky) -> None:
        self._register = register
        self._claiming = claiming
        self._asking = asking
        self._sky = sky
        self._readings: dict[str, Reading] = {}

    async def hear(self, heard: Heard, *, seen: datetime, now: datetime) -> None:
        """Take in what was heard at once. A single change comes after every moment before it; all readings together come at once."""
        single = happened(heard.readings[0].at, seen=seen, now=now) if heard.is_change else None
        if single is not None:
            await self.come_due(single, now)
        for reading in heard.readings:
            self._readings[reading.path] = reading
            self._claiming.values[reading.path] = reading.value
        places: dict[Place, None] = {}
        for reading in heard.readings:
            places.update(dict.fromkeys(self._register.watching.looking_at(reading.path)))
        woken = by_automation(tuple(places))
        await _together(self._look_all(id, numbers, single, seen, now) for id, numbers in woken.items())

    async def come_due(self, upto: datetime, now: datetime) -> None:
        """Settle every moment up to here, also those that follow from settling one."""
        while due := self._register.agenda.take(upto):
            places: dict[str, list[tuple[datetime, int]]] = {}
            for moment, (id, number) in due:
                places.setdefault(id, []).append((moment, number))
            await _together(self._come_due(self._register.get(id), moments, now) for id, moments in places.items())

    async def end(self, source: Source, id: str, key: str, now: datetime, *, at: datetime | None = None) -> None:
        """Something that automations wait for has ended; `key` is its own. `at`: when, where it is heard of late."""
        ended = min(at, now) if at is not None else now
        for waiting, numbers in by_automation(self._register.watching.waiting_for(source, id)).items():
            entry = self._register.get(waiting)
            for number in numbers:
                if not entry.automation.enabled:
                    break
                known, trigger = entry.state.triggers[number], entry.automation.triggers[number]
                if isinstance(trigger, Ends) and trigger.after_seconds:
                    if known.ending != key:  # the same one once more, after a stop of the house, begins nothing anew
                        waits = replace(known, ending=key, deadline=ended + timedelta(seconds=trigger.after_seconds))
                        await self._claiming.keep(entry, entry.with_trigger(number, waits))
                    continue
                after = replace(known, edges=known.edges + 1)
                cause = Cause(kind=trigger.kind)
                what = SetOff(trigger=number, name=ending_name(key), cause=cause, due=ended, after=after)
                await self._claiming.set_off(entry, what, now)

    async def base_line(self, automation: Automation, state: AutomationState, now: datetime) -> AutomationState:
        """The state once it has been looked at for the first time: nothing fires, waits begin."""
        triggers = []
        for trigger, known in zip(automation.triggers, state.triggers, strict=True):
            seen, answer = await self._truth(trigger, known, now)
            if answer is not None:
                seen = step(seen, answer.truth, now=now, hold=_hold(trigger)).state
            elif isinstance(trigger, Forecast):
                seen = next_look(known, now=now)
            triggers.append(_looked_again(trigger, seen, now))
        return replace(state, triggers=tuple(triggers))

    async def _look_all(self, id: str, numbers: Sequence[int], single: datetime | None, seen: datetime, now: datetime) -> None:
        entry = self._register.get(id)
        for number in numbers:
            if entry.automation.enabled:
                at = single or self._since(entry.automation, number, seen=seen, now=now)
                await self._look(entry, number, at, now)

    def _since(self, automation: Automation, number: int, *, seen: datetime, now: datetime) -> datetime:
        """When a test that is seen for the first time after a pause became what it is; a wait begins when it is seen.

        Devices that are asked again say that it is so now: that counts only where nothing dangerous follows.
        """
        trigger = automation.triggers[number]
        if _hold(trigger):
            return now
        reported = [reading.at for path in trigger_paths(trigger) if (reading := self._readings.get(path)) is not None]
        latest = None if never_late(automation.actions) else max(reported, default=None)
        return happened(latest, seen=seen, now=now)

    async def _look(self, entry: Entry, number: int, at: datetime, now: datetime) -> None:
        """Move the trigger on to what its readings are; `at` is when they became so."""
        trigger, known = entry.automation.triggers[number], entry.state.triggers[number]
        read, answer = await self._truth(trigger, known, now)
        if answer is None:
            return
        if isinstance(trigger, Generated):
            await self._claiming.count_unreadable(entry, (answer,))
            if not entry.automation.enabled:
                return
        found = step(read, answer.truth, now=at, hold=_hold(trigger))
        found = replace(found, state=_looked_again(trigger, found.state, now))
        if found.fires:
            values = {path: self._claiming.values.get(path) for path in trigger_paths(trigger)}
            due = min(known.deadline, at) if known.deadline is not None else at
            name = edge_name(found.state.edges, now)
            what = SetOff(trigger=number, name=name, cause=Cause(kind=trigger.kind, readings=values), due=due, after=found.state)
            await self._claiming.set_off(entry, what, now)
        else:
            await self._claiming.keep(entry, entry.with_trigger(number, found.state))

    async def _truth(self, trigger: Trigger, known: TriggerState, now: datetime) -> tuple[TriggerState, Answer | None]:
        match trigger:
            case Becomes():
                state, truth = look(trigger, known, self._claiming.values)
                return state, Answer(truth=truth)
            case Generated():
                return known, await self._asking.generated(trigger, self._claiming.values, now)
            case _:
                return known, None

    async def _come_due(self, entry: Entry, moments: Iterable[tuple[datetime, int]], now: datetime) -> None:
        for moment, number in moments:
            if not entry.automation.enabled:
                return
            if number == UNTIL:
                await self._claiming.switch_off(entry, Disabled.OVER)
                return
            trigger = entry.automation.triggers[number]
            if isinstance(trigger, TIMED):
                await self._moment(entry, number, trigger, now)
            elif isinstance(trigger, Forecast):
                await self._look_ahead(entry, number, trigger, now)
            elif isinstance(trigger, Ends):
                await self._long_ended(entry, number, trigger, now)
            else:
                await self._look(entry, number, moment, now)

    async def _long_ended(self, entry: Entry, number: int, trigger: Ends, now: datetime) -> None:
        """An end is as long ago as is waited for."""
        known = entry.state.triggers[number]
        if known.deadline is None or known.deadline > now:
            self._register.set_state(entry, entry.state)
            return
        name = ending_name(f"{known.ending}+{trigger.after_seconds}")
        after = replace(known, deadline=None, edges=known.edges + 1)
        what = SetOff(trigger=number, name=name, cause=Cause(kind=trigger.kind), due=known.deadline, after=after)
        await self._claiming.set_off(entry, what, now)

    async def _look_ahead(self, entry: Entry, number: int, trigger: Forecast, now: datetime) -> None:
        """Ask what the forecast says now, and wait for the next look."""
        known = entry.state.triggers[number]
        answer = await self._asking.weather(trigger.asks, now, before=known.truth)
        found = looked(known, answer.truth, now=now)
        if not found.fires:
            await self._claiming.keep(entry, entry.with_trigger(number, found.state))
            return
        name = edge_name(found.state.edges, now)
        await self._claiming.set_off(
            entry, SetOff(trigger=number, name=name, cause=Cause(kind=trigger.kind), due=now, after=found.state), now
        )

    async def _moment(self, entry: Entry, number: int, trigger: Timed, now: datetime) -> None:
        known = entry.state.triggers[number]
        if known.due is None or known.due > now:
            self._register.set_state(entry, entry.state)
            return
        zone = zone_of(now)
        actions, without = entry.automation.actions, entry.state.skipped_days
        found = overdue(trigger, known.due, now=now, actions=actions, zone=zone, sky=self._sky, without=without)
        last = max([m for m in (found.done, *found.missed, *found.replaced) if m is not None])
        after = replace(known, through=last, due=found.next)

        def set_off(moment: datetime, state: TriggerState) -> SetOff:
            return SetOff(trigger=number, name=moment_name(trigger, moment, zone), cause=Cause(kind=trigger.kind), due=moment, after=state)

        for moment in (*found.missed[:-1], *found.replaced):
            await self._claiming.record_missed(entry, set_off(moment, known), now)
        if found.missed and found.done is not None:
            await self._claiming.miss(entry, set_off(found.missed[-1], known), found.missed, now)
        if found.done is not None:
            await self._claiming.set_off(entry, set_off(found.done, after), now)
        else:
            await self._claiming.miss(entry, set_off(found.missed[-1], after), found.missed, now)
            await self._claiming.end_life(entry, now)


def after_pause(automation: Automation, state: AutomationState, now: datetime) -> AutomationState:
    """Waits that ended while nobody watched begin anew where what follows may not be done late."""
    if not never_late(automation.actions):
        return state
    triggers = tuple(
        known if isinstance(trigger, Ends) else watched_again(known, hold=_hold(trigger), now=now)
        for trigger, known in zip(automation.triggers, state.triggers, strict=True)
    )
    return replace(state, triggers=triggers)


def zone_of(now: datetime) -> tzinfo:
    assert now.tzinfo is not None, "a clock gives aware moments"
    return now.tzinfo


EACH_MINUTE = timedelta(minutes=1)
"""So often code that minds the clock is looked at while no reading changes."""


def _looked_again(trigger: Trigger, known: TriggerState, now: datetime) -> TriggerState:
    """The state with the next moment at which its trigger has to be looked at for the time alone."""
    minds = isinstance(trigger, Generated) and trigger.minds_clock
    return replace(known, due=now + EACH_MINUTE) if minds else known


def _hold(trigger: Trigger) -> timedelta:
    return timedelta(seconds=trigger.for_seconds) if isinstance(trigger, Becomes) else timedelta(0)


async def _together(work: Iterable[Awaitable[None]]) -> None:
    """One automation's trouble does not stop the others; the first is raised when all are through."""
    for outcome in await asyncio.gather(*work, return_exceptions=True):
        if isinstance(outcome, BaseException):
            raise outcome
