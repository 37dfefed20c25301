"""The queue in one SQLite file, for one process: the default. Time is measured on a `Timeline`, decisions are `rules`.

The file is held alone, so every change is heard of in this process and a long poll wakes at once. What a delivery looks at are partial
indexes: jobs that have ended are in none of them, and 100,000 that wait cost one step down a tree.
"""

import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from secrets import token_hex
from typing import TypeVar

from yamori.domain.clock import Clock
from yamori.domain.errors import Misconfigured
from yamori.gateway.jobs import rows, rules
from yamori.gateway.jobs.groupcommit import GroupCommit
from yamori.gateway.jobs.limits import check_job, check_moment
from yamori.gateway.jobs.longpoll import LOOK_EVERY_S, Bell, due, ended
from yamori.gateway.jobs.port import Job, JobState, JobStore, NewJob
from yamori.gateway.jobs.ruled import AT_ONCE, Decide, RuledJobs, Taken, no_such_job
from yamori.gateway.jobs.timeline import Mark, Timeline
from yamori.gateway.sqlite import open_sqlite

_SCHEMA = """
CREATE TABLE IF NOT EXISTS jobs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, key TEXT NOT NULL UNIQUE, device TEXT NOT NULL, work TEXT NOT NULL,
    priority INTEGER NOT NULL, expires INTEGER, tries INTEGER NOT NULL, put_at INTEGER NOT NULL,
    not_before INTEGER, state TEXT NOT NULL, delivered INTEGER NOT NULL, fence INTEGER NOT NULL, leased_until INTEGER,
    result TEXT, problem TEXT, ended_at INTEGER, ready INTEGER NOT NULL, alarm INTEGER
);
CREATE INDEX IF NOT EXISTS jobs_ready ON jobs (device, priority DESC, seq) WHERE ready = 1;
CREATE INDEX IF NOT EXISTS jobs_device_alarm ON jobs (device, alarm) WHERE alarm IS NOT NULL;
CREATE INDEX IF NOT EXISTS jobs_alarm ON jobs (alarm) WHERE alarm IS NOT NULL;
CREATE INDEX IF NOT EXISTS jobs_ended ON jobs (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS jobs_device ON jobs (device);
CREATE INDEX IF NOT EXISTS jobs_state ON jobs (state);
CREATE TABLE IF NOT EXISTS timeline (one INTEGER PRIMARY KEY CHECK (one = 1), wall INTEGER NOT NULL, ahead INTEGER NOT NULL);
"""

_MARK_EVERY_S = 1.0
"""Beside other changes."""
_MARK_ANYWAY_S = 60.0
"""When nothing else changes: an SD card must not wear out from looking."""

_FIXED = ", ".join(rows.FIXED)
_MOVING = ", ".join(rows.MOVING)
_INSERT = (
    f"INSERT INTO jobs ({_FIXED}, {_MOVING}) VALUES ({', '.join('?' * (len(rows.FIXED) + len(rows.MOVING)))}) ON CONFLICT (key) DO NOTHING"
)
_SAVE = f"UPDATE jobs SET {', '.join(f'{column} = ?' for column in rows.MOVING)} WHERE id = ?"
_READY = f"""
SELECT {rows.READ} FROM jobs WHERE ready = 1 AND device = ? AND (expires IS NULL OR expires > ? OR leased_until IS NOT NULL)
ORDER BY priority DESC, seq LIMIT ?
"""
_ALARMED_OF = f"SELECT {rows.READ} FROM jobs WHERE device = ? AND alarm <= ? ORDER BY alarm LIMIT {AT_ONCE}"
_ALARMED = f"SELECT {rows.READ} FROM jobs WHERE alarm <= ? ORDER BY alarm LIMIT {AT_ONCE}"
_WAITING_OF = f"SELECT {rows.READ} FROM jobs WHERE device = ? AND state = 'waiting' LIMIT {AT_ONCE}"
_NEXT_ALARM = "SELECT alarm FROM jobs WHERE device = ? AND alarm IS NOT NULL ORDER BY alarm LIMIT 1"
_TOO_LATE_FOR_ALL = """
UPDATE jobs SET expires = ?1, alarm = CASE state WHEN 'waiting' THEN ?1 ELSE alarm END WHERE state IN ('waiting', 'leased') AND expires > ?1
"""

Result = TypeVar("Result")


async def open_sqlite_jobs(
    file: Path | None, *, clock: Clock, look_every: float = LOOK_EVERY_S, stopwatch: Callable[[], float] = time.monotonic
) -> JobStore:
    """The queue in this file, in memory for None. Raises `Misconfigured` when it cannot be used, or another process has it."""
    opened = await open_sqlite(file, schema=_SCHEMA, alone=True)
    try:
        kept = await opened.run(_kept_mark)
        timeline = Timeline(clock, kept=kept, stopwatch=stopwatch)
        now = timeline.now()
        if timeline.away_unknown:
            await opened.run(lambda db: db.execute(_TOO_LATE_FOR_ALL, (rows.ticks(now),)).rowcount)
        mark = timeline.mark()
        await opened.run(lambda db: _keep_mark(db, mark))
    except BaseException:
        await opened.close()
        raise
    return SqliteJobs(GroupCommit(opened), timeline, look_every=look_every)


