"""When a password may be tried.

A browser that has signed in before waits only for wrong passwords of its own, at most an hour, whatever strangers do. All strangers
together get 200 a day, so that 10,000 wrong ones cost 200 hashes and take seven weeks.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from yamori.domain import guessing
from yamori.domain.guessing import Guess, GuessLimits

LIMITS = GuessLimits(
    free=5,
    first=timedelta(seconds=30),
    growth=2,
    longest=timedelta(hours=1),
    remembered=timedelta(days=1),
    window=timedelta(days=1),
    origin_most=30,
    account_most=50,
    household_most=200,
    known=timedelta(days=180),
)


def opens_at(attempts: Sequence[Guess], *, account: str, origin: str, is_device: bool, now: datetime) -> datetime | None:
    """From when on a password may be tried; None for now. `attempts` are in order, their accounts folded names; `is_device`: the origin is
    a browser that has signed in to this account. What is later than `now` is not looked at: where the clock went back, `signing_in` has
    moved it to now."""
    past = [a for a in attempts if a.at <= now]
    return guessing.opens_at(past, account=account, origin=origin, now=now, limits=LIMITS, is_known=is_device)
