"""What the IoT agent needs to know of the past of readings; `apps` fulfils it over the house's history.

Every method answers None where this house keeps no history at all. Moments are aware, and come back in the zone of those asked with.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from yamori.agentkit.watch import Watched
from yamori.domain.values import Value


@dataclass(frozen=True, kw_only=True)
class Stay:
    """A time without a break in which something was so."""

    began: datetime | None = None
    """None: before what was asked about, or before readings were kept."""
    ended: datetime | None = None
    """None: it still was so at the end of what was asked about."""


@dataclass(frozen=True, kw_only=True)
class PastState:
    """How it was with a condition over a period."""

    stays: tuple[Stay, ...]
    """In order; the last few hundred."""
    lasted: timedelta
    """In all."""
    unknown: timedelta
    """Of how much of that time nobody knows."""
    asked: timedelta
    """How long that time is, up to now."""
    times: int
    """How often it became so."""
    since: datetime | None
    """From here on readings are kept of everything that the condition looks at; None: of nothing."""


@dataclass(frozen=True, kw_only=True)
class LastStay:
    """The last time that a condition was so, up to now."""

    stay: Stay | None
    """None: never, as far as readings are kept."""
    since: datetime | None


@dataclass(frozen=True, kw_only=True)
class Extreme:
    value: float
    at: datetime
    """When it was so first."""


@dataclass(frozen=True, kw_only=True)
class PastNumbers:
    """How a number went over a period."""

    smallest: Extreme | None
    """None where no number is known of that time; the other two then too."""
    largest: Extreme | None
    mean: float | None
    """Weighted by how long each value lasted."""
    since: datetime | None


@dataclass(frozen=True, kw_only=True)
class PastValue:
    """What a reading was at a moment."""

    value: Value
    """None where it is not known."""
    since: datetime | None


class Past(Protocol):
    async def state(self, condition: Watched, start: datetime, end: datetime) -> PastState | None: ...

    async def last(self, condition: Watched) -> LastStay | None: ...

    async def numbers(self, path: str, start: datetime, end: datetime) -> PastNumbers | None: ...

    async def value(self, path: str, at: datetime) -> PastValue | None: ...


class NoPast:
    """Of a house without a history. Fulfils `Past`."""

    async def state(self, condition: Watched, start: datetime, end: datetime) -> PastState | None:
        return None

    async def last(self, condition: Watched) -> LastStay | None:
        return None

    async def numbers(self, path: str, start: datetime, end: datetime) -> PastNumbers | None:
        return None

    async def value(self, path: str, at: datetime) -> PastValue | None:
        return None
