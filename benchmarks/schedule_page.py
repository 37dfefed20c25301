"""Measures the Schedule view over a long life: what `benchmarks/schedule.py` fills, asked for through the page's own doors.

    PYTHONPATH=src:. python benchmarks/schedule_page.py [TASKS] [--dense]

Each address as the browser asks for it (ASGI in memory, a file of SQLite on disk): median and worst of 20 in milliseconds, the bytes of
the answer, and how many entries a period holds. A line with a `!` is over 200 ms at its worst.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path

import httpx
from schedule import NOW, PERSON, TODAY, YEARS, fill
from tests.web.household import FakeHousehold
from tests.web.visitor import page_of

from yamori.agents.scheduler.store import open_schedule
from yamori.apps.schedule_port import HouseholdSchedule
from yamori.domain.clock import SetClock

TIMES = 20
MOST_SECONDS = 20.0
"""Of one address's tries together; a slow one is not tried as often."""
LIMIT_MS = 200.0
_MONTH = TODAY.replace(day=1)
_WEEK = TODAY - timedelta(days=TODAY.weekday())
_LONG_AGO = _MONTH.replace(year=_MONTH.year - YEARS + 1)


def addresses() -> dict[str, str]:
    """What the page asks for, by name. A month is drawn as six weeks."""
    events = f"/ui/schedule/events?person={PERSON}"
    return {
        "page": "/schedule",
        "month": f"{events}&start={_MONTH}&end={_MONTH + timedelta(days=42)}",
        f"month {YEARS - 1} years ago": f"{events}&start={_LONG_AGO}&end={_LONG_AGO + timedelta(days=42)}",
        "week": f"{events}&start={_WEEK}&end={_WEEK + timedelta(days=7)}",
        "what waits": f"/ui/schedule/waiting?person={PERSON}",
        "routines": f"/ui/schedule/routines?person={PERSON}",
        "reminders of a task": f"/ui/schedule/tasks/1/reminders?person={PERSON}",
        "a day of the diary": f"/ui/schedule/diary?person={PERSON}&date={TODAY - timedelta(days=1)}",
        "search in the diary": f"/ui/schedule/diary/found?person={PERSON}&words=heron+lantern",
    }


async def measure(count: int, *, dense: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        schedule = await open_schedule(Path(folder) / "schedule.sqlite3", SetClock(NOW))
        await fill(schedule, count, dense=dense)
        house = FakeHousehold()
        house.schedule = HouseholdSchedule(schedule)
        print(f"{'':22} median ms   worst ms       bytes  entries")
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=page_of(house)), base_url="http://page") as browser:
            for name, path in addresses().items():
                taken, reply = await asked(browser, path)
                entries = len(reply.json()["events"]) if "/events" in path else ""
                mark = " !" if max(taken) > LIMIT_MS else ""
                print(
                    f"{name:22} {statistics.median(taken):9.1f} {max(taken):10.1f} {len(reply.content):11,} {entries:>8}{mark}", flush=True
                )
        await schedule.close()


async def asked(browser: httpx.AsyncClient, path: str) -> tuple[list[float], httpx.Response]:
    taken: list[float] = []
    while True:
        start = time.perf_counter()
        reply = await browser.get(path)
        taken.append((time.perf_counter() - start) * 1000)
        if reply.status_code != 200:
            raise SystemExit(f"{path} answered with {reply.status_code}: {reply.text[:300]}")
        if len(taken) == TIMES or sum(taken) > MOST_SECONDS * 1000:
            return taken, reply


if __name__ == "__main__":
    numbers = [int(given) for given in sys.argv[1:] if given.isdigit()]
    asyncio.run(measure(numbers[0] if numbers else 100_000, dense="--dense" in sys.argv))
