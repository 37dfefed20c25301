"""When a secret may be tried: rules over the tries that were made, each with whose secret it was and where it came from.

Guessing is made slow where it happens: who has given the right one from where they are waits only for wrong ones of their own. How slow is
the secret's: `people.attempts` has it for passwords, `gateway.pin_tries` for PINs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

_MOST_GROWTH = 20


@dataclass(frozen=True, kw_only=True)
class Guess:
    """One secret that was looked at."""

    account: str
    """Whose it was to be; also a name that nobody has, so that a refusal tells nothing."""
    origin: str
    """Where it came from: a browser that has signed in before, or the address that connected."""
    at: datetime
    right: bool


@dataclass(frozen=True, kw_only=True)
class GuessLimits:
    """How often it may be wrong."""

    free: int
    """Wrong ones of an account from one origin before it has to wait."""
    first: timedelta
    growth: int
    longest: timedelta
    remembered: timedelta
    """After so long a wrong one makes nobody wait longer."""
    window: timedelta
    origin_most: int
    """Wrong ones within `window` from one origin, whatever accounts it names."""
    account_most: int | None = None
    """The same for one account from all strangers; None for any number."""
    household_most: int
    """The same of all strangers for all accounts."""
    known: timedelta
    """An origin from which the right one came is known for so long, for this account: no stranger's mistakes keep it waiting."""


def opens_at(
    guesses: Sequence[Guess], *, account: str, origin: str, now: datetime, limits: GuessLimits, is_known: bool = False
) -> datetime | None:
    """From when on it may be tried; None for now. `guesses` are in order; `is_known`: the origin is known to be the account's anyway."""
    own = [g for g in guesses if (g.account, g.origin) == (account, origin)]
    waits = [_grown(own, now, limits)]
    if not is_known and not any(g.right and g.at > now - limits.known for g in own):
        wrong = [g for g in guesses if not g.right and g.at > now - limits.window]
        waits.append(_spent([g for g in wrong if g.origin == origin], limits.origin_most, limits))
        if limits.account_most is not None:
            waits.append(_spent([g for g in wrong if g.account == account], limits.account_most, limits))
        waits.append(_spent(wrong, limits.household_most, limits))
    latest = max((at for at in waits if at is not None), default=None)
    return latest if latest is not None and latest > now else None


def _grown(own: Sequence[Guess], now: datetime, limits: GuessLimits) -> datetime | None:
    """The delay after each wrong one since the last right one."""
    wrong: list[Guess] = []
    for one in own:
        wrong = [] if one.right else [*wrong, one]
    wrong = [g for g in wrong if g.at > now - limits.remembered]
    if len(wrong) < limits.free:
        return None
    factor: int = limits.growth ** min(len(wrong) - limits.free, _MOST_GROWTH)
    return wrong[-1].at + min(limits.first * factor, limits.longest)


def _spent(wrong: Sequence[Guess], most: int, limits: GuessLimits) -> datetime | None:
    """When there is room for one more."""
    return wrong[-most].at + limits.window if len(wrong) >= most else None
