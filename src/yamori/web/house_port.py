"""What the Devices view needs of the house around the gate: where devices come from, their jobs and pictures. `apps` fulfils it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from yamori.domain.values import Value


@dataclass(frozen=True, kw_only=True)
class EdgeSide:
    """What is known of a device that registered itself."""

    profile: str | None
    private: bool
    thinks: bool
    online: bool
    """It has spoken within the last minute."""


@dataclass(frozen=True, kw_only=True)
class Origin:
    """Where a device comes from."""

    source: str
    """The name of its backend: `virtual`, `edge`, `homeassistant`, …"""
    heard: datetime | None = None
    """When the device itself last spoke; None where nobody keeps that, or it never did."""
    edge: EdgeSide | None = None
    """None for a device that did not register itself."""


@dataclass(frozen=True, kw_only=True)
class QueuedJob:
    """One job of a device at the edge."""

    id: str
    device: str
    work: Mapping[str, Value]
    """`{"do": STEP}` or `{"say": SENTENCE}`; see `docs/edge-protocol.md`."""
    state: str
    """`waiting`, `leased`, `done`, `failed`, `expired`, `dead` or `cancelled`."""
    delivered: int
    """How often the device has fetched it."""
    tries: int
    problem: str | None
    put_at: datetime
    not_before: datetime | None
    expires: datetime | None
    """When it is too late to begin."""
    ended_at: datetime | None


@dataclass(frozen=True, kw_only=True)
class PictureTaken:
    """The newest picture of one component: a robot's screen, or what its camera saw."""

    id: str
    """Served by `GET /gate/pictures/{id}`."""
    device: str
    component: str
    at: datetime


class HousePort(Protocol):
    """The house around the gate, seen from the page. Every method may raise a `YamoriError`, whose message the page shows."""

    def now(self) -> datetime:
        """In the home's time zone."""
        ...

    def origins(self) -> Mapping[str, Origin]:
        """Where each device of the home comes from, by its id."""
        ...

    def pictures(self) -> Sequence[PictureTaken]:
        """The newest of each component of each device at the edge."""
        ...

    async def jobs(self) -> Sequence[QueuedJob]:
        """Those that wait or are under way, then dead letters and the last ones that ended; newest first in each, and not all of many."""
        ...

    async def counts(self) -> Mapping[str, int]:
        """How many jobs there are in each state."""
        ...

    async def cancel(self, job: str) -> QueuedJob:
        """The job, cancelled if it was still waiting. Raises `NotFound`."""
        ...

    async def settle(self, device: str, *, name: str, room: str | None, private: bool) -> None:
        """What the household says of a device at the edge; no room: where it is. Raises `InvalidRequest`."""
        ...

    async def asking(self) -> Sequence[str]:
        """Ids of the devices at the edge that ask to join again, which a person has to agree to."""
        ...

    async def admit(self, device: str, *, by: str, agree: bool) -> None:
        """Raises `NotFound` for one that does not ask any more, `AskThePerson` for whoever may not say so."""
        ...

    async def remove(self, device: str) -> None:
        """Its token is worth nothing from here on, and it is no device of this home. Raises `NotFound`."""
        ...
