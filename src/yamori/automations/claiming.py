"""From being set off to a claimed firing: the life, the conditions, lateness and loops decide, the store keeps it in one transaction.

Called by `Waking`. Nothing is done here: `claimed` is handed every firing once it is in the store.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from yamori.automations.action import ActionResult, ActionStatus
from yamori.automations.asking import Answer, Asking
from yamori.automations.automation import Automation, Disabled
from yamori.automations.condition import Condition, OnWeekdays, SunIs, TimeWindow, WeatherIs, leaves_of
from yamori.automations.firing import Cause, Firing, FiringStatus
from yamori.automations.owner_notices import missed_text, unforeseen_text
from yamori.automations.ports import Sky
from yamori.automations.register import Entry, Register
from yamori.automations.rules.conditions import Situation, opaque_parts, unmet
from yamori.automations.rules.lateness import is_too_late
from yamori.automations.rules.looping import is_loop, recent
from yamori.automations.rules.occurrence import firing_key, missed_name
from yamori.automations.rules.standing import is_over
from yamori.automations.state import AutomationState, Skip, TriggerState
from yamori.automations.store import AutomationStore
from yamori.automations.trigger import TIMED
from yamori.domain.errors import Misconfigured
from yamori.domain.values import Value

MOST_UNREADABLE = 5
"""So often in a row a generated condition may fail to be evaluated."""


@dataclass(frozen=True, kw_only=True)
class SetOff:
    """A trigger that has come true."""

    trigger: int
    name: str
    """Of the occurrence; no other one of this trigger has it."""
    cause: Cause
    due: datetime
    after: TriggerState
    """The trigger's state once this is settled."""


