"""The schedule as a whole: one database, and a store for each thing in it."""

from pathlib import Path

from yamori.agents.scheduler.store.changes import Changes, RowKind
from yamori.agents.scheduler.store.database import Database, open_database
from yamori.agents.scheduler.store.logs import DayLogs
from yamori.agents.scheduler.store.routines import Checks, Routines
from yamori.agents.scheduler.store.tasks import Tasks
from yamori.agents.scheduler.store.tokens import Tokens
from yamori.domain.clock import Clock


class Schedule:
    """What people have to do, do again and again, and did."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database = database
        self.clock = clock
        self.changes = Changes(database, clock)
        self.tasks = Tasks(database, self.changes, clock)
        self.routines = Routines(database, self.changes, clock)
        self.logs = DayLogs(database, self.changes, clock)
        self.tokens = Tokens(database, clock)
        self.changes.restore_with(RowKind.TASK, self.tasks)
        self.changes.restore_with(RowKind.ROUTINE, self.routines)
        self.changes.restore_with(RowKind.CHECK, Checks())
        self.changes.restore_with(RowKind.LOG, self.logs)

    async def close(self) -> None:
        await self.database.close()


async def open_schedule(where: str | Path | None, clock: Clock) -> Schedule:
    """A schedule in a file, behind a database URL, or in memory (None), with its tables brought up to date.

    Raises `Misconfigured` when the place cannot be written or holds something else.
    """
    return Schedule(await open_database(where), clock)
