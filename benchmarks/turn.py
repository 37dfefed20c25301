"""Measures what a turn costs besides its language models: a lamp is switched over HTTP, in one process, with everything on disk.

    PYTHONPATH=src python benchmarks/turn.py [TURNS] [--profile]

Prints one JSON object, times in milliseconds, from `POST /turns` to the `replied` event. `disk` is one commit with synchronous=FULL on
this machine by itself, `commits` how many of them a turn makes; `memory` is the same household without a data folder.
"""

import asyncio
import json
import sqlite3
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import httpx
from httpx_sse import aconnect_sse

from yamori.agentkit.transport import StreamingTransport
from yamori.apps.household import run_household
from yamori.domain.clock import SystemClock
from yamori.gateway.homefile import load_home
from yamori.llm.scripted import ScriptedModels
from yamori.understanding.tagging.trained import trained_reader

WARM_UP = 10
PERSON = "aiko"


def spread(seconds: Sequence[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    return {"median": round(statistics.median(ordered) * 1000, 2), "p95": round(ordered[int(len(ordered) * 0.95)] * 1000, 2)}


async def turn(client: httpx.AsyncClient, text: str) -> float:
    start = time.perf_counter()
    begun = (await client.post("/turns", json={"text": text, "person": PERSON})).json()
    async with aconnect_sse(client, "GET", f"/turns/{begun['turn']}/events") as source:
        async for event in source.aiter_sse():
            if event.event == "replied":
                took = time.perf_counter() - start
                assert json.loads(event.data)["agents"] == ["iot"], event.data
                return took
    raise AssertionError("the turn did not end well")


async def turns(data: Path | None, times: int) -> list[float]:
    """Each turn a conversation of its own, no model anywhere."""
    home = load_home("demo")
    clock = SystemClock(home.home.place.timezone)
    async with (
        run_household(home, data=data, clock=clock, models=ScriptedModels({}), reader=trained_reader()) as household,
        httpx.AsyncClient(transport=StreamingTransport(household.app), base_url="http://127.0.0.1", timeout=60) as client,
    ):
        seconds = [await turn(client, f"Turn {('off', 'on')[n % 2]} the bedside lamp") for n in range(times + WARM_UP)]
    return seconds[WARM_UP:]


def commits(folder: Path) -> float:
    """Seconds of one commit of one row."""
    database = sqlite3.connect(folder / "disk.sqlite3", isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("CREATE TABLE line (text TEXT)")
    seconds = []
    for _ in range(200):
        start = time.perf_counter()
        database.execute("INSERT INTO line VALUES ('as long as an event of a turn is, more or less')")
        seconds.append(time.perf_counter() - start)
    database.close()
    return statistics.median(seconds)


def rows(data: Path) -> Counter[str]:
    """Rows of every table of every database, to see what a turn leaves behind."""
    counted: Counter[str] = Counter()
    for file in sorted(data.rglob("*.sqlite3")):
        if "virtual" in file.name:  # locked for its household alone
            continue
        database = sqlite3.connect(file)
        for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            counted[f"{file.stem}.{table}"] = database.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]
        database.close()
    return counted


def main() -> None:
    times = next((int(a) for a in sys.argv[1:] if a.isdigit()), 200)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        if "--profile" in sys.argv:
            import cProfile
            import pstats

            profile = cProfile.Profile()
            profile.enable()
            asyncio.run(turns(data, times))
            profile.disable()
            pstats.Stats(profile).sort_stats("tottime").print_stats(45)
            return
        figures: dict[str, object] = {"turns": times, "commit": round(commits(Path(folder)) * 1000, 3)}
        figures["disk"] = spread(asyncio.run(turns(data, times)))
        figures["memory"] = spread(asyncio.run(turns(None, times)))
        figures["rows"] = {table: round(n / (times + WARM_UP), 1) for table, n in rows(data).items() if n > times}
        print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