class Claiming:
    def __init__(
        self,
        store: AutomationStore,
        register: Register,
        asking: Asking,
        sky: Sky,
        *,
        claimed: Callable[[Automation, Firing], None],
        switched_off: Callable[[Entry, Disabled], Awaitable[None]],
    ) -> None:
        self._store = store
        self._register = register
        self._asking = asking
        self._sky = sky
        self._claimed = claimed
        self.switch_off = switched_off
        self.values: dict[str, Value] = {}
        """Readings as they were last heard, by path."""

    async def set_off(self, entry: Entry, what: SetOff, now: datetime) -> None:
        """Claim what fires. What was skipped is kept as such, what is too late is told as missed."""
        automation = entry.automation
        until, times = automation.life.until, automation.life.times
        is_over = (until is not None and what.due >= until) or (times is not None and entry.state.firings >= times)
        if is_over or _is_left_out(entry, what, now):
            await self.keep(entry, entry.with_trigger(what.trigger, what.after))
        elif is_too_late(automation.actions, what.due, now):
            await self.miss(entry, what, (what.due,), now)
        elif (skip := await self._skip(entry, what.due, now)) is not None:
            state = replace(entry.with_trigger(what.trigger, what.after), last_skipped=skip)
            if skip.known or not _asks_weather(automation.conditions[skip.condition]):
                await self.keep(entry, state)
            else:  # whoever relies on it must hear that nobody knew
                await self._tell_unknown(entry, what, state, now)
        elif is_loop(entry.fired, now):
            await self.keep(entry, entry.with_trigger(what.trigger, what.after))
            await self.switch_off(entry, Disabled.LOOP)
            return
        else:
            firing = new_firing(automation, what.trigger, what.name, what.cause, due=what.due, now=now)
            if await self.claim(entry, firing, entry.with_trigger(what.trigger, what.after)):
                entry.fired = (*recent(entry.fired, now), now)
        await self.end_life(entry, now)

    async def end_life(self, entry: Entry, now: datetime) -> None:
        """Switch it off where it is over."""
        if entry.automation.enabled and is_over(entry.automation, entry.state, now):
            await self.switch_off(entry, Disabled.OVER)

    async def miss(self, entry: Entry, what: SetOff, moments: Sequence[datetime], now: datetime) -> None:
        """Claim as missed, to be told once for all these moments; not those at which the calendar's conditions were false anyway."""
        automation = entry.automation
        until = automation.life.until
        real = [m for m in moments if self._calendar_holds(automation.conditions, m, now) and (until is None or m < until)]
        state = entry.with_trigger(what.trigger, what.after)
        if not real:
            await self.keep(entry, state)
            return
        text = missed_text(automation, real, now)
        results = tuple(ActionResult(status=ActionStatus.MISSED, text="" if n else text) for n in range(len(automation.actions)))
        firing = new_firing(automation, what.trigger, missed_name(what.name), what.cause, due=real[-1], now=now)
        await self.claim(entry, replace(firing, counts=False, results=results), state)

    async def _tell_unknown(self, entry: Entry, what: SetOff, state: AutomationState, now: datetime) -> None:
        """Claim as missed what waited for a forecast that there was not, so that it is told once."""
        automation = entry.automation
        text = unforeseen_text(automation)
        results = tuple(ActionResult(status=ActionStatus.MISSED, text="" if n else text) for n in range(len(automation.actions)))
        firing = new_firing(automation, what.trigger, missed_name(what.name), what.cause, due=what.due, now=now)
        await self.claim(entry, replace(firing, counts=False, results=results), state)

    async def record_missed(self, entry: Entry, what: SetOff, now: datetime) -> None:
        """Write down one of several that were missed together; it is told with the last of them."""
        if self._calendar_holds(entry.automation.conditions, what.due, now):
            firing = new_firing(entry.automation, what.trigger, missed_name(what.name), what.cause, due=what.due, now=now)
            results = tuple(ActionResult(status=ActionStatus.MISSED) for _ in entry.automation.actions)
            ended = replace(firing, counts=False, results=results, status=FiringStatus.MISSED, ended=firing.claimed)
            await self._store.claim(ended, entry.state)

    async def claim(self, entry: Entry, firing: Firing, state: AutomationState) -> bool:
        """One transaction for the firing and the state; False where the firing is known already, which keeps the state alone."""
        counted = replace(state, firings=state.firings + 1, last_fired=firing.claimed) if firing.counts else state
        before = entry.state
        self._register.set_state(entry, counted)
        try:
            is_new = await self._store.claim(firing, counted, otherwise=state)
        except Misconfigured:
            self._undo(entry, before)
            raise
        if is_new:
            self._claimed(entry.automation, firing)
        else:
            self._register.set_state(entry, replace(entry.state, firings=state.firings, last_fired=state.last_fired))
        return is_new

    async def keep(self, entry: Entry, state: AutomationState) -> None:
        """Keep a state, in memory and in the store."""
        before = entry.state
        self._register.set_state(entry, state)
        if state == before:
            return
        try:
            await self._store.save_state(entry.automation.id, state)
        except Misconfigured:
            self._undo(entry, before)
            raise

    async def count_unreadable(self, entry: Entry, answers: Sequence[Answer]) -> None:
        if not answers:
            return
        entry.unreadable = entry.unreadable + 1 if any(answer.unreadable for answer in answers) else 0
        if entry.unreadable >= MOST_UNREADABLE and entry.automation.enabled:
            await self.switch_off(entry, Disabled.UNREADABLE)

    def _undo(self, entry: Entry, before: AutomationState) -> None:
        """What could not be written has not happened, but for a trouble that was told meanwhile."""
        self._register.set_state(entry, replace(before, failing=entry.state.failing))

    async def _skip(self, entry: Entry, due: datetime, now: datetime) -> Skip | None:
        conditions = entry.automation.conditions
        situation = Situation(now=due.astimezone(now.tzinfo), values=self.values, sky=self._sky)
        skip = unmet(conditions, situation, ask_ports=False)
        if skip is not None or not opaque_parts(conditions):
            return skip
        answers = await self._asking.opaque(conditions, self.values, situation.now)
        await self.count_unreadable(entry, answers)
        return unmet(conditions, replace(situation, answers=truths(answers)), ask_ports=True)

    async def holds(self, conditions: Sequence[Condition], now: datetime) -> bool | None:
        """Whether all of them are true at a moment that is now; None where that is not known."""
        answers = await self._asking.opaque(conditions, self.values, now)
        situation = Situation(now=now, values=self.values, sky=self._sky, answers=truths(answers))
        skip = unmet(conditions, situation, ask_ports=True)
        return True if skip is None else False if skip.known else None

    def _calendar_holds(self, conditions: Sequence[Condition], moment: datetime, now: datetime) -> bool:
        """Of a moment that is over only the clock, the calendar and the sun are still known."""
        known = [c for c in conditions if all(isinstance(leaf, TimeWindow | OnWeekdays | SunIs) for leaf in leaves_of(c))]
        situation = Situation(now=moment.astimezone(now.tzinfo), values={}, sky=self._sky)
        return unmet(known, situation, ask_ports=False) is None


def new_firing(automation: Automation, trigger: int | None, name: str, cause: Cause, *, due: datetime, now: datetime) -> Firing:
    return Firing(
        key=firing_key(automation, trigger, name),
        automation=automation.id,
        trigger=trigger,
        cause=cause,
        due=due.astimezone(UTC),
        claimed=now.astimezone(UTC),
        status=FiringStatus.CLAIMED,
    )


def _is_left_out(entry: Entry, what: SetOff, now: datetime) -> bool:
    """Whether something happened on a day on which it is left out; moments do not come on such days at all (`rules.due`)."""
    happens = not isinstance(entry.automation.triggers[what.trigger], TIMED)
    return happens and what.due.astimezone(now.tzinfo).date() in entry.state.skipped_days


def _asks_weather(condition: Condition) -> bool:
    return any(isinstance(leaf, WeatherIs) for leaf in leaves_of(condition))


def truths(answers: Sequence[Answer]) -> Mapping[int, bool | None]:
    return {number: answer.truth for number, answer in enumerate(answers)}
