"""When something that moves steadily passes a value: the one search behind every rising, setting and phase. Pure."""

from collections.abc import Callable
from datetime import datetime, timedelta

_SECOND = timedelta(seconds=1)


def crossing(value: Callable[[datetime], float], start: datetime, end: datetime) -> datetime | None:
    """The whole second in [start, end] at which `value` has just changed its sign; None where both ends have the same.

    Between the ends the sign changes once. Both are in UTC: halving a stretch of local time would trip over its hour that comes twice.
    """
    rises = value(end) >= 0
    if (value(start) >= 0) == rises:
        return None
    low, high = start, end
    while high - low > _SECOND:
        middle = low + (high - low) / 2
        if (value(middle) >= 0) == rises:
            high = middle
        else:
            low = middle
    return high.replace(microsecond=0)
