"""What this device has begun and done, on its own disk: the reason that nothing is done twice, whatever is sent twice.

A key is written in the moment before the robot acts, which is when a busy part is free again, and its result after it, each before
anything else happens (`synchronous=FULL`). What was begun when the power went away is, at the next start, a failed job with the problem
`cut off` and the steps that had ended; what only waited for its turn is not known, and is done when it comes again.
"""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

from yamori.domain.clock import Clock
from yamori.domain.database_file import unusable
from yamori.domain.values import Value
from yamori.edge.robot import CUT_OFF

KEEP = timedelta(days=30)
"""How long a key is remembered; no house sends a job again after so long."""

_TABLE = """
CREATE TABLE IF NOT EXISTS jobs (
    key TEXT PRIMARY KEY,
    job TEXT NOT NULL,
    fence INTEGER NOT NULL,
    begun TEXT NOT NULL,
    steps TEXT NOT NULL DEFAULT '[]',
    result TEXT,
    settled INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID
"""
_BEGIN = "INSERT INTO jobs (key, job, fence, begun) VALUES (?, ?, ?, ?)"
_FINISH = """
INSERT INTO jobs (key, job, fence, begun, result) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (key) DO UPDATE SET result = excluded.result, steps = '[]'
"""
_CUT_OFF = """
UPDATE jobs SET result = json_object('ok', json('false'), 'problem', ?, 'retry', json('false'), 'steps', json(steps), 'text', NULL)
WHERE result IS NULL
"""

_T = TypeVar("_T")


@dataclass(frozen=True, kw_only=True)
class Owed:
    """A result that the house has not taken yet."""

    key: str
    job: str
    fence: int
    result: Mapping[str, Value]


class Done:
    """Made by `open_done`. SQLite runs in a thread of its own: a memory card may take long to write."""

    def __init__(self, database: sqlite3.Connection, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="done")

    async def again(self, key: str, *, job: str, fence: int) -> bool:
        """Whether the key is known: then its result is owed again, under the new fence.

        Not to be asked of a job that runs: one that is known and has no result was cut off.
        """

        def write() -> bool:
            owed = "UPDATE jobs SET job = ?, fence = ?, settled = 0 WHERE key = ?"
            known = self._database.execute(owed, (job, fence, key)).rowcount > 0
            if known:
                self._database.execute(_CUT_OFF + " AND key = ?", (CUT_OFF, key))
            return known

        return await self._do(write)

    async def begin(self, key: str, *, job: str, fence: int) -> None:
        """Note that the job acts from now on; until then a loss of power leaves nothing behind, and the job is done when it comes again."""
        await self._execute(_BEGIN, key, job, fence, self._clock.now().isoformat())

    async def refence(self, key: str, *, job: str, fence: int) -> None:
        """The job that runs here was leased again."""
        await self._execute("UPDATE jobs SET job = ?, fence = ? WHERE key = ?", job, fence, key)

    async def progress(self, key: str, steps: Sequence[Mapping[str, Value]]) -> None:
        await self._execute("UPDATE jobs SET steps = ? WHERE key = ?", json.dumps(steps), key)

    async def finish(self, key: str, result: Mapping[str, Value], *, job: str, fence: int) -> None:
        """Also of a job that never began: what is owed for it is that it did nothing, and why."""
        await self._execute(_FINISH, key, job, fence, self._clock.now().isoformat(), json.dumps(result))

    async def settle(self, owed: Owed) -> None:
        """The house has taken the result, or will never do so under this fence."""
        await self._execute("UPDATE jobs SET settled = 1 WHERE key = ? AND fence = ?", owed.key, owed.fence)

    async def owed(self) -> Sequence[Owed]:
        """In the order in which they began."""

        def read() -> Sequence[Owed]:
            rows = self._database.execute(
                "SELECT key, job, fence, result FROM jobs WHERE result IS NOT NULL AND settled = 0 ORDER BY begun LIMIT 100"
            )
            return [Owed(key=key, job=job, fence=fence, result=json.loads(result)) for key, job, fence, result in rows]

        return await self._do(read)

    async def forget(self) -> int:
        """Drop what is older than `KEEP` and settled; how many."""

        def write() -> int:
            before = (self._clock.now() - KEEP).isoformat()
            return self._database.execute("DELETE FROM jobs WHERE begun < ? AND settled = 1", (before,)).rowcount

        return await self._do(write)

    async def close(self) -> None:
        await self._do(self._database.close)
        self._thread.shutdown()

    async def _execute(self, statement: str, *values: Any) -> None:
        await self._do(lambda: self._database.execute(statement, values))

    async def _do(self, work: Callable[[], _T]) -> _T:
        # Shielded: what was begun on the disk is ended, whoever stops waiting for it.
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._thread, work))


def open_done(file: Path, clock: Clock) -> Done:
    """What was begun and has no result is cut off from here on. Raises `Misconfigured` when the disk is unusable."""
    try:
        database = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute(_TABLE)
        database.execute(_CUT_OFF, (CUT_OFF,))
    except sqlite3.Error as error:
        raise unusable(str(file), error) from error
    return Done(database, clock)
