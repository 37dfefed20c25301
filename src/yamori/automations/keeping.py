"""Automations and what they remember, changed in the store first and in memory then. The engine calls it, never twice at once."""

from dataclasses import replace
from datetime import date as Day
from datetime import datetime

from yamori.automations.automation import Automation, Disabled
from yamori.automations.ports import Sky
from yamori.automations.register import Entry, Register
from yamori.automations.rules.standing import (
    comes_then,
    first_state,
    is_over,
    reckoned_again,
    set_back,
    skipped,
    thinned,
    timed_from,
    unskipped,
)
from yamori.automations.state import AutomationState
from yamori.automations.store import AutomationStore
from yamori.automations.waking import Waking, after_pause, zone_of
from yamori.domain.errors import InvalidRequest


class Keeping:
    def __init__(self, store: AutomationStore, register: Register, waking: Waking, sky: Sky) -> None:
        self._store = store
        self._register = register
        self._waking = waking
        self._sky = sky

    def load(self, automation: Automation, state: AutomationState, now: datetime) -> None:
        """One that the store holds, after a pause."""
        state = reckoned_again(automation, after_pause(automation, state, now), now, zone=zone_of(now), sky=self._sky)
        state = thinned(automation, state, now, zone=zone_of(now))
        self._register.put(automation, state)

    async def add(self, automation: Automation, now: datetime, before: AutomationState | None = None) -> None:
        """`before`: what one remembered that was removed and comes back."""
        state = self._first(automation, now, before)
        if before is not None:
            state = replace(state, firings=before.firings, last_fired=before.last_fired)
        await self._begin(automation, state, now)

    async def change(self, entry: Entry, automation: Automation, now: datetime) -> None:
        """In the place of the entry's, as if it were made just now."""
        await self._begin(automation, replace(self._first(automation, now, entry.state), last_fired=entry.state.last_fired), now)
        entry.fired, entry.unreadable = (), 0

    async def switch_on(self, entry: Entry, now: datetime) -> Automation:
        """As if it were made just now. Raises `InvalidRequest` where nothing of it is to come."""
        automation, before = replace(entry.automation, enabled=True, disabled_reason=None), entry.state
        state = self._first(automation, now, before)
        if is_over(automation, state, now):
            raise InvalidRequest("its time is over; nothing of it is still to come", where="enabled")
        triggers = tuple(replace(new, edges=old.edges) for new, old in zip(state.triggers, before.triggers, strict=True))
        await self._begin(automation, replace(state, triggers=triggers, last_fired=before.last_fired), now)
        entry.fired, entry.unreadable = (), 0
        return automation

    async def switch_off(self, entry: Entry, why: Disabled) -> Automation:
        """It stays in the list, and waits for nothing."""
        automation = replace(entry.automation, enabled=False, disabled_reason=why)
        triggers = tuple(replace(known, deadline=None, due=None) for known in entry.state.triggers)
        state = replace(entry.state, triggers=triggers)
        await self._store.put(automation, state)
        self._register.put(automation, state)
        return automation

    async def skip(self, entry: Entry, day: Day | None, now: datetime, *, skips: bool) -> None:
        """Leave out what comes on a day, or no longer; None: no day is left out any more. Raises `InvalidRequest` as `standing.skipped`
        does."""
        zone, automation = zone_of(now), entry.automation
        if day is None or not skips:
            state = unskipped(automation, entry.state, day, now=now, zone=zone, sky=self._sky)
        else:
            state = skipped(automation, entry.state, day, now=now, zone=zone, sky=self._sky)
        await self._store.put(automation, state)
        self._register.set_state(entry, state)

    def comes_then(self, entry: Entry, day: Day, now: datetime) -> bool:
        """Whether it may still fire on a day, were it not left out then."""
        return comes_then(entry.automation, day, now=now, zone=zone_of(now), sky=self._sky)

    async def remove(self, id: str) -> Automation:
        """Raises `NotFound`."""
        automation = self._register.get(id).automation
        await self._store.delete(id)
        self._register.drop(id)
        return automation

    async def clock_set_back(self, now: datetime) -> None:
        """Moments that come once more are waited for once more; those that fired are known by their keys."""
        states = {}
        for entry in self._register.all():
            if entry.automation.enabled:
                state = set_back(entry.automation, entry.state, now, zone=zone_of(now), sky=self._sky)
                self._register.set_state(entry, state)
                states[entry.automation.id] = state
        await self._store.save_states(states)

    def _first(self, automation: Automation, now: datetime, before: AutomationState | None = None) -> AutomationState:
        """One that is off waits for nothing. On the days that were left out `before` it stays left out."""
        state = first_state(automation, now=now, zone=zone_of(now), sky=self._sky)
        if before is not None and before.skipped_days:
            state = replace(state, skipped_days=before.skipped_days)
            state = timed_from(automation, thinned(automation, state, now, zone=zone_of(now)), now, zone=zone_of(now), sky=self._sky)
        if automation.enabled:
            return state
        return replace(state, triggers=tuple(replace(known, due=None) for known in state.triggers))

    async def _begin(self, automation: Automation, state: AutomationState, now: datetime) -> None:
        state = await self._waking.base_line(automation, state, now)
        await self._store.put(automation, state)
        self._register.put(automation, state)
