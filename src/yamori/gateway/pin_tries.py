"""When a PIN may be tried, and when somebody seems to be guessing. Of a guess the account is a person's id, the origin a connection's.

A client that guesses gets 3 tries, then waits 30 s, 2 min, 8 min … a day between two; for all persons together it gets 20 a week, and all
strangers together get 60 a week: 10,000 four-digit PINs take over three years.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from yamori.domain.guessing import Guess, GuessLimits

PIN_LIMITS = GuessLimits(
    free=3,
    first=timedelta(seconds=30),
    growth=4,
    longest=timedelta(days=1),
    remembered=timedelta(days=30),
    window=timedelta(days=7),
    origin_most=20,
    household_most=60,
    known=timedelta(days=180),
)
BURST = timedelta(hours=1)
"""Wrong PINs without a longer pause are one burst."""


def burst_since(tries: Sequence[Guess], limits: GuessLimits) -> datetime | None:
    """When the wrong PINs began that go on now; None where there are fewer than would make anybody wait."""
    begun, count, later = None, 0, None
    for one in reversed([t for t in tries if not t.right]):
        if later is not None and later - one.at > BURST:
            break
        begun, count, later = one.at, count + 1, one.at
    return begun if count >= limits.free else None
