"""What is the same in every queue: a job is loaded, a rule decides, what it became is saved, and who waits for that is woken.

`sqlite.py` and `postgres.py` inherit this and say how rows are found, locked and saved, each in the words of its database.
"""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from yamori.domain.errors import NotFound
from yamori.domain.values import Value
from yamori.gateway.jobs import rules
from yamori.gateway.jobs.limits import json_text, short_problem
from yamori.gateway.jobs.longpoll import Bell, Look, due, ended, not_lost, until_found
from yamori.gateway.jobs.port import Job, JobState
from yamori.gateway.jobs.timeline import Timeline

AT_ONCE = 500
"""Jobs that one transaction settles, so that a crowd that expires together does not keep the others waiting."""

Decide = Callable[[Job, datetime], Job]
"""A rule, with everything but the job and the present moment filled in."""


@dataclass(frozen=True, kw_only=True)
class Taken:
    """What one look for a device's jobs did, in one transaction."""

    leased: Sequence[Job]
    settled: Sequence[Job]
    """What time alone had made of others of the device."""
    next_s: float | None = None
    """In how many seconds time will change something again; None where nothing will, or nobody waits."""


class RuledJobs(ABC):
    """All of `JobStore` that needs no database of its own."""

    def __init__(self, timeline: Timeline, bell: Bell, *, look_every: float) -> None:
        self._timeline = timeline
        self._bell = bell
        self._look_every = look_every

    async def lease(self, device: str, *, limit: int = 1, seconds: float = 30.0, wait: float = 0.0) -> Sequence[Job]:
        rules.check_lease(limit=limit, seconds=seconds)

        async def look() -> Look:
            taken = await self._take(device, limit=limit, seconds=seconds, waits=wait > 0)
            for job in taken.settled:
                self._notify(job)
            return Look(jobs=taken.leased, next_s=taken.next_s)

        async def look_unless_gone() -> Look:
            return await not_lost(look(), self._give_back)

        found = await until_found(self._bell, due(device), look_unless_gone, seconds=wait, every=self._look_every)
        return [self._timeline.on_clock(job) for job in found.jobs]

    async def extend(self, id: str, fence: int, *, seconds: float = 30.0) -> Job:
        rules.check_seconds(seconds)
        return await self._decide(id, lambda job, now: rules.extended(job, fence, now, seconds=seconds))

    async def finish(self, id: str, fence: int, *, result: Value) -> Job:
        json_text(result, where="result")
        return await self._decide(id, lambda job, now: rules.finished(job, fence, now, result=result))

    async def fail(self, id: str, fence: int, *, problem: str, result: Value = None, retry: bool = False) -> Job:
        json_text(result, where="result")
        said = short_problem(problem)
        return await self._decide(id, lambda job, now: rules.failed(job, fence, now, problem=said, result=result, retry=retry))

    async def cancel(self, id: str) -> Job:
        return await self._decide(id, rules.cancelled)

    async def cancel_waiting(self, device: str) -> int:
        return await self._notify_each(partial(self._cancel_waiting, device))

    async def get(self, id: str) -> Job:
        found = await self._listed({"id": id}, limit=1)
        if not found:
            raise no_such_job(id)
        return self._timeline.on_clock(found[0])

    async def find(self, key: str) -> Job | None:
        found = await self._listed({"key": key}, limit=1)
        return self._timeline.on_clock(found[0]) if found else None

    async def wait(self, id: str, *, seconds: float) -> Job:
        last: Job | None = None

        async def look() -> Look:
            nonlocal last
            last = await self._decide(id, rules.settled)
            return Look(jobs=[last] if last.state.ended else [])

        await until_found(self._bell, ended(id), look, seconds=seconds, every=self._look_every)
        assert last is not None  # there is always a first look
        return last

    async def jobs(self, *, device: str | None = None, state: JobState | None = None, limit: int = 100) -> Sequence[Job]:
        asked = {"device": device, "state": state.value if state is not None else None}
        wanted = {column: value for column, value in asked.items() if value is not None}
        return [self._timeline.on_clock(job) for job in await self._listed(wanted, limit=max(limit, 0))]

    async def counts(self) -> Mapping[JobState, int]:
        counted = await self._counted()
        return {state: counted.get(state.value, 0) for state in JobState}

    async def sweep(self) -> int:
        return await self._notify_each(self._settle)

    async def _notify_each(self, change: Callable[[], Awaitable[Sequence[Job]]]) -> int:
        """Change jobs, `AT_ONCE` at a time, until there is none left to change; how many."""
        changed = 0
        while jobs := await change():
            for job in jobs:
                self._notify(job)
            changed += len(jobs)
        return changed

    async def _decide(self, id: str, decide: Decide) -> Job:
        before, after = await self._change(id, decide)
        if after is not before:
            self._notify(after)
        return self._timeline.on_clock(after)

    async def _give_back(self, jobs: Sequence[Job]) -> None:
        for given in jobs:
            await self._decide(given.id, partial(rules.returned, fence=given.fence))

    # What a database does in its own words.

    @abstractmethod
    async def _take(self, device: str, *, limit: int, seconds: float, waits: bool) -> Taken:
        """Settle what is the device's and lease what is due."""

    @abstractmethod
    async def _change(self, id: str, decide: Decide) -> tuple[Job, Job]:
        """The job before and after, saved where the rule gave another one. Raises `NotFound`."""

    @abstractmethod
    async def _settle(self) -> Sequence[Job]:
        """Up to `AT_ONCE` jobs that time has to be asked about, as it has made them, of all devices; nothing when there is none."""

    @abstractmethod
    async def _cancel_waiting(self, device: str) -> Sequence[Job]:
        """Up to `AT_ONCE` jobs that waited for the device and have ended now; nothing when there is none."""

    @abstractmethod
    async def _listed(self, wanted: Mapping[str, str], *, limit: int) -> Sequence[Job]:
        """The jobs whose columns have these values, newest first."""

    @abstractmethod
    async def _counted(self) -> Mapping[str, int]:
        """State to the number of jobs in it."""

    @abstractmethod
    def _notify(self, job: Job) -> None:
        """Wake who waits for what the job has become."""


def no_such_job(id: str) -> NotFound:
    return NotFound(f"there is no job {id}", where="id")
