"""What is still done when the house comes late (it slept, was killed, or its clock was set), and what is told as missed instead."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from yamori.automations.action import Action, Call

GRACE = timedelta(minutes=2)
"""So much later is on time for everything."""
LATEST = timedelta(minutes=15)
"""So much later harmless things are still done."""


def never_late(actions: Iterable[Action]) -> bool:
    """One of them opens, unlocks, heats or needs an OK."""
    return any(isinstance(action, Call) and (action.never_late or action.risky) for action in actions)


def limit(actions: Iterable[Action]) -> timedelta:
    """How late they may be done, all together: what belongs together is done together or not at all."""
    return GRACE if never_late(actions) else LATEST


def is_too_late(actions: Iterable[Action], due: datetime, now: datetime) -> bool:
    return now - due > limit(actions)


def happened(reported: datetime | None, *, seen: datetime, now: datetime) -> datetime:
    """When a change came about that is heard at `now`, if the house last looked at `seen`.

    The device's word counts where it can be true; else the earliest moment that is possible, so that nothing dangerous is done on a
    wrong clock. While the house is awake `seen` is a moment ago, and so is this.
    """
    earliest = min(seen, now)
    return reported if reported is not None and earliest <= reported <= now else earliest
