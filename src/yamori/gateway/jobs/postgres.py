"""The queue in PostgreSQL, for several processes at once. Time is measured on a `Timeline` in each process, decisions are `rules`.

`FOR UPDATE SKIP LOCKED` gives each job to one asker only. Hints (`hints.py`) wake long polls in other processes; a look from time to
time is the truth. The machines that share a queue must agree on the time, as everything that shares a database must; a clock that jumps
is its own process's affair (`timeline.py`), and each machine keeps its own mark.
"""

import platform
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from secrets import token_hex
from typing import TypeVar

import psycopg
from psycopg import AsyncConnection, sql
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import TupleRow
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from yamori.domain.clock import Clock
from yamori.domain.errors import Misconfigured, NotFound
from yamori.domain.values import Value
from yamori.gateway.jobs import rows, rules
from yamori.gateway.jobs.hints import Hints
from yamori.gateway.jobs.limits import check_job, check_moment, json_text, short_problem
from yamori.gateway.jobs.longpoll import LOOK_EVERY_S, Bell, Look, due, ended, not_lost, until_found
from yamori.gateway.jobs.port import Job, JobState, JobStore, NewJob
from yamori.gateway.jobs.timeline import Mark, Timeline

_SCHEMA = """
CREATE TABLE IF NOT EXISTS yamori_jobs (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL UNIQUE, key TEXT NOT NULL UNIQUE, device TEXT NOT NULL, work TEXT NOT NULL,
    priority INTEGER NOT NULL, expires BIGINT, tries INTEGER NOT NULL, put_at BIGINT NOT NULL,
    not_before BIGINT, state TEXT NOT NULL, delivered INTEGER NOT NULL, fence BIGINT NOT NULL, leased_until BIGINT,
    result TEXT, problem TEXT, ended_at BIGINT, ready BOOLEAN NOT NULL, alarm BIGINT
);
CREATE INDEX IF NOT EXISTS yamori_jobs_ready ON yamori_jobs (device, priority DESC, seq) WHERE ready;
CREATE INDEX IF NOT EXISTS yamori_jobs_device_alarm ON yamori_jobs (device, alarm) WHERE alarm IS NOT NULL;
CREATE INDEX IF NOT EXISTS yamori_jobs_alarm ON yamori_jobs (alarm) WHERE alarm IS NOT NULL;
CREATE INDEX IF NOT EXISTS yamori_jobs_ended ON yamori_jobs (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS yamori_jobs_device ON yamori_jobs (device, seq);
CREATE INDEX IF NOT EXISTS yamori_jobs_state ON yamori_jobs (state, seq);
CREATE TABLE IF NOT EXISTS yamori_jobs_timeline (machine TEXT PRIMARY KEY, wall BIGINT NOT NULL, ahead BIGINT NOT NULL);
"""
_SCHEMA_LOCK = 7_961_240_061
"""One process at a time makes the schema: `IF NOT EXISTS` alone does not keep two apart."""

_AT_ONCE = 500
_MARK_EVERY_S = 10.0
_CONNECTIONS = 8
_PATIENCE_S = 15.0
"""For a free connection, and for the server at opening."""

