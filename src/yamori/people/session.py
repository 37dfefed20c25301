"""One session, how long it is good, and how seldom its use is written down. Rules without I/O."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum


class Kind(StrEnum):
    BROWSER = "browser"
    """Somebody signed in."""
    DEVICE = "device"
    """A phone or a tablet on the wall, paired by somebody who was signed in."""


@dataclass(frozen=True, kw_only=True)
class SessionLimits:
    idle: timedelta
    """Without use it ends after so long."""
    absolute: timedelta
    """It ends so long after it began, however much it is used."""


LIMITS: Mapping[Kind, SessionLimits] = {
    Kind.BROWSER: SessionLimits(idle=timedelta(days=30), absolute=timedelta(days=180)),
    Kind.DEVICE: SessionLimits(idle=timedelta(days=90), absolute=timedelta(days=400)),
}
COARSE = timedelta(hours=1)
"""Use within so long after the last one that was written down costs no write."""


@dataclass(frozen=True, kw_only=True)
class Session:
    id: str
    """No secret."""
    person: str | None
    """None: a shared device, at which nobody in particular stands."""
    kind: Kind
    made: datetime
    used: datetime
    """At the latest `COARSE` before its last use."""
    name: str = ""
    """What it is shown as: the browser or the device."""
    room: str | None = None
    by: str | None = None
    """Who paired the device."""
    ended: str | None = None
    """Why it is over (`revoked`, `expired`); it stays so, whatever the clock says later."""


def refusal_of(session: Session, now: datetime) -> str | None:
    """Why this session opens nothing now; None where it does.

    A clock that went back a little ends nothing. One that says a time so long before the session began that it would never end is not
    believed: nothing is opened until it is right again.
    """
    limits = LIMITS[session.kind]
    if session.ended is not None:
        return session.ended
    if now >= session.made + limits.absolute or now >= session.used + limits.idle:
        return "expired"
    return "clock" if now < session.made - limits.absolute else None


def is_worth_noting(session: Session, now: datetime) -> bool:
    """Whether this use is written down."""
    return now - session.used >= COARSE
