"""When a PIN may be tried: rules over the tries that were made, each with its person and its client.

Guessing is made slow where it happens and nowhere else: somebody else's wrong PINs keep nobody waiting who has given the right one from
where they are. A client that guesses gets 3 tries, then waits 30 s, 2 min, 8 min … a day between two; for all persons together it gets 20
a week, and all strangers together get 60 a week: 10,000 four-digit PINs take over three years.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, kw_only=True)
class PinTry:
    """One PIN that was looked at."""

    person: str
    client: str
    """Where it came from, by its connection."""
    at: datetime
    right: bool


@dataclass(frozen=True, kw_only=True)
class PinLimits:
    """How often a PIN may be wrong."""

    free: int = 3
    """Wrong PINs of one person from one client before they have to wait."""
    first: timedelta = timedelta(seconds=30)
    growth: int = 4
    longest: timedelta = timedelta(days=1)
    remembered: timedelta = timedelta(days=30)
    """After so long a wrong PIN makes nobody wait longer."""
    window: timedelta = timedelta(days=7)
    client_most: int = 20
    """Wrong PINs from one client within `window`, whoever it says it is."""
    household_most: int = 60
    """The same of all together."""
    trusted: timedelta = timedelta(days=180)
    """A person who gave the right PIN from a client is known there for so long: only their own wrong PINs keep them waiting."""
    burst: timedelta = timedelta(hours=1)
    """Wrong PINs without a longer pause are one burst."""


def opens_at(tries: Sequence[PinTry], *, person: str, client: str, now: datetime, limits: PinLimits) -> datetime | None:
    """From when on a person may try from a client; None for now. `tries` are in order."""
    own = [t for t in tries if (t.person, t.client) == (person, client)]
    trusted = any(t.right and t.at > now - limits.trusted for t in own)
    waits = [_grown(own, now, limits)]
    if not trusted:
        wrong = [t for t in tries if not t.right and t.at > now - limits.window]
        waits.append(_spent([t for t in wrong if t.client == client], limits.client_most, limits))
        waits.append(_spent(wrong, limits.household_most, limits))
    latest = max((at for at in waits if at is not None), default=None)
    return latest if latest is not None and latest > now else None


def burst_since(tries: Sequence[PinTry], limits: PinLimits) -> datetime | None:
    """When the wrong PINs began that go on now; None where there are fewer than would make anybody wait."""
    begun, count, later = None, 0, None
    for one in reversed([t for t in tries if not t.right]):
        if later is not None and later - one.at > limits.burst:
            break
        begun, count, later = one.at, count + 1, one.at
    return begun if count >= limits.free else None


def _grown(own: Sequence[PinTry], now: datetime, limits: PinLimits) -> datetime | None:
    """The delay after each wrong PIN since the last right one."""
    wrong: list[PinTry] = []
    for one in own:
        wrong = [] if one.right else [*wrong, one]
    wrong = [t for t in wrong if t.at > now - limits.remembered]
    if len(wrong) < limits.free:
        return None
    steps = min(len(wrong) - limits.free, 20)
    factor: int = limits.growth**steps
    return wrong[-1].at + min(limits.first * factor, limits.longest)


def _spent(wrong: Sequence[PinTry], most: int, limits: PinLimits) -> datetime | None:
    """When there is room for one more."""
    return wrong[-most].at + limits.window if len(wrong) >= most else None
