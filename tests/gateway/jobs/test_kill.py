"""A process that is killed at any moment: nothing that was acknowledged is missing, and nothing is ended twice."""

import asyncio
import random
import signal
import sys
from pathlib import Path

import pytest
from tests.gateway.jobs.conftest import Place
from tests.lengths import length

from yamori.domain.clock import SystemClock
from yamori.gateway.jobs.opening import open_jobs
from yamori.gateway.jobs.port import JobState

KILLS = length(4, 10)

CHILD = """
import asyncio, os, sys
from pathlib import Path
from yamori.domain.clock import SystemClock
from yamori.gateway.jobs.opening import open_jobs
from yamori.gateway.jobs.port import NewJob, StaleLease

where, run = sys.argv[1], sys.argv[2]

def acknowledge(*words):
    os.write(1, (" ".join(str(word) for word in words) + "\\n").encode())

async def put(store, number):
    for count in range(10_000):
        key = f"{run}-{number}-{count}"
        job = await store.put(NewJob(key=key, device="robot", work={"say": key}, tries=1000))
        acknowledge("put", key, job.id)

async def work(store):
    while True:
        for job in await store.lease("robot", limit=3, seconds=0.2, wait=5.0):
            if job.delivered == 1 and job.fence % 2 and hash(job.id) % 5 == 0:
                continue  # a device that is lost
            try:
                if hash(job.id) % 7 == 0:
                    await store.extend(job.id, job.fence, seconds=0.3)
                await store.finish(job.id, job.fence, result=[run, job.fence])
            except StaleLease:  # on a busy machine the lease ran out and another worker has it
                continue
            acknowledge("end", job.id, run, job.fence)

async def main():
    store = await open_jobs(where if "://" in where else Path(where), clock=SystemClock("Asia/Tokyo"))
    await asyncio.gather(*(put(store, number) for number in range(3)), *(work(store) for _ in range(3)))

asyncio.run(main())
"""


async def run_and_kill(where: Path | str, run: int, lines: int) -> list[list[str]]:
    """What the child acknowledged until it was killed, in the moment after its line number `lines`."""
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        CHILD,
        str(where),
        str(run),
        stdout=asyncio.subprocess.PIPE,
        env={"PYTHONPATH": ":".join(path for path in sys.path if path)},
    )
    assert child.stdout is not None
    said = [await child.stdout.readline() for _ in range(lines)]
    child.send_signal(signal.SIGKILL)
    said.extend((await child.stdout.read()).splitlines(keepends=True))
    assert await child.wait() == -signal.SIGKILL
    return [line.decode().split() for line in said if line.endswith(b"\n")]


@pytest.mark.parametrize("place", ["file", "postgres"], indirect=True)
async def test_nothing_acknowledged_is_lost_and_nothing_ends_twice_however_often_it_is_killed(place: Place) -> None:
    assert place.where is not None
    chance = random.Random(1971)
    acknowledged = [line for run in range(KILLS) for line in await run_and_kill(place.where, run, chance.randrange(1, 150))]
    puts = {key: id for kind, key, id, *_ in acknowledged if kind == "put"}
    ends = [tuple(line[1:]) for line in acknowledged if line[0] == "end"]
    assert len(puts) > KILLS and len(ends) > KILLS
    assert len({id for id, *_ in ends}) == len(ends)

    store = await open_jobs(place.where, clock=SystemClock("Asia/Tokyo"))
    for key, id in puts.items():
        job = await store.find(key)
        assert job is not None and job.id == id
    for id, run, fence in ends:
        job = await store.get(id)
        assert (job.state, job.result) == (JobState.DONE, [run, int(fence)])
        assert await store.finish(id, int(fence), result="again") == job
    while left := await store.lease("robot", limit=100, wait=1.0):
        for job in left:
            await store.finish(job.id, job.fence, result="after all")
    counts = await store.counts()
    assert counts[JobState.DONE] == sum(counts.values()) >= len(puts)
    await store.close()
