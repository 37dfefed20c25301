"""Where an automation stands: its first state, its next moments, and whether its life is over."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from datetime import date as Day

from yamori.automations.automation import Automation
from yamori.automations.ports import Sky
from yamori.automations.rules.due import next_due
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
    triggers = tuple(
        replace(known, through=after, due=next_due(trigger, after, zone=zone, sky=sky)) if isinstance(trigger, TIMED) else known
        for trigger, known in zip(automation.triggers, state.triggers, strict=True)
    )
    return replace(state, triggers=triggers)


def skipped(automation: Automation, state: AutomationState, day: Day, *, zone: tzinfo, sky: Sky) -> AutomationState:
    """The state once the moments of one day are settled without a firing. Raises `InvalidRequest` where it does not come on that day, or
    comes before it too: what is settled is settled up to a moment."""
    dues = [known.due.astimezone(zone).date() for known in state.triggers if known.due is not None]
    if day not in dues:
        raise InvalidRequest("it does not come on that day, or it comes before that too", where="day", nearest=tuple(map(str, dues)))
    end = datetime.combine(day + timedelta(days=1), datetime.min.time(), tzinfo=zone).astimezone(UTC) - timedelta(microseconds=1)
    triggers = tuple(
        replace(known, through=end, due=next_due(trigger, end, zone=zone, sky=sky))
        if isinstance(trigger, TIMED) and known.due is not None and known.due.astimezone(zone).date() == day
        else known
        for trigger, known in zip(automation.triggers, state.triggers, strict=True)
    )
    return replace(state, triggers=triggers)


def reckoned_again(automation: Automation, state: AutomationState, now: datetime, *, zone: tzinfo, sky: Sky) -> AutomationState:
    """The state after a pause: the place, the zone or the code may have changed, and what is due is what follows the last that was."""
    triggers = tuple(
        replace(known, due=next_due(trigger, known.through or now, zone=zone, sky=sky)) if isinstance(trigger, TIMED) else known
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
