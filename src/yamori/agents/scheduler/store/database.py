"""The schedule's database: opened, migrated, and worked on by one thread.

SQLite by default (WAL, `synchronous=FULL`), any SQLAlchemy URL instead. The work runs on one thread of its own, which is both the
fastest way (no thread is started per call) and the simplest (SQLite has one writer).
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from yamori.domain.database_file import is_disk_full, unusable
from yamori.domain.errors import Misconfigured

if TYPE_CHECKING:
    import sqlite3

    from sqlalchemy import Connection, Engine

T = TypeVar("T")


class Database:
    """Transactions, one after the other."""

    def __init__(self, engine: "Engine", thread: ThreadPoolExecutor) -> None:
        self._engine = engine
        self._thread = thread

    async def transact(self, work: Callable[["Connection"], T]) -> T:
        """The work in one transaction, committed before this returns; rolled back where it raises. `Misconfigured`: the disk is full."""

        def inside() -> T:
            try:
                with self._engine.begin() as connection:
                    return work(connection)
            except Exception as error:
                if is_disk_full(error):
                    raise unusable("the schedule's database", error) from error
                raise

        return await asyncio.get_running_loop().run_in_executor(self._thread, inside)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()


async def open_database(where: str | Path | None) -> Database:
    """A file, a database URL, or memory (None), with its tables brought up to date.

    Raises `Misconfigured` when the place cannot be written or holds something else.
    """
    thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="schedule")
    try:
        engine = await asyncio.get_running_loop().run_in_executor(thread, _opened, where)
    except BaseException:
        thread.shutdown(wait=False)
        raise
    return Database(engine, thread)


def _opened(where: str | Path | None) -> "Engine":
    engine = _engine(where)
    if where is None:
        with closing(engine.raw_connection()) as held:
            cast("sqlite3.Connection", held.driver_connection).deserialize(_empty())
    else:
        _bring_up_to_date(engine)
    return engine


@cache
def _empty() -> bytes:
    """A database in memory with its tables. Every evaluated case opens one, and making the tables takes longer than most cases."""
    engine = _engine(None)
    _bring_up_to_date(engine)
    with closing(engine.raw_connection()) as held:
        return cast("sqlite3.Connection", held.driver_connection).serialize()


def _engine(where: str | Path | None) -> "Engine":
    from sqlalchemy import Engine, create_engine, event
    from sqlalchemy.pool import StaticPool

    url = "sqlite://" if where is None else where if isinstance(where, str) and "://" in where else f"sqlite:///{where}"
    engine: Engine = create_engine(url, poolclass=StaticPool) if url == "sqlite://" else create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


def _bring_up_to_date(engine: "Engine") -> None:
    from alembic import command
    from alembic.config import Config
    from sqlalchemy.exc import DBAPIError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent.parent / "migrations").replace("%", "%%"))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except DBAPIError as error:
        engine.dispose()
        if engine.dialect.name == "sqlite" and isinstance(error.orig, Exception):
            raise unusable(engine.url.database or "memory", error.orig) from error
        raise Misconfigured(
            f"the schedule's database cannot be opened ({error.orig})",
            where=engine.url.render_as_string(hide_password=True),
            mend="give a directory that can be written, or a database of Yamori's",
        ) from error


def _prepare_sqlite(connection: Any, _: object) -> None:  # Any: sqlite3's connection, typed by SQLAlchemy as anything
    connection.isolation_level = None  # SQLAlchemy's "begin" event above begins every transaction, also around DDL
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")
