"""What becomes of a job: plain functions of a job and the present moment, the same for every store.

A store loads a job, asks here, and saves the answer; a job that comes back as it is (the same object) needs no saving. All moments,
the job's own and `now`, are on the store's timeline (`timeline.py`).

**Expiry and truth.** `expires` is the moment from which a job must not *begin*. Three things follow:

* A job that was never delivered has not begun: at `expires` it ends as expired, and nothing was done.
* A job that is leased may have begun, and work that has begun goes on to its end: while the lease is kept, expiry does not touch it.
* A job whose lease ran out without a word may have been done: the device lost its network or its power in the middle. Calling it expired
  would tell a person that nothing happened when it did. So it waits on for its device's word, up to `LATE_WORD` after `expires`, and is
  leased again when the device asks. The device is told that no time is left to begin (`expires_s` 0): one that knows the key sends its
  result again, one that does not must refuse. Either way the job ends as what the device says: done late, or failed and not done.

A device that says itself that it failed and asks for another try has given its word: such a job expires at `expires` like a fresh one.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from yamori.domain.errors import InvalidRequest
from yamori.domain.values import Value
from yamori.gateway.jobs.port import Job, JobState, NewJob, StaleLease

FIRST_BACK_OFF = timedelta(seconds=1)
LONGEST_BACK_OFF = timedelta(minutes=5)
LATE_WORD = timedelta(days=1)
"""How long after its expiry the device that fetched a job may still say what came of it; after that nobody will ever know."""


def back_off(delivered: int) -> timedelta:
    """How long a job rests after its delivery number `delivered` failed: 1 s, 2 s, 4 s … 5 min."""
    doublings = min(max(delivered, 1) - 1, 20)
    return min(FIRST_BACK_OFF * (1 << doublings), LONGEST_BACK_OFF)


def made(new: NewJob, id: str, now: datetime) -> Job:
    """The job as it is first kept: waiting, or expired already."""
    job = Job(
        id=id,
        key=new.key,
        device=new.device,
        work=new.work,
        priority=new.priority,
        not_before=new.not_before,
        expires=new.expires,
        tries=new.tries,
        state=JobState.WAITING,
        delivered=0,
        fence=0,
        leased_until=None,
        result=None,
        problem=None,
        put_at=now,
        ended_at=None,
    )
    return settled(job, now)


def due(job: Job, now: datetime) -> bool:
    """May it be delivered now?"""
    if job.state is not JobState.WAITING:
        return False
    last = _last_moment(job)
    return (job.not_before is None or job.not_before <= now) and (last is None or now < last)


def unheard(job: Job) -> bool:
    """Is it waiting although it was delivered, because its lease ran out without a word of the device?"""
    return job.state is JobState.WAITING and job.leased_until is not None


def _last_moment(job: Job) -> datetime | None:
    """When a waiting job ends by time alone."""
    return job.expires + LATE_WORD if job.expires is not None and unheard(job) else job.expires


def alarm(job: Job, now: datetime) -> datetime | None:
    """When it has to be looked at again though nobody speaks of it: a lease runs out, a rest is over, it expires."""
    if job.state is JobState.LEASED:
        return job.leased_until
    if job.state is not JobState.WAITING:
        return None
    rest = job.not_before if job.not_before is not None and job.not_before > now else None
    return min((moment for moment in (rest, _last_moment(job)) if moment is not None), default=None)


def settled(job: Job, now: datetime) -> Job:
    """What time alone has made of it: a lease that ran out is taken back, what was delivered too often is dead, the expired has ended.

    A lease that is taken back leaves its `leased_until` standing: that is how `unheard` knows."""
    if job.state is JobState.LEASED and job.leased_until is not None and job.leased_until <= now:
        if job.delivered >= job.tries:
            return _ended(job, JobState.DEAD, now)
        job = replace(job, state=JobState.WAITING)
    last = _last_moment(job)
    if job.state is JobState.WAITING and last is not None and last <= now:
        return _ended(job, JobState.EXPIRED, now)
    return job


def leased(job: Job, now: datetime, *, seconds: float) -> Job:
    """Delivered once more, with a new fence; the job must be `due`."""
    return replace(
        job,
        state=JobState.LEASED,
        delivered=job.delivered + 1,
        fence=job.fence + 1,
        leased_until=now + timedelta(seconds=seconds),
    )


def returned(job: Job, now: datetime, *, fence: int) -> Job:
    """A lease that never reached the device (its asker had gone): not counted as a delivery. What came of an earlier one is still open."""
    if job.state is not JobState.LEASED or job.fence != fence:
        return job
    before = job.delivered - 1
    return settled(replace(job, state=JobState.WAITING, delivered=before, leased_until=now if before else None), now)


def extended(job: Job, fence: int, now: datetime, *, seconds: float) -> Job:
    """The lease from now on for `seconds`, also one that ran out and was given to nobody since. Raises `StaleLease`."""
    _check_newest(job, fence)
    if job.state.ended:
        raise _over(job)
    return replace(job, state=JobState.LEASED, leased_until=now + timedelta(seconds=seconds))


def finished(job: Job, fence: int, now: datetime, *, result: Value) -> Job:
    """Done; a report that comes again changes nothing. Raises `StaleLease`."""
    _check_newest(job, fence)
    if job.state in (JobState.DONE, JobState.FAILED):
        return job
    if job.state.ended:
        raise _over(job)
    return replace(_ended(job, JobState.DONE, now), result=result, problem=None)


def failed(job: Job, fence: int, now: datetime, *, problem: str, result: Value, retry: bool) -> Job:
    """Failed for good, or at rest until the next try, or dead; a report that comes again changes nothing. Raises `StaleLease`."""
    _check_newest(job, fence)
    if job.state in (JobState.DONE, JobState.FAILED, JobState.DEAD):
        return job
    if job.state.ended:
        raise _over(job)
    if retry and job.state is JobState.WAITING and job.problem == problem and job.not_before is not None and job.not_before > now:
        return job
    reported = replace(job, problem=problem, result=result)
    if not retry:
        return _ended(reported, JobState.FAILED, now)
    if job.delivered >= job.tries:
        return _ended(reported, JobState.DEAD, now)
    rest = now + back_off(job.delivered)
    return settled(replace(reported, state=JobState.WAITING, not_before=rest, leased_until=None), now)


def cancelled(job: Job, now: datetime) -> Job:
    """Ended if it is still waiting."""
    job = settled(job, now)
    return _ended(job, JobState.CANCELLED, now) if job.state is JobState.WAITING else job


def _check_newest(job: Job, fence: int) -> None:
    """Only the newest lease speaks for a job; one that ran out still does, while nobody else was given it and time has not ended it."""
    if fence != job.fence or fence < 1:
        raise StaleLease(f"job {job.id} was given to somebody else since (lease {job.fence}, not {fence})", where="fence")


def _over(job: Job) -> StaleLease:
    return StaleLease(f"job {job.id} has ended: {job.state}", where="fence")


def _ended(job: Job, state: JobState, now: datetime) -> Job:
    return replace(job, state=state, leased_until=None, ended_at=now)


def check_lease(*, limit: int, seconds: float) -> None:
    """Raises `InvalidRequest`."""
    if limit < 1:
        raise InvalidRequest("at least one job must be asked for", where="limit")
    check_seconds(seconds)


def check_seconds(seconds: float) -> None:
    """Raises `InvalidRequest`; a lease of more than a day is a mistake."""
    if not 0 < seconds <= 86_400:
        raise InvalidRequest("a lease lasts more than 0 and up to 86,400 seconds", where="seconds")
