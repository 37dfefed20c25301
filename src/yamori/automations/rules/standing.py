"""Where an automation stands: its first state, its next moments, and whether its life is over."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date as Day
from datetime import datetime, timedelta, tzinfo

from yamori.automations.automation import Automation
from yamori.automations.ports import Sky
from yamori.automations.rules.due import comes_on, next_due
from yamori.automations.rules.looking import next_look
from yamori.automations.rules.truth import Truth, compare_leaves, whole
from yamori.automations.state import AutomationState, TriggerState
from yamori.automations.trigger import TIMED, Becomes, Ends, Forecast, Trigger
from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value


def first_state(automation: Automation, *, now: datetime, zone: tzinfo, sky: Sky) -> AutomationState:
    """Of one that was just made or switched on: moments count from now on, and nothing is known of readings yet."""
    empty = AutomationState(triggers=tuple(TriggerState() for _ in automation.triggers))
    return timed_from(automation, empty, now, zone=zone, sky=sky)


def timed_from(automation: Automation, state: AutomationState, after: datetime, *, zone: tzinfo, sky: Sky) -> AutomationState:
    """The state once every moment up to `after` is settled."""
    without = state.skipped_days
    triggers = tuple(
        replace(known, through=after, due=next_due(trigger, after, zone=zone, sky=sky, without=without))
        if isinstance(trigger, TIMED)
        else known
        for trigger, known in zip(automation.triggers, state.triggers, strict=True)
    )
    return replace(state, triggers=triggers)


MOST_SKIPPED = 60
"""Of the days on which one is left out."""
FURTHEST_SKIPPED = timedelta(days=366)
"""So far ahead what waits for something to happen can be left out; what comes at a moment, on any day on which it comes."""


def skipped(automation: Automation, state: AutomationState, day: Day, *, now: datetime, zone: tzinfo, sky: Sky) -> AutomationState:
    """The state once a day is left out, too. Raises `InvalidRequest` where it does not come on that day, and where too many are."""
    if not comes_then(automation, day, now=now, zone=zone, sky=sky):
        dues = {known.due.astimezone(zone).date() for known in state.triggers if known.due is not None}
        raise InvalidRequest("it does not come on that day", where="day", nearest=tuple(map(str, sorted(dues))))
    state = thinned(automation, state, now, zone=zone)
    days = tuple(sorted({*state.skipped_days, day}))
    if len(days) > MOST_SKIPPED:
        raise InvalidRequest(f"at most {MOST_SKIPPED} days are left out at a time", where="day")
    return _without(automation, state, days, now, zone=zone, sky=sky)


def unskipped(automation: Automation, state: AutomationState, day: Day | None, *, now: datetime, zone: tzinfo, sky: Sky) -> AutomationState:
    """The state once a day is not left out any more; None: no day is. What would have come meanwhile does not come late."""
    days = tuple(one for one in state.skipped_days if day is not None and one != day)
    return _without(automation, state, days, now, zone=zone, sky=sky)


def thinned(automation: Automation, state: AutomationState, now: datetime, *, zone: tzinfo) -> AutomationState:
    """The state without the days that are over and settled: before the last settled moment nothing is reckoned any more."""
    settled = [known.through for trigger, known in zip(automation.triggers, state.triggers, strict=True) if isinstance(trigger, TIMED)]
    first = min(at for at in (*settled, now) if at is not None).astimezone(zone).date() - timedelta(days=1)
    return replace(state, skipped_days=tuple(day for day in state.skipped_days if day >= first))


def _without(
    automation: Automation, state: AutomationState, days: tuple[Day, ...], now: datetime, *, zone: tzinfo, sky: Sky
) -> AutomationState:
    """The state with these days left out; what has come and is not settled yet stays, unless it was on one of them."""

    def moved(trigger: Trigger, known: TriggerState) -> TriggerState:
        if not isinstance(trigger, TIMED):
            return known
        has_come = known.due is not None and known.due <= now
        after = known.through or now if has_come else max(known.through or now, now)
        return replace(known, due=next_due(trigger, after, zone=zone, sky=sky, without=days), through=after)

    triggers = tuple(moved(trigger, known) for trigger, known in zip(automation.triggers, state.triggers, strict=True))
    return replace(state, triggers=triggers, skipped_days=days)


def comes_then(automation: Automation, day: Day, *, now: datetime, zone: tzinfo, sky: Sky) -> bool:
    """Whether it may still fire on a day, were it not left out then."""
    today, until = now.astimezone(zone).date(), automation.life.until
    if day < today or (until is not None and day > until.astimezone(zone).date()):
        return False
    if any(not isinstance(trigger, TIMED) for trigger in automation.triggers):
        return day - today <= FURTHEST_SKIPPED
    return any(comes_on(t, day, now=now, zone=zone, sky=sky) for t in automation.triggers if isinstance(t, TIMED))


def reckoned_again(automation: Automation, state: AutomationState, now: datetime, *, zone: tzinfo, sky: Sky) -> AutomationState:
    """The state after a pause: the place, the zone or the code may have changed, and what is due is what follows the last that was."""
    without = state.skipped_days
    triggers = tuple(
        replace(known, due=next_due(trigger, known.through or now, zone=zone, sky=sky, without=without))
        if isinstance(trigger, TIMED)
        else known
        for trigger, known in zip(automation.triggers, state.triggers, strict=True)
    )
    return replace(state, triggers=triggers)


def set_back(automation: Automation, state: AutomationState, now: datetime, *, zone: tzinfo, sky: Sky) -> AutomationState:
    """The state once the clock has been set back: moments count from `now` on, and no wait is longer than it should be."""
    triggers = tuple(
        replace(known, deadline=min(known.deadline, now + _length(trigger))) if known.deadline is not None else known
        for trigger, known in zip(automation.triggers, state.triggers, strict=True)
    )
    triggers = tuple(
        next_look(known, now=now) if isinstance(trigger, Forecast) else known
        for trigger, known in zip(automation.triggers, triggers, strict=True)
    )
    return timed_from(automation, replace(state, triggers=triggers), now, zone=zone, sky=sky)


def _length(trigger: Trigger) -> timedelta:
    """How long its waits are."""
    match trigger:
        case Becomes():
            return timedelta(seconds=trigger.for_seconds)
        case Ends():
            return timedelta(seconds=trigger.after_seconds)
        case _:
            return timedelta(0)


def is_over(automation: Automation, state: AutomationState, now: datetime) -> bool:
    """It has fired as often as it should, its time is over, or none of its moments is still to come."""
    life = automation.life
    if life.times is not None and state.firings >= life.times:
        return True
    if life.until is not None and life.until <= now and not _waits_before(automation, state):
        return True
    return all(isinstance(trigger, TIMED) and known.due is None for trigger, known in zip(automation.triggers, state.triggers, strict=True))


def _waits_before(automation: Automation, state: AutomationState) -> bool:
    """A moment of its life has come and is not settled yet."""
    until = automation.life.until
    return until is not None and any(known.due is not None and known.due < until for known in state.triggers)


def look(trigger: Becomes, known: TriggerState, values: Mapping[str, Value]) -> tuple[TriggerState, Truth]:
    """The test's truth now, and the state with each comparison as it was last known."""
    now = compare_leaves(trigger.test, values, known.leaves)
    before = known.leaves if len(known.leaves) == len(now) else (None,) * len(now)
    leaves = tuple(was if is_so is None else is_so for is_so, was in zip(now, before, strict=True))
    return replace(known, leaves=leaves), whole(trigger.test, now)
