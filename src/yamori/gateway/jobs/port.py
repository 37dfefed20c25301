"""What the gate needs of a queue of jobs: `JobStore`, fulfilled on SQLite and on PostgreSQL by the same contract suite.

A job is delivered at least once and ended exactly once: whoever leases it gets a fencing token, a later lease makes every earlier token
stale, and the device itself remembers the keys that it has done (`yamori.edge`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value


class JobState(StrEnum):
    WAITING = "waiting"
    """Not delivered yet, or to be delivered again after a failure or a lost lease."""
    LEASED = "leased"
    """With the device, until `leased_until`."""
    DONE = "done"
    FAILED = "failed"
    """The device said that it cannot be done; trying again would not help."""
    EXPIRED = "expired"
    """Never delivered before `expires`, and never to be done late; or delivered, and its device has not said for a day what came of it."""
    DEAD = "dead"
    """Delivered `tries` times without an end: a dead letter, kept to be looked at."""
    CANCELLED = "cancelled"

    @property
    def ended(self) -> bool:
        return self not in (JobState.WAITING, JobState.LEASED)


@dataclass(frozen=True, kw_only=True)
class NewJob:
    """What is to be done, by which device, and when at the latest."""

    key: str
    """Idempotency key, unique in the store: the same key is the same job."""
    device: str
    work: Mapping[str, Value]
    """`{"do": STEP}` or `{"say": SENTENCE}`; see `docs/edge-protocol.md`."""
    priority: int = 0
    """Higher is delivered first; equal ones in the order in which they were put."""
    not_before: datetime | None = None
    expires: datetime | None = None
    """It must not begin from here on. A job delivered before may still end, late: see `rules.py`."""
    tries: int = 5
    """Deliveries before it becomes a dead letter."""


@dataclass(frozen=True, kw_only=True)
class Job:
    """One job as the store holds it."""

    id: str
    key: str
    device: str
    work: Mapping[str, Value]
    priority: int
    not_before: datetime | None
    """A try that failed moves it on, by its back-off."""
    expires: datetime | None
    """A lease from here on is only to hear what came of an earlier one: no time is left to begin."""
    tries: int
    state: JobState
    delivered: int
    """How often it was leased."""
    fence: int
    """Token of the newest lease; 0 before the first. Grows with each lease."""
    leased_until: datetime | None
    """Of a waiting job: when its last lease ran out without a word of the device; None where nothing is to be heard."""
    result: Value
    problem: str | None
    put_at: datetime
    ended_at: datetime | None


class StaleLease(InvalidRequest):
    """The fencing token is not the newest one: the job was given to somebody else, or has ended, in the meantime."""


class JobStore(Protocol):
    """Every method that changes anything returns after the change is on disk. Raises `Misconfigured` when the disk or server is unusable.

    Moments in a `Job` are given in UTC, on the clock as it stands now; what a clock that jumps does to them is said in `timeline.py`.
    Work and results are JSON of up to 256 KB; anything else is refused with `InvalidRequest`.
    """

    async def put(self, job: NewJob) -> Job:
        """Keep the job; a key that is known gives the job that it made, unchanged."""
        ...

    async def lease(self, device: str, *, limit: int = 1, seconds: float = 30.0, wait: float = 0.0) -> Sequence[Job]:
        """Up to `limit` jobs of the device that are due, for `seconds`; waits up to `wait` s for the first one (long poll)."""
        ...

    async def extend(self, id: str, fence: int, *, seconds: float = 30.0) -> Job:
        """Keep the lease longer. Raises `StaleLease`."""
        ...

    async def finish(self, id: str, fence: int, *, result: Value) -> Job:
        """End it as done; the same fence again changes nothing. Raises `StaleLease`; `NotFound` for an unknown job."""
        ...

    async def fail(self, id: str, fence: int, *, problem: str, result: Value = None, retry: bool = False) -> Job:
        """End it as failed, or with `retry` let it wait for another try with back-off (1 s doubling to 5 min), dead after `tries`."""
        ...

    async def cancel(self, id: str) -> Job:
        """End it if it is still waiting; a leased or ended one stays as it is."""
        ...

    async def cancel_waiting(self, device: str) -> int:
        """End all that waits for the device, as one that has left the home; what it has leased stays as it is. How many."""
        ...

    async def get(self, id: str) -> Job:
        """Raises `NotFound`."""
        ...

    async def find(self, key: str) -> Job | None: ...

    async def wait(self, id: str, *, seconds: float) -> Job:
        """The job once it has ended, or as it is after `seconds`."""
        ...

    async def jobs(self, *, device: str | None = None, state: JobState | None = None, limit: int = 100) -> Sequence[Job]:
        """Newest first."""
        ...

    async def counts(self) -> Mapping[JobState, int]: ...

    async def sweep(self) -> int:
        """End what has expired and take back leases that ran out, for all devices; how many. `lease` does so for its own device."""
        ...

    async def forget(self, before: datetime) -> int:
        """Drop jobs that ended earlier; how many."""
        ...

    async def close(self) -> None: ...