class SqliteJobs(RuledJobs):
    """Opened by `open_sqlite_jobs`; used on one event loop."""

    def __init__(self, commits: GroupCommit, timeline: Timeline, *, look_every: float) -> None:
        super().__init__(timeline, Bell(), look_every=look_every)
        self._commits = commits
        self._marked = time.monotonic()

    async def put(self, job: NewJob) -> Job:
        work = check_job(job)

        def insert(db: sqlite3.Connection, now: datetime) -> Job:
            made = rules.made(scheduled, token_hex(8), now)
            inserted = db.execute(_INSERT, (*rows.fixed(made, work), *rows.moving(made, now, result=None))).rowcount
            return made if inserted else _select(db, "key = ?", (job.key,))[0]

        self._timeline.now()  # a jump of the clock is seen before the job's moments are read on it
        scheduled = self._timeline.scheduled(job)
        kept = await self._timed(insert)
        self._notify(kept)
        return self._timeline.on_clock(kept)

    async def forget(self, before: datetime) -> int:
        check_moment(before, "before")
        self._timeline.now()
        tick = rows.ticks(self._timeline.on_timeline(before))

        def drop(db: sqlite3.Connection) -> int:
            return db.execute(f"DELETE FROM jobs WHERE seq IN (SELECT seq FROM jobs WHERE ended_at < ? LIMIT {AT_ONCE})", (tick,)).rowcount

        forgotten = 0
        while dropped := await self._commits.run(drop):
            forgotten += dropped
        return forgotten

    async def close(self) -> None:
        if self._bell.closed:
            return
        self._bell.close()
        self._timeline.now()
        mark = self._timeline.mark()
        with suppress(Misconfigured):  # a full disk must not keep the file open
            await self._commits.run(lambda db: _keep_mark(db, mark))
        await self._commits.close()

    async def _take(self, device: str, *, limit: int, seconds: float, waits: bool) -> Taken:
        def take(db: sqlite3.Connection, now: datetime) -> Taken:
            tick = rows.ticks(now)
            settled = _decide_each(db, _ALARMED_OF, (device, tick), now, rules.settled)
            ready = [rows.job_of(row) for row in db.execute(_READY, (device, tick, limit)).fetchall()]
            leased = [_save(db, rules.leased(job, now, seconds=seconds), now) for job in ready]
            if leased or not waits:
                return Taken(leased=leased, settled=settled)
            alarm = db.execute(_NEXT_ALARM, (device,)).fetchone()
            next_s = None if alarm is None else (rows.moment(alarm[0]) - now).total_seconds()
            return Taken(leased=leased, settled=settled, next_s=next_s)

        return await self._timed(take)

    async def _change(self, id: str, decide: Decide) -> tuple[Job, Job]:
        def work(db: sqlite3.Connection, now: datetime) -> tuple[Job, Job]:
            found = _select(db, "id = ?", (id,))
            if not found:
                raise no_such_job(id)
            before, after = found[0], decide(found[0], now)
            return before, before if after is before else _save(db, after, now)

        return await self._timed(work)

    async def _settle(self) -> Sequence[Job]:
        return await self._timed(lambda db, now: _decide_each(db, _ALARMED, (rows.ticks(now),), now, rules.settled))

    async def _cancel_waiting(self, device: str) -> Sequence[Job]:
        return await self._timed(lambda db, now: _decide_each(db, _WAITING_OF, (device,), now, rules.cancelled))

    async def _listed(self, wanted: Mapping[str, str], *, limit: int) -> Sequence[Job]:
        where = " AND ".join(f"{column} = ?" for column in wanted) or "TRUE"
        return await self._commits.run(lambda db: _select(db, where, tuple(wanted.values()), limit=limit))

    async def _counted(self) -> Mapping[str, int]:
        def count(db: sqlite3.Connection) -> dict[str, int]:
            return dict(db.execute("SELECT state, COUNT(*) FROM jobs GROUP BY state").fetchall())

        return await self._commits.run(count)

    async def _timed(self, work: Callable[[sqlite3.Connection, datetime], Result]) -> Result:
        """Work that needs the time, with the timeline's mark kept beside it now and then."""
        now, mark = self._timeline.now(), self._timeline.mark()

        def marked(db: sqlite3.Connection) -> Result:
            before = db.total_changes
            result = work(db, now)
            since = time.monotonic() - self._marked
            if since >= (_MARK_EVERY_S if db.total_changes > before else _MARK_ANYWAY_S):
                _keep_mark(db, mark)
                self._marked = time.monotonic()
            return result

        return await self._commits.run(marked)

    def _notify(self, job: Job) -> None:
        if job.state is JobState.WAITING:
            self._bell.ring(due(job.device))
        elif job.state.ended:
            self._bell.ring(ended(job.id))


def _decide_each(db: sqlite3.Connection, select: str, values: tuple[str | int, ...], now: datetime, decide: Decide) -> list[Job]:
    """The jobs that are found, as the rule has made them."""
    found = [rows.job_of(row) for row in db.execute(select, values).fetchall()]
    return [_save(db, decide(job, now), now) for job in found]


def _save(db: sqlite3.Connection, job: Job, now: datetime) -> Job:
    db.execute(_SAVE, (*rows.moving(job, now, result=rows.result_text(job)), job.id))
    return job


def _select(db: sqlite3.Connection, where: str, values: tuple[str, ...], *, limit: int = 1) -> list[Job]:
    query = f"SELECT {rows.READ} FROM jobs WHERE {where} ORDER BY seq DESC LIMIT ?"
    return [rows.job_of(row) for row in db.execute(query, (*values, limit)).fetchall()]


def _kept_mark(db: sqlite3.Connection) -> Mark | None:
    row = db.execute("SELECT wall, ahead FROM timeline").fetchone()
    return None if row is None else Mark(wall=rows.moment(row[0]), ahead=timedelta(microseconds=row[1]))


def _keep_mark(db: sqlite3.Connection, mark: Mark) -> None:
    values = (rows.ticks(mark.wall.astimezone(UTC)), mark.ahead // timedelta(microseconds=1))
    db.execute("INSERT INTO timeline VALUES (1, ?, ?) ON CONFLICT (one) DO UPDATE SET wall = excluded.wall, ahead = excluded.ahead", values)
