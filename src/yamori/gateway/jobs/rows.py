"""A job as a row, the same columns in every store: moments are whole microseconds since 1970 on the store's timeline."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from yamori.gateway.jobs import rules
from yamori.gateway.jobs.port import Job, JobState

FIXED = ("id", "key", "device", "work", "priority", "expires", "tries", "put_at")
"""Written once."""
MOVING = ("not_before", "state", "delivered", "fence", "leased_until", "result", "problem", "ended_at", "ready", "alarm")
"""Written with every change. `ready`: may be delivered now; `alarm`: when it has to be looked at again (both from `rules`)."""
READ = ", ".join((*FIXED, *MOVING[:-2]))
"""The columns that `job_of` reads, for a SELECT."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TICK = timedelta(microseconds=1)


def ticks(moment: datetime) -> int:
    """Exact, unlike a float of seconds."""
    return (moment - _EPOCH) // _TICK


def moment(ticks: int) -> datetime:
    return _EPOCH + timedelta(microseconds=ticks)


def fixed(job: Job, work: str) -> tuple[str | int | None, ...]:
    """The values of `FIXED`; `work` is its JSON."""
    return (job.id, job.key, job.device, work, job.priority, _maybe_ticks(job.expires), job.tries, ticks(job.put_at))


def moving(job: Job, now: datetime, *, result: str | None) -> tuple[str | int | bool | None, ...]:
    """The values of `MOVING`; `result` is its JSON, None for no result."""
    return (
        _maybe_ticks(job.not_before),
        job.state.value,
        job.delivered,
        job.fence,
        _maybe_ticks(job.leased_until),
        result,
        job.problem,
        _maybe_ticks(job.ended_at),
        rules.due(job, now),
        _maybe_ticks(rules.alarm(job, now)),
    )


def result_text(job: Job) -> str | None:
    """What was checked when it came in needs no check again."""
    return None if job.result is None else json.dumps(job.result, ensure_ascii=False, separators=(",", ":"))


def job_of(row: Sequence[Any]) -> Job:
    """From the columns `READ`."""
    (
        id,
        key,
        device,
        work,
        priority,
        expires,
        tries,
        put_at,
        not_before,
        state,
        delivered,
        fence,
        leased_until,
        result,
        problem,
        ended_at,
    ) = row
    return Job(
        id=id,
        key=key,
        device=device,
        work=json.loads(work),
        priority=priority,
        not_before=_maybe_moment(not_before),
        expires=_maybe_moment(expires),
        tries=tries,
        state=JobState(state),
        delivered=delivered,
        fence=fence,
        leased_until=_maybe_moment(leased_until),
        result=None if result is None else json.loads(result),
        problem=problem,
        put_at=moment(put_at),
        ended_at=_maybe_moment(ended_at),
    )


def _maybe_ticks(moment: datetime | None) -> int | None:
    return None if moment is None else ticks(moment)


def _maybe_moment(ticks: int | None) -> datetime | None:
    return None if ticks is None else moment(ticks)
