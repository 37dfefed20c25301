"""One time that never goes back, made of a clock that may: the queue's leases, rests and expiries are all measured on it.

A household's clock jumps: a Raspberry Pi without a battery wakes up in the past, a server's clock is set by hand. Taken at its word, a
clock that goes back an hour would let leases last an hour longer and deliver "open the door" an hour late. So:

* **Back**: the timeline goes on as if nothing had happened. From then on it runs `ahead` of the clock, and the process's own stopwatch
  says how much time really passed. An expiry that was said before the jump means the moment as it was read then; one that is said after
  it is read on the clock as it stands now, and so are the moments in a `Job`.
* **Standing still**, or too slow: the stopwatch goes on.
* **Forward**: believed, because a machine that slept looks the same. Leases run out: their jobs are delivered again with a new fence, and
  a report with the old fence still counts while nobody else was given the job. Rests are over, and what expired in between has ended:
  early perhaps, but noted, and never late.
* **Back while the store was closed**: nobody can say how long that was. Jobs that may never be done late (those with an expiry) are not
  delivered any more (`away_unknown`); all others go on.

Not to be seen: a clock that merely stood still while the store was closed. On such a machine let Yamori start after the network's time.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from yamori.domain.clock import Clock
from yamori.gateway.jobs.port import Job, NewJob

_STEP = timedelta(seconds=10)
"""A clock may be set back by this much between two starts without doubt: it was a correction."""
_DOUBT = timedelta(seconds=2)
"""The stopwatch may be ahead of the clock by this much before it is believed instead."""
_NOTHING = timedelta(0)


@dataclass(frozen=True, kw_only=True)
class Mark:
    """What a store keeps of its timeline, to go on from after a restart."""

    wall: datetime
    """The clock when it was last read."""
    ahead: timedelta
    """How far the timeline was ahead of it."""


class Timeline:
    """Read on the event loop's thread only."""

    def __init__(self, clock: Clock, *, kept: Mark | None, stopwatch: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._stopwatch = stopwatch
        self._wall = clock.now().astimezone(UTC)
        self._passed = stopwatch()
        self._ahead = _NOTHING
        self._behind = _NOTHING
        """Time that passed on the stopwatch and not on the clock, too little yet to be believed."""
        self.away_unknown = False
        """The clock was found earlier than it had been when the store was last open."""
        if kept is not None:
            back = kept.wall - self._wall
            self._ahead = kept.ahead + max(back, _NOTHING)
            self.away_unknown = back > _STEP

    def now(self) -> datetime:
        """In UTC; never earlier than before."""
        wall, passed = self._clock.now().astimezone(UTC), self._stopwatch()
        by_clock, by_stopwatch = wall - self._wall, timedelta(seconds=passed - self._passed)
        if by_clock < _NOTHING:
            self._ahead -= by_clock
            by_clock = _NOTHING
        self._behind = max(self._behind + by_stopwatch - by_clock, _NOTHING)
        if self._behind > _DOUBT:
            self._ahead += self._behind
            self._behind = _NOTHING
        self._wall, self._passed = wall, passed
        return wall + self._ahead

    def mark(self) -> Mark:
        return Mark(wall=self._wall, ahead=self._ahead)

    def on_timeline(self, moment: datetime) -> datetime:
        """A moment read on the clock as it stands now, on the timeline."""
        return moment.astimezone(UTC) + self._ahead

    def scheduled(self, new: NewJob) -> NewJob:
        """The job with its moments on the timeline."""
        if new.not_before is None and new.expires is None:
            return new
        return replace(
            new,
            not_before=None if new.not_before is None else self.on_timeline(new.not_before),
            expires=None if new.expires is None else self.on_timeline(new.expires),
        )

    def on_clock(self, job: Job) -> Job:
        """The job with its moments on the clock as it stands now, in UTC."""
        if not self._ahead:
            return job

        def back(moment: datetime | None) -> datetime | None:
            return None if moment is None else moment - self._ahead

        return replace(
            job,
            not_before=back(job.not_before),
            expires=back(job.expires),
            leased_until=back(job.leased_until),
            put_at=job.put_at - self._ahead,
            ended_at=back(job.ended_at),
        )
