"""Where a turn's checkpoints are kept: LangGraph's SQLite saver, its work done on one thread of its own.

LangGraph's own async saver hops to its thread and back some hundred times a turn, which costs more than the turn itself; here it is once
for each checkpoint.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from langgraph.checkpoint.sqlite import SqliteSaver

from yamori.domain.database_file import unusable, unwritable

Result = TypeVar("Result")


@asynccontextmanager
async def open_checkpoints(file: Path) -> AsyncIterator["TurnCheckpoints"]:
    """Raises `Misconfigured` for a file that cannot be used."""
    thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="checkpoints")
    loop = asyncio.get_running_loop()
    try:
        db = await loop.run_in_executor(thread, _connect, file)
        try:
            yield TurnCheckpoints(db, thread)
        finally:
            await loop.run_in_executor(thread, db.close)
    finally:
        thread.shutdown(wait=False)


def _connect(file: Path) -> sqlite3.Connection:
    try:
        db = sqlite3.connect(file, check_same_thread=False)
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("PRAGMA secure_delete=ON")
        return db
    except sqlite3.Error as error:
        raise unusable(str(file), error) from error


class TurnCheckpoints(SqliteSaver):
    """Opened by `open_checkpoints`; what a turn needs of a saver, awaited."""

    def __init__(self, db: sqlite3.Connection, thread: ThreadPoolExecutor) -> None:
        super().__init__(db)
        self._thread = thread

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return await self._there(lambda: self.get_tuple(config))

    async def aput(
        self, config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata, new_versions: ChannelVersions
    ) -> RunnableConfig:
        return await self._there(lambda: self.put(config, checkpoint, metadata, new_versions))

    async def aput_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],  # Any: langgraph's own
        task_id: str,
        task_path: str = "",
    ) -> None:
        await self._there(lambda: self.put_writes(config, writes, task_id, task_path))

    async def adelete_thread(self, thread_id: str) -> None:
        await self._there(lambda: self.delete_thread(thread_id))

    async def scrub(self) -> None:
        """Leave no byte of turns that have ended: the log beside the file is emptied into it, and what was deleted there is overwritten."""
        await self._there(lambda: self.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone())

    async def _there(self, work: Callable[[], Result]) -> Result:
        """A disk that takes no more raises `Misconfigured`."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        except sqlite3.OperationalError as error:
            raise unwritable("turns", error) from error
