"""When a forecast is looked at, and when it sets its automation off: edges, not levels. Pure."""

from dataclasses import replace
from datetime import datetime, timedelta

from yamori.automations.rules.edges import Step
from yamori.automations.rules.truth import Truth
from yamori.automations.state import TriggerState

EVERY = timedelta(hours=1)
"""Forecasts change no more often."""
AGAIN = timedelta(minutes=15)
"""After a look that told nothing: no network, or a forecast that does not reach."""


def looked(state: TriggerState, truth: Truth, *, now: datetime) -> Step:
    """The trigger once its forecast was looked at, with the next look. What is not known changes nothing."""
    if truth is None:
        return Step(state=replace(state, due=now + AGAIN))
    fires = truth and state.truth is not True
    return Step(state=replace(state, truth=truth, spent=truth, edges=state.edges + fires, due=now + EVERY), fires=fires)


def next_look(state: TriggerState, *, now: datetime) -> TriggerState:
    """Looked at as soon as possible where it never was, and never later than a look after the clock was set back."""
    return replace(state, due=now if state.due is None else min(state.due, now + EVERY))
