"""Measures reminders that are due in the same moment: how late each is told, reaches the page, and reaches an address on the web.

    PYTHONPATH=src:. python benchmarks/reminders.py due [--count 1000] [--people 4]
    PYTHONPATH=src:. python benchmarks/reminders.py idle [--seconds 60] [--count 10000]

`due`: a third of them each of moments, tasks and routines (one in ten of a rule that has to be walked). The address is a server in this
process, which shares its processor; `processor_seconds` are those of both, until the last has arrived, whatever else this machine does.
`idle`: what the loop costs while nothing is due. Prints one JSON object. The database is a SQLite file in a new folder in `--folder`, the
working directory by default: /tmp may be memory. A year with kills is `tests/agents/scheduler/test_reminders_survive.py`.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from yamori.agents.scheduler.reminding import reminding
from yamori.agents.scheduler.rules.rows.preferences import Channel, ChannelKind
from yamori.agents.scheduler.store import NewTask, Schedule, open_schedule
from yamori.agents.scheduler.store.reminders import NewReminder
from yamori.agents.scheduler.store.routines import NewRoutine
from yamori.apps.notifiers import WebhookNotifier, open_lines
from yamori.domain.clock import SystemClock

ZONE = "Asia/Tokyo"


@asynccontextmanager
async def address(arrivals: dict[str, float], count: int, all_there: asyncio.Event) -> AsyncIterator[str]:
    """A server that takes everything, when each key came first, and whether all are there."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
                headers = dict(line.split(": ", 1) for line in head[1:] if line)
                await reader.readexactly(int(headers["content-length"]))
                arrivals.setdefault(headers["idempotency-key"], time.time())
                if len(arrivals) == count:
                    all_there.set()
                writer.write(b"HTTP/1.1 204 X\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook"


async def fill(schedule: Schedule, due: datetime, *, count: int, people: Sequence[str]) -> None:
    """Reminders that are all due in this moment."""
    at = due.astimezone(schedule.clock.now().tzinfo)
    for number in range(count):
        person, key = people[number % len(people)], f"fill-{number}"
        if number % 3 == 0:
            new = NewReminder(text=f"Thing {number}", moment=due)
        elif number % 3 == 1:
            task = NewTask(title=f"Task {number}", date=at.date(), time=at.time())
            new = NewReminder(task_id=(await schedule.tasks.create(task, person=person, key=f"{key}/task")).task.id)
        else:
            walked = number % 10 == 2
            routine = NewRoutine(
                title=f"Routine {number}",
                recurrence="FREQ=DAILY;INTERVAL=1;BYMONTHDAY=" + ",".join(str(day) for day in range(1, 32)) if walked else "FREQ=DAILY",
                starts=at.date() - timedelta(days=3650 if walked else 0),
                time=at.time(),
            )
            new = NewReminder(routine_id=(await schedule.routines.add(routine, person=person, key=f"{key}/routine")).routine.id)
        await schedule.reminders.set(new, person=person, key=key)


async def measure_due(folder: Path, *, count: int, people: int) -> dict[str, object]:
    names, arrivals, shown = [f"p{n}" for n in range(people)], dict[str, float](), dict[str, float]()
    async with AsyncExitStack() as stack:
        schedule = await open_schedule(folder / "schedule.db", SystemClock(ZONE))
        stack.push_async_callback(schedule.close)
        url = await stack.enter_async_context(address(arrivals, count, all_there := asyncio.Event()))
        lines = await stack.enter_async_context(open_lines())
        for name in names:
            await schedule.preferences.add_channel(Channel(kind=ChannelKind.WEBHOOK, target=url), person=name, key=f"channel-{name}")
        began = time.perf_counter()
        far = datetime.now(UTC) + timedelta(days=1)
        await fill(schedule, far.replace(second=0, microsecond=0), count=count, people=names)
        setting = time.perf_counter() - began
        due = datetime.now(UTC) + timedelta(seconds=3)
        await schedule.database.transact(lambda c: c.exec_driver_sql("UPDATE reminders SET due = ?", (f"{due:%Y-%m-%d %H:%M:%S.%f}",)))

        async def page(person: str) -> None:
            async for notice in schedule.notices.follow(person):
                shown[notice.key] = time.time()
                if len(shown) == count:
                    everything.set()

        everything = asyncio.Event()
        pages = [asyncio.create_task(page(name)) for name in names]
        async with reminding(schedule, {ChannelKind.WEBHOOK: WebhookNotifier(lines, None)}), asyncio.timeout(120):
            worked = time.process_time()
            await everything.wait()
            await all_there.wait()
            worked = time.process_time() - worked
        for one in pages:
            one.cancel()
        told = [n for name in names for n in await schedule.notices.after(person=name, limit=count)]
        return {
            "count": count,
            "people": people,
            "set_ms_each": round(1000 * setting / count, 2),
            "told": late([notice.at.timestamp() for notice in told], due),
            "on_the_page": late(list(shown.values()), due),
            "processor_seconds": round(worked, 3),
            "at_the_address": late(list(arrivals.values()), due),
            "once": len(told) == len({notice.key for notice in told}) == len(arrivals) == count,
        }


def late(moments: Sequence[float], due: datetime) -> dict[str, float]:
    """Seconds behind what was due."""
    behind = [moment - due.timestamp() for moment in moments]
    return {"median": round(statistics.median(behind), 3), "last": round(max(behind), 3)}


async def measure_idle(folder: Path, *, count: int, seconds: float) -> dict[str, object]:
    schedule = await open_schedule(folder / "schedule.db", SystemClock(ZONE))
    far = datetime.now(UTC) + timedelta(days=30)
    for number in range(count // 1000):
        await fill(schedule, far + timedelta(minutes=number), count=1000, people=[f"p{number}"])
    async with reminding(schedule, {}):
        before = time.process_time()
        await asyncio.sleep(seconds)
        used = time.process_time() - before
    await schedule.close()
    return {"waiting": count // 1000 * 1000, "seconds": seconds, "processor_percent": round(100 * used / seconds, 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("due", "idle"))
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--people", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--folder", type=Path, default=Path())
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        if given.what == "due":
            found = asyncio.run(measure_due(Path(folder), count=given.count, people=given.people))
        else:
            found = asyncio.run(measure_idle(Path(folder), count=given.count, seconds=given.seconds))
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
