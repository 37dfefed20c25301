"""Runs the household's automations: hears changes, minds the clock, fires what is due exactly once, and tells what was missed.

`apps` opens it over the house and calls `start`, then `run`; evaluations and tests call `settle` instead, on a clock that they set. It
never calls a model and knows no device: those are reached through `ports`.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date as Day
from datetime import datetime, timedelta

from yamori.automations.asking import Asking
from yamori.automations.automation import Automation, Disabled, check_new
from yamori.automations.carrying import RUN, Carrying
from yamori.automations.claiming import Claiming, new_firing
from yamori.automations.condition import Condition
from yamori.automations.doing import Doing
from yamori.automations.firing import Cause, Firing, FiringStatus
from yamori.automations.hearing import Hearing
from yamori.automations.keeping import Keeping
from yamori.automations.owner_notices import switched_off_text
from yamori.automations.ports import Evaluator, Notices, Performer, Readings, Sky, Weather
from yamori.automations.register import UNTIL, Entry, Register
from yamori.automations.rules.occurrence import firing_key
from yamori.automations.rules.pairs import followers, removed_with
from yamori.automations.rules.standing import is_over
from yamori.automations.state import AutomationState
from yamori.automations.store import AutomationStore
from yamori.automations.trigger import Ends, Forecast, Generated, Source
from yamori.automations.waking import Waking
from yamori.domain.clock import Clock
from yamori.domain.errors import InvalidRequest, Misconfigured
from yamori.domain.values import Value

LONGEST_WAIT = timedelta(seconds=30)
"""So often the clock is looked at again, in case that it was set; so exactly it is kept when that was last done."""
SMALL_STEP = timedelta(minutes=1)
"""Of a clock that is set back by less nothing comes once more."""
_logger = logging.getLogger(__name__)


class Engine:
    """Between `start` and `close`. Everything that changes something raises `Misconfigured` where the store cannot be written."""

    def __init__(
        self,
        store: AutomationStore,
        clock: Clock,
        *,
        readings: Readings,
        performer: Performer,
        notices: Notices,
        sky: Sky,
        weather: Weather | None = None,
        evaluator: Evaluator | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._register = Register()
        self._hearing = Hearing(readings)
        asking = Asking(weather, evaluator)
        self._carrying = Carrying(store, clock, self._register, performer, notices)
        self._claiming = Claiming(store, self._register, asking, sky, claimed=self._begin, switched_off=self._switch_off)
        self._waking = Waking(self._register, self._claiming, asking, sky)
        self._keeping = Keeping(store, self._register, self._waking, sky)
        self._alone = asyncio.Lock()
        """Held while automations are changed or claimed, never while something is done."""
        self._doing = Doing(self._hearing.news.set)
        self._closed = False
        self._seen: datetime | None = None
        self._kept_seen: datetime | None = None

    async def start(self) -> None:
        """Load, go on with what was claimed, and take what the house reports as it is: only what becomes so from now on, or became so
        since it was last looked at, sets something off."""
        now = self._clock.now()
        self._seen = self._kept_seen = await self._store.seen()
        if self._seen is None:
            await self._see(now)
        for automation, state in await self._store.all():
            self._keeping.load(automation, state, now)
            await asyncio.sleep(0)  # thousands of them take a while
        for firing in await self._store.unfinished():
            await self._resume(firing)
        for entry in self._register.all():
            if entry.automation.enabled and is_over(entry.automation, entry.state, now):
                await self._switch_off(entry, Disabled.OVER)
        await self._hearing.start()
        async with self._alone:
            await self._hear_all()
            if self._seen is not None and now >= self._seen:
                await self._see(now)

    async def add(self, automation: Automation, *, before: AutomationState | None = None) -> Automation:
        """Keep a new one, or with `before` one that was removed, as often as it had fired; the same once more changes nothing. Raises
        `InvalidRequest` for one whose time is over, and for another one under an id that is taken."""
        async with self._alone:
            if (entry := self._register.find(automation.id)) is not None:
                if _as_made(entry.automation) == _as_made(automation):
                    return entry.automation
                raise InvalidRequest(f"another automation is called {automation.id!r}", where="id")
            now = self._clock.now()
            if automation.enabled:
                check_new(automation, now)
            await self._hear_all()
            await self._keeping.add(automation, now, before)
        self._hearing.news.set()
        return automation

    async def change(self, automation: Automation) -> Automation:
        """Put it in the place of the one with its id, as if it were made just now; when that fired last is kept. Raises `NotFound`, and
        `InvalidRequest` for one whose time is over."""
        async with self._alone:
            entry = self._register.get(automation.id)
            if entry.automation == automation:
                return automation
            now = self._clock.now()
            if automation.enabled:
                check_new(automation, now)
            await self._hear_all()
            await self._keeping.change(entry, automation, now)
        self._hearing.news.set()
        return automation

    async def remove(self, id: str) -> Automation:
        """Forget it, and what belongs to it as the other half of a pair; what it is doing just now is finished. Raises `NotFound` with the
        nearest ids."""
        async with self._alone:
            beside = removed_with(self._register.get(id).automation, self.all())
            automation = await self._keeping.remove(id)
            for other in beside:
                await self._keeping.remove(other.id)
        self._hearing.news.set()
        return automation

    async def enable(self, id: str, enabled: bool) -> Automation:
        """Switch it on, as if it were made just now, or off. Raises `NotFound`, and `InvalidRequest` where nothing of it is to come."""
        async with self._alone:
            entry = self._register.get(id)
            if entry.automation.enabled == enabled:
                return entry.automation
            if not enabled:
                return await self._keeping.switch_off(entry, Disabled.BY_PERSON)
            await self._hear_all()
            automation = await self._keeping.switch_on(entry, self._clock.now())
        self._hearing.news.set()
        return automation

    async def skip(self, id: str, day: Day | None, *, skips: bool = True) -> Automation:
        """Leave out what would come on a day of the house's calendar, beside the days that are left out already, or with `skips` false have
        it come then after all; None: no day is left out any more. Raises `NotFound`, and `InvalidRequest` for one that is off, or that does
        not come on that day."""
        async with self._alone:
            entry = self._register.get(id)
            if not entry.automation.enabled:
                raise InvalidRequest("it is switched off, so nothing of it is to come", where="id")
            await self._keeping.skip(entry, day, self._clock.now(), skips=skips)
        self._hearing.news.set()
        return entry.automation

    def all(self) -> Sequence[Automation]:
        """Newest last."""
        return [entry.automation for entry in self._register.all()]

    def state(self, id: str) -> AutomationState:
        """Raises `NotFound`."""
        return self._register.get(id).state

    def comes_on(self, id: str, day: Day) -> bool:
        """Whether it may still fire on a day of the house's calendar, were it not left out then. Raises `NotFound`."""
        entry = self._register.get(id)
        return entry.automation.enabled and self._keeping.comes_then(entry, day, self._clock.now())

    def skipped_days(self, id: str) -> tuple[Day, ...]:
        """The days on which it is left out that are not over, in their order. Raises `NotFound`."""
        today = self._clock.now().date()
        return tuple(day for day in self._register.get(id).state.skipped_days if day >= today)

    async def run_now(self, id: str, *, key: str) -> Firing:
        """Do what it does, whatever its triggers and conditions say, also of one that is off. The same key again gives the same firing.
        Raises `NotFound`."""
        async with self._alone:
            entry = self._register.get(id)
            now = self._clock.now()
            firing = replace(new_firing(entry.automation, None, key, Cause(kind=RUN), due=now, now=now), counts=False)
            await self._claiming.claim(entry, firing, replace(entry.state, last_fired=firing.claimed))
        if (task := self._doing.firing(firing.key)) is not None:
            return await asyncio.shield(task)
        return await self._store.firing(firing.key) or firing

    async def holds(self, conditions: Sequence[Condition]) -> bool | None:
        """Whether all of them are true now; None where that is not known."""
        async with self._alone:
            await self._hear_all()
            return await self._claiming.holds(conditions, self._clock.now())

    async def readings(self) -> Mapping[str, Value]:
        """How the devices are now, by path, as far as it was heard."""
        async with self._alone:
            await self._hear_all()
            return dict(self._claiming.values)

    async def firings(self, id: str | None = None, limit: int = 50) -> Sequence[Firing]:
        """Newest first, also of those that were removed."""
        return await self._store.firings(id, limit)

    def upcoming(self) -> Sequence[tuple[datetime, Automation]]:
        """Moments of time triggers, and the ends of waits, soonest first, in UTC; not those at which a forecast is looked at."""
        moments = self._register.agenda.in_order()
        found = [(moment, self._register.get(id).automation, number) for moment, (id, number) in moments if number != UNTIL]
        return [(moment, a) for moment, a, number in found if not isinstance(a.triggers[number], Forecast | Generated)]

    def timers(self) -> frozenset[str]:
        """The timers that automations wait for, also of those that were switched off because theirs had gone."""
        waiting = [a for a in self.all() if a.enabled or a.disabled_reason is Disabled.TIMER_GONE]
        return frozenset(t.id for a in waiting for t in a.triggers if isinstance(t, Ends) and t.source is Source.TIMER)

    async def timer_ended(self, id: str, *, at: datetime | None = None) -> None:
        """A timer came to its end, now or where this is heard of late, `at` a moment before. The same one again sets nothing off again."""
        now = self._clock.now()
        async with self._alone:
            await self._waking.end(Source.TIMER, id, f"timer:{id}", now, at=at)
            for entry in self._waiting_for_timer(id):
                if entry.automation.enabled and not any(known.deadline for known in entry.state.triggers):
                    await self._switch_off(entry, Disabled.OVER)  # it was missed: nothing of it is to come
        self._hearing.news.set()

    async def timer_gone(self, id: str) -> None:
        """A timer was cancelled: what waits for nothing but its end is switched off, and its owner told."""
        async with self._alone:
            for entry in self._waiting_for_timer(id):
                if entry.automation.enabled and not any(known.deadline for known in entry.state.triggers):
                    await self._switch_off(entry, Disabled.TIMER_GONE)

    async def owner_left(self, owner: str) -> Sequence[Automation]:
        """Somebody does not live here any more: what is on of theirs is switched off, and returned as it was."""
        async with self._alone:
            entries = [entry for entry in self._register.all() if entry.automation.owner == owner and entry.automation.enabled]
            automations = [entry.automation for entry in entries]
            for entry in entries:
                await self._keeping.switch_off(entry, Disabled.OWNER_LEFT)
        return automations

    async def timer_back(self, id: str) -> None:
        """A timer that was cancelled runs again."""
        for entry in self._waiting_for_timer(id):
            if entry.automation.disabled_reason is Disabled.TIMER_GONE:
                with suppress(InvalidRequest):  # its life is over meanwhile
                    await self.enable(entry.automation.id, True)

    async def settle(self) -> datetime | None:
        """Take in every change heard so far, fire everything due, wait until that is done, and so on until nothing follows from it.

        Returns the next moment at which something is due, in UTC. Raises what an action broke with, if it is no error of ours.
        """
        while True:
            for _ in range(4):  # what was just reported passes through as many listeners on its way here
                await asyncio.sleep(0)
            await self._take_in()
            if self._doing:
                await self._doing.wait()
            elif not self._hearing.waiting:
                break
        self._doing.raise_broken()
        first = self._register.agenda.first()
        return first[0] if first is not None else None

    async def run(self) -> None:
        """For ever, or until it is closed. A store that cannot be written is tried again."""
        while not self._closed:
            self._hearing.news.clear()
            try:
                await asyncio.shield(asyncio.ensure_future(self._take_in()))
            except Misconfigured as error:
                _logger.error("automations stand still: %s", error)
                await asyncio.sleep(LONGEST_WAIT.total_seconds())
            first = self._register.agenda.first()
            left = first[0] - self._clock.now() if first is not None else LONGEST_WAIT
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._hearing.news.wait(), max(min(left, LONGEST_WAIT).total_seconds(), 0.0))

    async def close(self) -> None:
        """Stop listening and doing; what was claimed goes on at the next start."""
        self._closed = True
        await self._hearing.close()
        async with self._alone:
            await self._doing.cut_off()

    async def _take_in(self) -> None:
        async with self._alone:
            now = self._clock.now()
            if self._seen is not None and self._seen - now > SMALL_STEP:
                await self._keeping.clock_set_back(now)
            await self._hear_all()
            now = self._clock.now()
            await self._waking.come_due(now, now)
            await self._see(now)

    async def _hear_all(self) -> None:
        waiting = self._hearing.waiting
        while waiting:
            now = self._clock.now()
            await self._waking.hear(waiting[0], seen=self._seen or now, now=now)
            waiting.popleft()  # not before: what could not be written is taken in again

    async def _see(self, now: datetime) -> None:
        self._seen = now
        if self._kept_seen is None or not timedelta(0) <= now - self._kept_seen < LONGEST_WAIT:
            await self._store.see(now)
            self._kept_seen = now

    async def _switch_off(self, entry: Entry, why: Disabled) -> None:
        automation = await self._keeping.switch_off(entry, why)
        if why is not Disabled.OVER:
            key = firing_key(automation, None, f"{why.value}-{self._clock.now().isoformat()}")
            self._doing.tell(self._carrying.tell(automation.owner, switched_off_text(automation, why), key=key))

    def _waiting_for_timer(self, id: str) -> Sequence[Entry]:
        """Those that wait for nothing but the end of a timer."""
        wanted = Source.TIMER, id
        return [
            entry
            for entry in self._register.all()
            if all(isinstance(t, Ends) and (t.source, t.id) == wanted for t in entry.automation.triggers)
        ]

    async def _resume(self, firing: Firing) -> None:
        if (entry := self._register.find(firing.automation)) is None:
            await self._store.go_on(replace(firing, status=FiringStatus.FAILED, ended=self._clock.now()))
        else:
            self._doing.fire(firing.key, self._carrying.carry_out(entry.automation, firing, self._ended, begun=True))

    def _begin(self, automation: Automation, firing: Firing) -> None:
        """Do what was just claimed beside everything else."""
        self._doing.fire(firing.key, self._carrying.carry_out(automation, firing, self._ended, begun=False))

    async def _ended(self, firing: Firing, status: FiringStatus) -> None:
        async with self._alone:
            if status is FiringStatus.MISSED:
                await self._end_followers(firing.automation)
                return
            await self._waking.end(Source.AUTOMATION, firing.automation, firing.key, self._clock.now())

    async def _end_followers(self, id: str) -> None:
        """Nothing follows any more from what was missed and does not come again."""
        entry = self._register.find(id)
        if entry is None or entry.automation.enabled:
            return
        for follower in followers(entry.automation, self.all()):
            waiting = self._register.get(follower.id)
            if waiting.automation.enabled and not any(known.deadline for known in waiting.state.triggers):
                await self._switch_off(waiting, Disabled.OVER)


def _as_made(automation: Automation) -> Automation:
    return replace(automation, enabled=True, disabled_reason=None)
