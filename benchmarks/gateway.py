"""Measures the gate: a command with and without the disk, and a snapshot of a home with 1,000 devices.

    PYTHONPATH=src python benchmarks/gateway.py [COMMANDS]

Prints one JSON object, times in milliseconds. `disk` is what three commits with synchronous=FULL cost on this machine by themselves.
"""

import asyncio
import json
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from big_home import write_big_home

from yamori.domain.receipt import Cause, Command
from yamori.gateway.homefile import load_home
from yamori.gateway.opening import open_gate


def spread(seconds: Sequence[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    return {"median": round(statistics.median(ordered) * 1000, 3), "p95": round(ordered[int(len(ordered) * 0.95)] * 1000, 3)}


def timed(work: Callable[[], object], times: int) -> dict[str, float]:
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return spread(seconds)


async def commands(home: str | Path, data: Path | None, times: int) -> dict[str, float]:
    """A level that changes with every command."""
    seconds = []
    async with open_gate(home, data=data) as gate:
        for number in range(times):
            command = Command(device="bedside-lamp", capability="switchLevel", name="setLevel", arguments={"level": number % 100})
            cause = Cause(key=f"benchmark-{number}", person="aiko", words="benchmark")
            start = time.perf_counter()
            await gate.execute(command, cause)
            seconds.append(time.perf_counter() - start)
    return spread(seconds)


def commits(folder: Path, times: int) -> dict[str, float]:
    """Three commits of a row, as one command needs, with nothing around them."""
    databases = [sqlite3.connect(folder / f"{name}.sqlite3", isolation_level=None) for name in ("first", "second")]
    for database in databases:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=FULL")
        database.execute("CREATE TABLE line (text TEXT)")

    def three() -> None:
        for database in (databases[0], databases[1], databases[0]):
            database.execute("INSERT INTO line VALUES ('something of the length of a receipt, about a hundred characters in all')")

    return timed(three, times)


async def snapshots(home: Path, times: int) -> dict[str, float]:
    """A whole snapshot, each after a change, so that nothing is served from before."""
    seconds = []
    async with open_gate(home, data=None) as gate:
        for number in range(times):
            await gate.set("bedside-lamp.main.switchLevel.level", number % 100)
            start = time.perf_counter()
            await gate.snapshot()
            seconds.append(time.perf_counter() - start)
    return spread(seconds)


async def measure(times: int) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        big = write_big_home(folder, devices=1000)
        return {
            "command_in_memory": await commands("demo", None, times),
            "command_on_disk": await commands("demo", folder / "data", times),
            "disk": commits(folder, times),
            "command_in_memory_1000_devices": await commands(big, None, times),
            "snapshot_1000_devices": await snapshots(big, times),
            "load_demo": timed(lambda: load_home("demo"), 20),
            "load_1000_devices": timed(lambda: load_home(big), 5),
        }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measure(int(sys.argv[1]) if len(sys.argv) > 1 else 300)), indent=2))
