"""What only PostgreSQL can do to a queue: several processes, hints that are lost, a server that goes away."""

import asyncio
import time

import pytest
from tests.gateway.jobs.cluster import Cluster
from tests.gateway.jobs.conftest import Place
from tests.gateway.jobs.fakes import JumpyClock, job

from yamori.domain.errors import Misconfigured
from yamori.gateway.jobs.opening import open_jobs
from yamori.gateway.jobs.port import JobState

psycopg = pytest.importorskip("psycopg")
pytestmark = pytest.mark.parametrize("place", ["postgres"], indirect=True)


async def test_a_hint_wakes_a_long_poll_and_a_wait_in_another_process(place: Place) -> None:
    here, there = await place.open(look_every=60.0), await place.open(look_every=60.0)
    await there.listening()  # type: ignore[attr-defined]
    poll = asyncio.create_task(there.lease("robot", wait=30.0))
    await there.counts()
    start = time.monotonic()
    put = await here.put(job("a"))
    (leased,) = await poll
    wait = asyncio.create_task(there.wait(put.id, seconds=30.0))
    await there.counts()
    await here.finish(leased.id, leased.fence, result=1)
    assert (await wait).result == 1 and time.monotonic() - start < 20.0


async def test_without_hints_looking_finds_it_all_the_same(place: Place, cluster: Cluster) -> None:
    here, there = await place.open(), await place.open(look_every=0.05)
    await there.listening()  # type: ignore[attr-defined]
    poll = asyncio.create_task(there.lease("robot", wait=30.0))
    await there.counts()
    with psycopg.connect(cluster.url(), autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
    await here.put(job("a"))
    assert [leased.key for leased in await poll] == ["a"]


async def test_several_open_an_empty_database_at_once(place: Place) -> None:
    stores = await asyncio.gather(*(place.open() for _ in range(4)))
    puts = await asyncio.gather(*(store.put(job("a")) for store in stores))
    assert len({put.id for put in puts}) == 1


async def test_a_server_that_was_cut_off_and_started_again_has_lost_nothing(place: Place, cluster: Cluster) -> None:
    store = await place.open()
    await asyncio.gather(*(store.put(job(f"k{number}")) for number in range(20)))
    leased = await store.lease("robot", limit=5)
    await asyncio.to_thread(cluster.control, "stop", "-m", "immediate")
    await asyncio.to_thread(cluster.start, durable=False)
    assert (await store.finish(leased[0].id, leased[0].fence, result=None)).state is JobState.DONE
    counts = await store.counts()
    assert (counts[JobState.WAITING], counts[JobState.LEASED], counts[JobState.DONE]) == (15, 4, 1)


async def test_a_server_that_is_away_is_told_without_the_password(place: Place) -> None:
    for address, said in (("127.0.0.1:1", "cannot be used"), ("[", "no PostgreSQL address")):
        with pytest.raises(Misconfigured, match=said) as raised:
            await open_jobs(f"postgresql://sora:open-sesame@{address}/yamori", clock=JumpyClock())
        assert "open-sesame" not in f"{raised.value}{raised.value.mend}"