_FIXED = ", ".join(rows.FIXED)
_MOVING = ", ".join(rows.MOVING)
_MARKS = ", ".join(["%s"] * (len(rows.FIXED) + len(rows.MOVING)))
_INSERT = f"INSERT INTO yamori_jobs ({_FIXED}, {_MOVING}) VALUES ({_MARKS}) ON CONFLICT (key) DO NOTHING"
_SAVE = f"UPDATE yamori_jobs SET {', '.join(f'{column} = %s' for column in rows.MOVING)} WHERE id = %s"
_READY = f"""
SELECT {rows.READ} FROM yamori_jobs WHERE ready AND device = %s AND (expires IS NULL OR expires > %s)
ORDER BY priority DESC, seq LIMIT %s FOR UPDATE SKIP LOCKED
"""
_ALARMED_OF = (
    f"SELECT {rows.READ} FROM yamori_jobs WHERE device = %s AND alarm <= %s ORDER BY alarm LIMIT {_AT_ONCE} FOR UPDATE SKIP LOCKED"
)
_ALARMED = f"SELECT {rows.READ} FROM yamori_jobs WHERE alarm <= %s ORDER BY alarm LIMIT {_AT_ONCE} FOR UPDATE SKIP LOCKED"
_NEXT_ALARM = "SELECT min(alarm) FROM yamori_jobs WHERE device = %s AND alarm IS NOT NULL"
_BY_ID = f"SELECT {rows.READ} FROM yamori_jobs WHERE id = %s"
_BY_KEY = f"SELECT {rows.READ} FROM yamori_jobs WHERE key = %s"
_TOO_LATE_FOR_ALL = """
UPDATE yamori_jobs SET expires = %(now)s, alarm = CASE state WHEN 'waiting' THEN %(now)s ELSE alarm END
WHERE state IN ('waiting', 'leased') AND expires > %(now)s
"""
_KEEP_MARK = """
INSERT INTO yamori_jobs_timeline VALUES (%s, %s, %s) ON CONFLICT (machine) DO UPDATE SET wall = excluded.wall, ahead = excluded.ahead
"""

_Connection = AsyncConnection[TupleRow]
Result = TypeVar("Result")


async def open_postgres_jobs(
    url: str, *, clock: Clock, look_every: float = LOOK_EVERY_S, stopwatch: Callable[[], float] = time.monotonic
) -> JobStore:
    """The queue in this database, its tables made if they are not there. Raises `Misconfigured` when it cannot be used."""
    server = Server(url)
    await server.open()
    try:
        timeline = await server.run(partial(_make, clock=clock, stopwatch=stopwatch))
        bell = Bell()
        return PostgresJobs(server, timeline, bell, Hints(url, bell, server.run), look_every=look_every)
    except BaseException:
        await server.close()
        raise


class Server:
    """The connections to one database; what goes wrong there is `Misconfigured`, without the password."""

    def __init__(self, url: str) -> None:
        try:
            known = conninfo_to_dict(url)
        except psycopg.ProgrammingError:  # which repeats the address, password and all
            raise Misconfigured("it is no PostgreSQL address", where="job queue", mend="write postgresql://USER@HOST/DATABASE") from None
        self._url = url
        self._name = f"postgresql://{known.get('host', 'localhost')}/{known.get('dbname', '')}"
        self._pool = AsyncConnectionPool[_Connection](
            url, open=False, min_size=2, max_size=_CONNECTIONS, timeout=_PATIENCE_S, kwargs={"autocommit": True}, configure=_configure
        )

    async def open(self) -> None:
        try:
            first = await AsyncConnection.connect(self._url, connect_timeout=int(_PATIENCE_S))  # says why not, which the pool does not
            await first.close()
            await self._pool.open(wait=True, timeout=_PATIENCE_S)
        except (psycopg.Error, OSError) as error:
            await self._pool.close()
            raise self._unusable(error) from error

    async def run(self, work: Callable[[_Connection], Awaitable[Result]]) -> Result:
        """The work on one connection, and once more when that one was broken (a server that was restarted): all of it may be repeated."""
        try:
            try:
                async with self._pool.connection() as connection:
                    return await work(connection)
            except PoolTimeout:
                raise
            except psycopg.OperationalError:
                await self._pool.check()
                async with self._pool.connection() as connection:
                    return await work(connection)
        except psycopg.Error as error:
            raise self._unusable(error) from error

    async def close(self) -> None:
        await self._pool.close()

    def _unusable(self, error: Exception) -> Misconfigured:
        said = str(error).strip().splitlines()
        return Misconfigured(
            f"cannot be used: {said[0] if said else type(error).__name__}",
            where=self._name,
            mend="start the database, or correct its address, user and rights",
        )


