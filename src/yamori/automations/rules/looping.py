"""When an automation fires so often that it must have set itself off, alone or together with another one."""

from collections.abc import Iterable
from datetime import datetime, timedelta

MOST = 20
WITHIN = timedelta(seconds=60)


def recent(firings: Iterable[datetime], now: datetime) -> tuple[datetime, ...]:
    """Those of the last minute; later ones than `now` are of a clock that has been set back."""
    return tuple(moment for moment in firings if timedelta(0) <= now - moment < WITHIN)


def is_loop(firings: Iterable[datetime], now: datetime) -> bool:
    """One more at `now` would be too many."""
    return len(recent(firings, now)) >= MOST
