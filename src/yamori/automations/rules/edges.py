"""Edges, not levels: when a test over readings sets its automation off, and how long it is waited for.

* It fires when the test becomes true after it was last known to be false. What is not known in between changes nothing: a door that was
  closed, then unavailable, then open has been opened.
* A test that is true when it is looked at for the first time (right after the automation was made, or the house started with a device
  that it had never heard of) does not fire: nobody saw it become so, and a house that comes up must not do everything at once.
* With a hold time the stay itself is what is waited for, so a test that is true the first time is waited for from then on. False and
  unknown both end the wait, since nobody can say that it was true all the time; after unknown it begins anew.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from yamori.automations.rules.truth import Truth
from yamori.automations.state import TriggerState


@dataclass(frozen=True, kw_only=True)
class Step:
    state: TriggerState
    fires: bool = False


def step(state: TriggerState, truth: Truth, *, now: datetime, hold: timedelta = timedelta(0)) -> Step:
    """The trigger once its test is found to be so at `now`; also to be called when a deadline has come."""
    if truth is None:
        return Step(state=replace(state, deadline=None))
    if not truth:
        return Step(state=replace(state, truth=False, spent=False, deadline=None))
    if not hold:
        fires = state.truth is False
        return Step(state=replace(state, truth=True, spent=True, deadline=None, edges=state.edges + fires), fires=fires)
    if state.truth is True and state.spent:
        return Step(state=state)
    # Never further away than the hold itself: the clock may have been set back.
    deadline = now + hold if state.deadline is None or state.truth is not True else min(state.deadline, now + hold)
    if deadline <= now:
        return Step(state=replace(state, truth=True, spent=True, deadline=None, edges=state.edges + 1), fires=True)
    return Step(state=replace(state, truth=True, spent=False, deadline=deadline))


def watched_again(state: TriggerState, *, hold: timedelta, now: datetime) -> TriggerState:
    """A wait that ended while nobody watched, of something that may not be done late: it begins anew."""
    return replace(state, deadline=now + hold) if state.deadline is not None and state.deadline <= now else state