class PostgresJobs:
    """Opened by `open_postgres_jobs`; used on one event loop."""

    def __init__(self, server: Server, timeline: Timeline, bell: Bell, hints: Hints, *, look_every: float) -> None:
        self._server = server
        self._timeline = timeline
        self._bell = bell
        self._hints = hints
        self._look_every = look_every
        self._marked = time.monotonic()

    async def put(self, job: NewJob) -> Job:
        work = check_job(job)
        now = await self._now()
        made = rules.made(self._timeline.taken(job), token_hex(8), now)

        async def insert(connection: _Connection) -> Job:
            values = (*rows.fixed(made, work), *rows.moving(made, now, result=None))
            inserted = (await connection.execute(_INSERT, values)).rowcount
            return made if inserted else await _one(connection, _BY_KEY, job.key)

        kept = await self._server.run(insert)
        self._tell(kept)
        return self._timeline.told(kept)

    async def lease(self, device: str, *, limit: int = 1, seconds: float = 30.0, wait: float = 0.0) -> Sequence[Job]:
        rules.check_lease(limit=limit, seconds=seconds)

        async def take(connection: _Connection, now: datetime) -> tuple[list[Job], list[Job], float | None]:
            tick = rows.ticks(now)
            async with connection.pipeline(), connection.transaction():  # two round trips in all
                alarmed = await connection.execute(_ALARMED_OF, (device, tick))
                ready = await connection.execute(_READY, (device, tick, limit))
                alarmed_rows, ready_rows = await alarmed.fetchall(), await ready.fetchall()
                settled = [rules.settled(rows.job_of(row), now) for row in alarmed_rows]
                await _save(connection, settled, now)
                if settled:  # the order may be another one now
                    ready_rows = await (await connection.execute(_READY, (device, tick, limit))).fetchall()
                leased = [rules.leased(rows.job_of(row), now, seconds=seconds) for row in ready_rows]
                await _save(connection, leased, now)
            if leased or wait <= 0:
                return leased, settled, None
            (alarm,) = await (await connection.execute(_NEXT_ALARM, (device,))).fetchone() or (None,)
            return leased, settled, None if alarm is None else (rows.moment(alarm) - now).total_seconds()

        async def look() -> Look:
            now = await self._now()
            leased, settled, next_s = await self._server.run(lambda connection: take(connection, now))
            for job in settled:
                self._tell(job)
            return Look(jobs=leased, next_s=next_s)

        async def look_unless_gone() -> Look:
            return await not_lost(look(), self._give_back)

        found = await until_found(self._bell, due(device), look_unless_gone, seconds=wait, every=self._look_every)
        return [self._timeline.told(job) for job in found.jobs]

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

    async def get(self, id: str) -> Job:
        return self._timeline.told(await self._server.run(lambda connection: _one(connection, _BY_ID, id)))

    async def find(self, key: str) -> Job | None:
        found = await self._server.run(lambda connection: _select(connection, _BY_KEY, (key,)))
        return self._timeline.told(found[0]) if found else None

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
        where = " AND ".join(f"{column} = %s" for column in wanted) or "TRUE"
        query = f"SELECT {rows.READ} FROM yamori_jobs WHERE {where} ORDER BY seq DESC LIMIT %s"
        found = await self._server.run(lambda connection: _select(connection, query, (*wanted.values(), max(limit, 0))))
        return [self._timeline.told(job) for job in found]

    async def counts(self) -> Mapping[JobState, int]:
        async def count(connection: _Connection) -> dict[str, int]:
            return dict(await (await connection.execute("SELECT state, COUNT(*) FROM yamori_jobs GROUP BY state")).fetchall())

        counted = await self._server.run(count)
        return {state: counted.get(state.value, 0) for state in JobState}

    async def sweep(self) -> int:
        async def settle(connection: _Connection, now: datetime) -> list[Job]:
            async with connection.transaction():
                found = await _select(connection, _ALARMED, (rows.ticks(now),))
                settled = [rules.settled(job, now) for job in found]
                await _save(connection, settled, now)
            return settled

        swept = 0
        while True:
            now = await self._now()
            settled = await self._server.run(partial(settle, now=now))
            if not settled:
                return swept
            for job in settled:
                self._tell(job)
            swept += len(settled)

    async def forget(self, before: datetime) -> int:
        check_moment(before, "before")
        await self._now()
        tick = rows.ticks(self._timeline.meant(before))

        async def drop(connection: _Connection) -> int:
            return (await connection.execute("DELETE FROM yamori_jobs WHERE ended_at < %s", (tick,))).rowcount

        return await self._server.run(drop)

    async def listening(self) -> None:
        """Until hints of other processes are heard."""
        await self._hints.listening.wait()

    async def close(self) -> None:
        if self._bell.closed:
            return
        self._bell.close()
        self._timeline.now()
        await self._hints.close()
        with suppress(Misconfigured):  # a server that is away must not keep this process
            await self._keep_mark()
        await self._server.close()

    async def _decide(self, id: str, decide: Callable[[Job, datetime], Job]) -> Job:
        """Load the job and lock it, let the rule decide, save what it became."""
        now = await self._now()

        async def work(connection: _Connection) -> tuple[Job, Job]:
            async with connection.pipeline(), connection.transaction():
                before = await _one(connection, f"{_BY_ID} FOR UPDATE", id)
                after = decide(before, now)
                if after is not before:
                    await _save(connection, [after], now)
            return before, after

        before, after = await self._server.run(work)
        if after is not before:
            self._tell(after)
        return self._timeline.told(after)

    async def _give_back(self, jobs: Sequence[Job]) -> None:
        for given in jobs:
            await self._decide(given.id, partial(rules.returned, fence=given.fence))

    async def _now(self) -> datetime:
        now = self._timeline.now()
        if time.monotonic() - self._marked >= _MARK_EVERY_S:
            self._marked = time.monotonic()
            await self._keep_mark()
        return now

    async def _keep_mark(self) -> None:
        mark = self._timeline.mark()
        await self._server.run(lambda connection: _write_mark(connection, mark))

    def _tell(self, job: Job) -> None:
        """Wake who waits for this, here at once and elsewhere by a hint."""
        topic = due(job.device) if job.state is JobState.WAITING else ended(job.id)
        if job.state is not JobState.LEASED:
            self._bell.ring(topic)
            self._hints.send(topic)


