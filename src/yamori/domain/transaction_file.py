"""A SQLite file on one thread of its own: each piece of work is done whole or not at all, and on disk before its result is seen.

For the stores of packages that keep their rows in one small file (lists, scenes); they say the schema and what the file holds.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from yamori.domain.database_file import unwritable

Result = TypeVar("Result")


class TransactionFile:
    """Over what `database_file.opened` returns."""

    def __init__(self, connection: sqlite3.Connection, thread: ThreadPoolExecutor, *, holds: str) -> None:
        """`holds`: what is said to be lost where the file cannot be written any more, such as `the scenes of the household`."""
        self._connection, self._thread, self._holds = connection, thread, holds
        self._closed = False

    async def run(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Do the work, all of it or nothing. Raises `Misconfigured` where the file cannot be written any more."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transaction, work)

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            await asyncio.get_running_loop().run_in_executor(self._thread, self._connection.close)
            self._thread.shutdown(wait=False)

    def _transaction(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        database = self._connection
        try:
            database.execute("BEGIN IMMEDIATE")
            try:
                result = work(database)
                database.execute("COMMIT")
            finally:
                if database.in_transaction:
                    database.execute("ROLLBACK")
        except sqlite3.Error as error:
            raise unwritable(self._holds, error) from error
        return result
