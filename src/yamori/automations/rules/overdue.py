"""Which moments of a time trigger have come, and what of them is still done."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date as Day
from datetime import datetime, timedelta, tzinfo

from yamori.automations.action import Action
from yamori.automations.ports import Sky
from yamori.automations.rules.due import next_due
from yamori.automations.rules.lateness import LATEST, limit
from yamori.automations.trigger import Timed

MOST_KEPT = 100
"""So many moments that were missed are written down singly, the oldest ones and those of the last minutes."""


@dataclass(frozen=True, kw_only=True)
class Overdue:
    """All in UTC, oldest first."""

    done: datetime | None
    """The one that is done now: the last that came, if it is not too late."""
    missed: tuple[datetime, ...]
    """It was too late for them."""
    replaced: tuple[datetime, ...]
    """Not too late, but a later one is done now: the same thing is not done several times at once."""
    next: datetime | None
    """The first that is still to come."""


def overdue(
    trigger: Timed, due: datetime, *, now: datetime, actions: Iterable[Action], zone: tzinfo, sky: Sky, without: Collection[Day] = ()
) -> Overdue:
    """`due` is the first moment that has come; none comes on the days `without`."""
    came: list[datetime] = []
    coming: datetime | None = due
    while coming is not None and coming <= now:
        came.append(coming)
        after = coming
        if len(came) == MOST_KEPT:
            after = max(coming, now - LATEST - timedelta(seconds=1))
        coming = next_due(trigger, after, zone=zone, sky=sky, without=without)
    late = limit(actions)
    last = came[-1] if came and now - came[-1] <= late else None
    rest = came[:-1] if last is not None else came
    return Overdue(
        done=last,
        missed=tuple(moment for moment in rest if now - moment > late),
        replaced=tuple(moment for moment in rest if now - moment <= late),
        next=coming,
    )