async def _configure(connection: _Connection) -> None:
    """A server that was told not to wait for its disk waits for this queue's changes."""
    await connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local')"
    )


async def _make(connection: _Connection, *, clock: Clock, stopwatch: Callable[[], float]) -> Timeline:
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(%s)", (_SCHEMA_LOCK,))
        await connection.execute(sql.SQL(_SCHEMA))
        found = await connection.execute("SELECT wall, ahead FROM yamori_jobs_timeline WHERE machine = %s", (platform.node(),))
        row = await found.fetchone()
        kept = None if row is None else Mark(wall=rows.moment(row[0]), ahead=timedelta(microseconds=row[1]))
        timeline = Timeline(clock, kept=kept, stopwatch=stopwatch)
        if timeline.away_unknown:
            await connection.execute(_TOO_LATE_FOR_ALL, {"now": rows.ticks(timeline.now())})
        await _write_mark(connection, timeline.mark())
    return timeline


async def _write_mark(connection: _Connection, mark: Mark) -> None:
    await connection.execute(_KEEP_MARK, (platform.node(), rows.ticks(mark.wall), mark.ahead // timedelta(microseconds=1)))


async def _save(connection: _Connection, jobs: Sequence[Job], now: datetime) -> None:
    values = [(*rows.moving(job, now, result=rows.result_text(job)), job.id) for job in jobs]
    if len(values) == 1:
        await connection.execute(_SAVE, values[0])
    elif values:
        async with connection.cursor() as cursor:
            await cursor.executemany(_SAVE, values)


async def _one(connection: _Connection, query: str, value: str) -> Job:
    found = await _select(connection, query, (value,))
    if not found:
        raise NotFound(f"there is no job {value}", where="id")
    return found[0]


async def _select(connection: _Connection, query: str, values: tuple[str | int, ...]) -> list[Job]:
    return [rows.job_of(row) for row in await (await connection.execute(query, values)).fetchall()]
