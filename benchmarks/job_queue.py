"""Measures the durable queue: puts and leases with many jobs waiting, and a steady load; SQLite and PostgreSQL side by side.

    PYTHONPATH=src:. python benchmarks/job_queue.py rates [--waiting 100000] [--seconds 5]
    PYTHONPATH=src:. python benchmarks/job_queue.py steady [--devices 100] [--rate 100] [--seconds 30]

Prints one JSON object. `--stores sqlite` leaves PostgreSQL out; `--postgres URL` takes a server that runs instead of a throw-away one
(which waits for the disk as any does). The SQLite file lies in a new folder in `--folder`, the working directory by default: /tmp may be
memory.
"""

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from tests.gateway.jobs.cluster import postgres_programs, throwaway_cluster

from yamori.domain.clock import SystemClock
from yamori.gateway.jobs.opening import open_jobs
from yamori.gateway.jobs.port import JobState, JobStore, NewJob

AT_ONCE = 64
"""Askers at the same time, as a server has them."""
BATCH = 8
WORK = {"do": {"command": {"component": "display", "capability": "textDisplay", "name": "show", "arguments": {"text": "こんにちは"}}}}


def new_job(key: str, device: str, priority: int = 0) -> NewJob:
    return NewJob(key=key, device=device, work=WORK, priority=priority)


async def rate(ask: Callable[[int], Awaitable[int]], *, seconds: float, askers: int = AT_ONCE) -> float:
    """How many a second `ask` gets, with `askers` asking at the same time, each again as soon as it is answered."""
    start = time.perf_counter()
    answered = 0

    async def keep_asking(asker: int) -> None:
        nonlocal answered
        while time.perf_counter() - start < seconds:
            got = await ask(asker)
            if not got:
                raise RuntimeError("nothing is waiting any more: give more `--waiting` or fewer `--seconds`")
            answered += got

    await asyncio.gather(*(keep_asking(asker) for asker in range(askers)))
    return round(answered / (time.perf_counter() - start))


async def measure_rates(store: JobStore, *, waiting: int, seconds: float) -> dict[str, float]:
    """With `waiting` jobs in the queue, for 100 devices and of three priorities; each lease is durable before it is answered."""
    chance = random.Random(7)
    for first in range(0, waiting, 1000):
        jobs = (
            new_job(f"waiting-{number}", f"device-{number % 100}", chance.randrange(3))
            for number in range(first, min(first + 1000, waiting))
        )
        await asyncio.gather(*(store.put(job) for job in jobs))
    numbers = iter(range(10**9))

    async def put(_: int) -> int:
        await store.put(new_job(f"put-{(number := next(numbers))}", f"device-{number % 100}"))
        return 1

    async def lease(_: int, limit: int = 1) -> int:
        return len(await store.lease(f"device-{next(numbers) % 100}", limit=limit, seconds=3600))

    async def lease_and_finish(_: int) -> int:
        leased = await store.lease(f"device-{next(numbers) % 100}", seconds=3600)
        for job in leased:
            await store.finish(job.id, job.fence, result={"ok": True})
        return len(leased)

    measured = {
        "puts_per_s": await rate(put, seconds=seconds),
        "puts_per_s_one_asker": await rate(put, seconds=min(seconds, 2), askers=1),
        "leases_per_s": await rate(lease, seconds=seconds),
        "leases_per_s_one_asker": await rate(lease, seconds=min(seconds, 2), askers=1),
        f"leases_per_s_by_{BATCH}": await rate(lambda asker: lease(asker, BATCH), seconds=min(seconds, 2)),
        "leased_and_finished_per_s": await rate(lease_and_finish, seconds=min(seconds, 2)),
    }
    counts = await store.counts()
    return {**measured, "waiting_at_the_end": counts[JobState.WAITING]}


async def measure_steady(store: JobStore, *, devices: int, per_second: float, seconds: float) -> dict[str, float]:
    """Each device long-polls; jobs are put at random moments at the given rate; from just before the put to the delivery."""
    chance = random.Random(7)
    put_at: dict[str, float] = {}
    taken: dict[str, float] = {}
    ended: set[str] = set()

    async def device(number: int) -> None:
        while True:
            jobs = await store.lease(f"device-{number}", limit=8, wait=25.0)
            now = time.perf_counter()
            for job in jobs:
                taken.setdefault(job.key, now - put_at[job.key])
            for job in jobs:
                await store.finish(job.id, job.fence, result={"ok": True})
                ended.add(job.key)

    async def put(key: str) -> None:
        put_at[key] = time.perf_counter()
        await store.put(new_job(key, f"device-{chance.randrange(devices)}"))

    polling = [asyncio.create_task(device(number)) for number in range(devices)]
    puts: set[asyncio.Task[None]] = set()
    start = time.perf_counter()
    due = 0.0
    number = 0
    while (due := due + chance.expovariate(per_second)) < seconds:
        await asyncio.sleep(max(0.0, start + due - time.perf_counter()))
        task = asyncio.create_task(put(f"steady-{number}"))
        puts.add(task)
        task.add_done_callback(puts.discard)
        number += 1
    await asyncio.gather(*puts)
    for _ in range(400):  # longer than a lease
        if len(ended) == number:
            break
        await asyncio.sleep(0.1)
    for poll in polling:
        poll.cancel()
    await asyncio.gather(*polling, return_exceptions=True)
    counts = await store.counts()
    lost = number - len(ended)
    return {"jobs": number, "lost": lost, "done": counts[JobState.DONE], **spread(list(taken.values()))}


def spread(seconds: Sequence[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    found = {"median_ms": statistics.median(ordered), "p99_ms": ordered[int(len(ordered) * 0.99)], "worst_ms": ordered[-1]}
    return {name: round(value * 1000, 1) for name, value in found.items()}


@asynccontextmanager
async def opened(kind: str, *, folder: Path, postgres: str | None) -> AsyncIterator[JobStore]:
    async with AsyncExitStack() as stack:
        where: Path | str = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder))) / "jobs.sqlite3"
        if kind == "postgres":
            programs = postgres_programs()
            if postgres is None and programs is None:
                raise SystemExit("PostgreSQL is not installed: give --postgres URL or --stores sqlite")
            where = postgres or stack.enter_context(throwaway_cluster(programs, durable=True)).url()  # type: ignore[arg-type]
        store = await open_jobs(where, clock=SystemClock("UTC"))
        stack.push_async_callback(store.close)
        yield store


async def measure(wanted: argparse.Namespace) -> dict[str, dict[str, float]]:
    found = {}
    for kind in wanted.stores:
        async with opened(kind, folder=wanted.folder, postgres=wanted.postgres) as store:
            if wanted.mode == "rates":
                found[kind] = await measure_rates(store, waiting=wanted.waiting, seconds=wanted.seconds or 5.0)
            else:
                found[kind] = await measure_steady(store, devices=wanted.devices, per_second=wanted.rate, seconds=wanted.seconds or 30.0)
    return found


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=("rates", "steady"))
    parser.add_argument("--stores", nargs="+", choices=("sqlite", "postgres"), default=("sqlite", "postgres"))
    parser.add_argument("--postgres", metavar="URL")
    parser.add_argument("--folder", type=Path, default=Path.cwd())
    parser.add_argument("--waiting", type=int, default=100_000)
    parser.add_argument("--devices", type=int, default=100)
    parser.add_argument("--rate", type=float, default=100.0)
    parser.add_argument("--seconds", type=float)
    return parser.parse_args()


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measure(arguments())), indent=2))
