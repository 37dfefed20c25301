"""When a password may be tried: rules over the tries that were made, each with its account and where it came from.

Guessing is made slow where it happens: a browser that has signed in before waits only for wrong passwords of its own, at most an hour,
whatever strangers do. All strangers together get 200 a day, so that 10,000 wrong ones cost 200 hashes and take seven weeks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, kw_only=True)
class Attempt:
    """One password that was looked at."""

    account: str
    """The name that was given, folded; also one that nobody has, so that a refusal tells nothing."""
    origin: str
    """A browser that has signed in to this account before, else the address that connected."""
    at: datetime
    right: bool


@dataclass(frozen=True, kw_only=True)
class AttemptLimits:
    free: int = 5
    """Wrong ones of an account from one origin before it has to wait."""
    first: timedelta = timedelta(seconds=30)
    growth: int = 2
    longest: timedelta = timedelta(hours=1)
    window: timedelta = timedelta(days=1)
    origin_most: int = 30
    """Wrong ones within `window` from one address, whatever accounts it names."""
    account_most: int = 50
    """The same for one account from all strangers."""
    household_most: int = 200
    """The same of all strangers for all accounts."""
    known: timedelta = timedelta(days=180)
    """An address from which the right password came is known for so long, for this account."""


LIMITS = AttemptLimits()


def opens_at(
    attempts: Sequence[Attempt], *, account: str, origin: str, is_device: bool, now: datetime, limits: AttemptLimits = LIMITS
) -> datetime | None:
    """From when on a password may be tried; None for now. `attempts` are in order; `is_device`: the origin is a browser that has signed in
    to this account. What is later than `now` is not looked at: where the clock went back, `signing_in` has moved it to now."""
    past = [a for a in attempts if a.at <= now]
    own = [a for a in past if (a.account, a.origin) == (account, origin)]
    is_known = is_device or any(a.right and a.at > now - limits.known for a in own)
    waits = [_grown(own, now, limits)]
    if not is_known:
        wrong = [a for a in past if not a.right and a.at > now - limits.window]
        waits.append(_spent([a for a in wrong if a.origin == origin], limits.origin_most, limits))
        waits.append(_spent([a for a in wrong if a.account == account], limits.account_most, limits))
        waits.append(_spent(wrong, limits.household_most, limits))
    latest = max((at for at in waits if at is not None), default=None)
    return latest if latest is not None and latest > now else None


def _grown(own: Sequence[Attempt], now: datetime, limits: AttemptLimits) -> datetime | None:
    """The delay after each wrong one since the last right one."""
    wrong: list[Attempt] = []
    for one in own:
        wrong = [] if one.right else [*wrong, one]
    wrong = [a for a in wrong if a.at > now - limits.window]
    if len(wrong) < limits.free:
        return None
    factor: int = limits.growth ** min(len(wrong) - limits.free, 20)
    return wrong[-1].at + min(limits.first * factor, limits.longest)


def _spent(wrong: Sequence[Attempt], most: int, limits: AttemptLimits) -> datetime | None:
    """When there is room for one more."""
    return wrong[-most].at + limits.window if len(wrong) >= most else None
