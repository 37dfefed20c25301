"""A back-test as a small chart: when an automation would have fired in the last days, as bars on one line. Pure."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

DAYS = 7
WIDTH, HEIGHT = 336, 56
"""Of the drawing, in its own units; the page scales it."""
_BINS_A_DAY = 12
_BINS = DAYS * _BINS_A_DAY
_LEAST, _MOST = 12, 44
"""Height of a bar for one firing, and of the highest."""


@dataclass(frozen=True, kw_only=True)
class Bar:
    """The firings of two hours."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, kw_only=True)
class Chart:
    bars: tuple[Bar, ...]
    days: tuple[tuple[float, datetime], ...]
    """Where each day begins on the line, with its midnight."""


def chart_of(moments: Sequence[datetime], now: datetime) -> Chart:
    """Of the seven days up to `now`; moments outside of them are left out."""
    start = now - timedelta(days=DAYS)
    span = timedelta(days=DAYS)
    counted = Counter(min(int((at - start) / span * _BINS), _BINS - 1) for at in moments if start <= at <= now)
    highest = max(counted.values(), default=1)
    width = WIDTH / _BINS
    bars = []
    for number, count in sorted(counted.items()):
        height = _LEAST + (_MOST - _LEAST) * (count - 1) / max(highest - 1, 4)
        bars.append(Bar(x=round(number * width, 1), y=round(HEIGHT - height, 1), width=round(width, 1), height=round(height, 1)))
    first = start.replace(hour=0, minute=0, second=0, microsecond=0)
    midnights = [first + timedelta(days=day) for day in range(1, DAYS + 1)]
    return Chart(bars=tuple(bars), days=tuple((round((at - start) / span * WIDTH, 1), at) for at in midnights))
