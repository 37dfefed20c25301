"""Many small changes, one wait for the disk: what arrives while a commit is running shares the next transaction.

Each caller is answered after the commit that its own change is in, never before. The disk's wait is what a durable queue costs; shared
by all who come at the same time, it is paid once per round.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from yamori.domain.errors import Misconfigured, YamoriError
from yamori.gateway.sqlite import SqliteFile

Result = TypeVar("Result")

_MOST_AT_ONCE = 500
"""So that nobody waits for more than a fraction of a second behind a crowd."""


@dataclass(frozen=True)
class _Asked(Generic[Result]):
    work: Callable[[sqlite3.Connection], Result]
    answer: "asyncio.Future[Result]"


class GroupCommit:
    """One file's transactions, shared. Work may refuse with a `YamoriError` as long as it has changed nothing yet: the others go on."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self._asked: list[_Asked[Any]] = []
        self._rounds: asyncio.Task[None] | None = None
        self._closed = False

    async def run(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """The work's result once it is on disk. Raises what the work raised, or `Misconfigured` when the disk cannot be written."""
        if self._closed:
            raise Misconfigured("it is closed", where="job queue", mend="open it again")
        answer: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._asked.append(_Asked(work, answer))
        if self._rounds is None:
            self._rounds = asyncio.create_task(self._run_rounds())
        return await answer

    async def _run_rounds(self) -> None:
        try:
            while self._asked:
                together, self._asked = self._asked[:_MOST_AT_ONCE], self._asked[_MOST_AT_ONCE:]
                wanted = [asked for asked in together if not asked.answer.cancelled()]
                await self._round(wanted)
        finally:
            self._rounds = None

    async def _round(self, together: list[_Asked[Any]]) -> None:
        try:
            outcomes = await self._file.run(lambda db: [_outcome(asked.work, db) for asked in together])
        except Exception as error:  # whatever it was, the transaction is rolled back and every caller in it must hear of it
            outcomes = [error] * len(together)
        for asked, outcome in zip(together, outcomes, strict=True):
            if asked.answer.done():
                continue  # its caller has gone
            if isinstance(outcome, Exception):
                asked.answer.set_exception(outcome)
            else:
                asked.answer.set_result(outcome)

    async def close(self) -> None:
        """What was asked before is still done."""
        self._closed = True
        while self._rounds is not None:
            await asyncio.wait([self._rounds])
        await self._file.close()


def _outcome(work: Callable[[sqlite3.Connection], Result], db: sqlite3.Connection) -> Result | YamoriError:
    try:
        return work(db)
    except YamoriError as refusal:
        return refusal
