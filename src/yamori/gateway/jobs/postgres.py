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
from yamori.domain.errors import Misconfigured
from yamori.gateway.jobs import rows, rules
from yamori.gateway.jobs.hints import Hints
from yamori.gateway.jobs.limits import check_job, check_moment
from yamori.gateway.jobs.longpoll import LOOK_EVERY_S, Bell, due, ended
from yamori.gateway.jobs.port import Job, JobState, JobStore, NewJob
from yamori.gateway.jobs.ruled import AT_ONCE, Decide, RuledJobs, Taken, no_such_job
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
SELECT {rows.READ} FROM yamori_jobs WHERE ready AND device = %s AND (expires IS NULL OR expires > %s OR leased_until IS NOT NULL)
ORDER BY priority DESC, seq LIMIT %s FOR UPDATE SKIP LOCKED
"""
_ALARMED_OF = f"SELECT {rows.READ} FROM yamori_jobs WHERE device = %s AND alarm <= %s ORDER BY alarm LIMIT {AT_ONCE} FOR UPDATE SKIP LOCKED"
_ALARMED = f"SELECT {rows.READ} FROM yamori_jobs WHERE alarm <= %s ORDER BY alarm LIMIT {AT_ONCE} FOR UPDATE SKIP LOCKED"
_WAITING_OF = f"SELECT {rows.READ} FROM yamori_jobs WHERE device = %s AND state = 'waiting' LIMIT {AT_ONCE} FOR UPDATE"
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


class PostgresJobs(RuledJobs):
    """Opened by `open_postgres_jobs`; used on one event loop."""

    def __init__(self, server: Server, timeline: Timeline, bell: Bell, hints: Hints, *, look_every: float) -> None:
        super().__init__(timeline, bell, look_every=look_every)
        self._server = server
        self._hints = hints
        self._marked = time.monotonic()

    async def put(self, job: NewJob) -> Job:
        work = check_job(job)
        now = await self._now()
        made = rules.made(self._timeline.scheduled(job), token_hex(8), now)

        async def insert(connection: _Connection) -> Job:
            values = (*rows.fixed(made, work), *rows.moving(made, now, result=None))
            inserted = (await connection.execute(_INSERT, values)).rowcount
            return made if inserted else (await _select(connection, _BY_KEY, (job.key,)))[0]

        kept = await self._server.run(insert)
        self._notify(kept)
        return self._timeline.on_clock(kept)

    async def forget(self, before: datetime) -> int:
        check_moment(before, "before")
        await self._now()
        tick = rows.ticks(self._timeline.on_timeline(before))

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

    async def _take(self, device: str, *, limit: int, seconds: float, waits: bool) -> Taken:
        now = await self._now()

        async def take(connection: _Connection) -> Taken:
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
            if leased or not waits:
                return Taken(leased=leased, settled=settled)
            (alarm,) = await (await connection.execute(_NEXT_ALARM, (device,))).fetchone() or (None,)
            next_s = None if alarm is None else (rows.moment(alarm) - now).total_seconds()
            return Taken(leased=leased, settled=settled, next_s=next_s)

        return await self._server.run(take)

    async def _change(self, id: str, decide: Decide) -> tuple[Job, Job]:
        now = await self._now()

        async def work(connection: _Connection) -> tuple[Job, Job]:
            async with connection.pipeline(), connection.transaction():
                found = await _select(connection, f"{_BY_ID} FOR UPDATE", (id,))
                if not found:
                    raise no_such_job(id)
                before, after = found[0], decide(found[0], now)
                if after is not before:
                    await _save(connection, [after], now)
            return before, after

        return await self._server.run(work)

    async def _settle(self) -> Sequence[Job]:
        now = await self._now()
        return await self._server.run(partial(_decide_each, _ALARMED, (rows.ticks(now),), now, rules.settled))

    async def _cancel_waiting(self, device: str) -> Sequence[Job]:
        now = await self._now()
        return await self._server.run(partial(_decide_each, _WAITING_OF, (device,), now, rules.cancelled))

    async def _listed(self, wanted: Mapping[str, str], *, limit: int) -> Sequence[Job]:
        where = " AND ".join(f"{column} = %s" for column in wanted) or "TRUE"
        query = f"SELECT {rows.READ} FROM yamori_jobs WHERE {where} ORDER BY seq DESC LIMIT %s"
        return await self._server.run(lambda connection: _select(connection, query, (*wanted.values(), limit)))

    async def _counted(self) -> Mapping[str, int]:
        async def count(connection: _Connection) -> dict[str, int]:
            return dict(await (await connection.execute("SELECT state, COUNT(*) FROM yamori_jobs GROUP BY state")).fetchall())

        return await self._server.run(count)

    async def _now(self) -> datetime:
        now = self._timeline.now()
        if time.monotonic() - self._marked >= _MARK_EVERY_S:
            self._marked = time.monotonic()
            await self._keep_mark()
        return now

    async def _keep_mark(self) -> None:
        mark = self._timeline.mark()
        await self._server.run(lambda connection: _write_mark(connection, mark))

    def _notify(self, job: Job) -> None:
        """Here at once, elsewhere by a hint."""
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


async def _decide_each(query: str, values: tuple[str | int, ...], now: datetime, decide: Decide, connection: _Connection) -> list[Job]:
    """The jobs that are found, as the rule has made them."""
    async with connection.transaction():
        decided = [decide(job, now) for job in await _select(connection, query, values)]
        await _save(connection, decided, now)
    return decided


async def _save(connection: _Connection, jobs: Sequence[Job], now: datetime) -> None:
    values = [(*rows.moving(job, now, result=rows.result_text(job)), job.id) for job in jobs]
    if len(values) == 1:
        await connection.execute(_SAVE, values[0])
    elif values:
        async with connection.cursor() as cursor:
            await cursor.executemany(_SAVE, values)


async def _select(connection: _Connection, query: str, values: tuple[str | int, ...]) -> list[Job]:
    return [rows.job_of(row) for row in await (await connection.execute(query, values)).fetchall()]
