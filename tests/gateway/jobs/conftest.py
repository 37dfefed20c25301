"""The places that the queue's contract is kept in: memory, a file, a real PostgreSQL."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex

import pytest
from tests.gateway.jobs.cluster import Cluster, postgres_programs, throwaway_cluster
from tests.gateway.jobs.fakes import JumpyClock

from yamori.gateway.jobs.longpoll import LOOK_EVERY_S
from yamori.gateway.jobs.port import JobStore
from yamori.gateway.jobs.sqlite import open_sqlite_jobs

KEPT = ("file", "postgres")


@dataclass(kw_only=True)
class Place:
    """Where a test's queue is kept; it can be opened again, and in PostgreSQL by several at once."""

    kind: str
    where: Path | str | None
    clock: JumpyClock = field(default_factory=JumpyClock)
    opened: list[JobStore] = field(default_factory=list)

    async def open(self, *, clock: JumpyClock | None = None, look_every: float = LOOK_EVERY_S) -> JobStore:
        own = clock or self.clock
        if isinstance(self.where, str):
            from yamori.gateway.jobs.postgres import open_postgres_jobs

            store = await open_postgres_jobs(self.where, clock=own, look_every=look_every, stopwatch=own.stopwatch)
        else:
            store = await open_sqlite_jobs(self.where, clock=own, look_every=look_every, stopwatch=own.stopwatch)
        self.opened.append(store)
        return store


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """One server for each process that runs tests."""
    programs = postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    pytest.importorskip("psycopg_pool")
    with throwaway_cluster(programs) as running:
        yield running


@pytest.fixture
def schema_url(cluster: Cluster) -> str:
    return fresh_schema(cluster)


def fresh_schema(cluster: Cluster) -> str:
    """The address of a part of the server that no other test sees."""
    import psycopg

    name = f"t{token_hex(6)}"
    with psycopg.connect(cluster.url(), autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    return cluster.url(schema=name)


@pytest.fixture(params=("memory", *KEPT))
async def place(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Place]:
    where: Path | str | None = None
    if request.param == "file":
        where = tmp_path / "jobs.sqlite3"
    elif request.param == "postgres":
        where = request.getfixturevalue("schema_url")
    place = Place(kind=request.param, where=where)
    yield place
    for store in place.opened:
        await store.close()


@pytest.fixture
async def store(place: Place) -> JobStore:
    return await place.open()
