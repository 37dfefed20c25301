"""Measures the schedule of a long life: 100,000 tasks, 200 routines, ten years of ticks and diary, in SQLite on disk.

    PYTHONPATH=src python benchmarks/schedule.py [TASKS] [--dense]

A routine lasts a year, so that twenty are alive at a time, but the forty that began last have no end; with `--dense` all 200 go on for
ten years. TASKS: 10,000 or more.

Every store call that stands behind a tool, then every tool, what a sentence loads, and a month as the page's calendar draws it: median
and worst of 20, in milliseconds, and what the processor worked, median and most (what is left of the worst was the disk, or other
processes). A line with a `!` is over 20 ms at its worst. `disk` is a
transaction of one row without anything around it, on the same file system.
"""

import asyncio
import json
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa

from yamori.agentkit.task import Task
from yamori.agentkit.tool import Call
from yamori.agents.scheduler.agent import scheduler_agent
from yamori.agents.scheduler.policy import SchedulerPolicy
from yamori.agents.scheduler.rules.entities.titles import plain
from yamori.agents.scheduler.rules.rows.occurrences import occurrences
from yamori.agents.scheduler.store import NewTask, Schedule, open_schedule, tables
from yamori.agents.scheduler.store.routines import NewRoutine, NewStep
from yamori.apps.schedule_port import HouseholdSchedule
from yamori.domain.clock import SetClock
from yamori.domain.language import Language
from yamori.domain.values import Value
from yamori.web.schedule.tasks import events_of

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=ZoneInfo("Asia/Tokyo"))
TODAY = NOW.date()
PERSON = "aiko"
YEARS = 10
ROUTINES = 200
UNENDING = 40
CAME, WAITING = 2000, 100
"""Reminders."""
TIMES = 20
MOST_SECONDS = 5.0
"""Of one call's tries together; a slow call is not tried as often."""
LIMIT_MS = 20.0
_VERBS = ("Buy", "Call", "Mend", "Water", "Pay", "Visit", "Write to", "Pick up", "Order", "Return", "買う:", "電話:", "予約:")
_THINGS = ("detergent", "plumber", "bicycle", "ferns", "rent", "library", "aunt", "parcel", "filters", "boots", "牛乳", "歯医者", "銀行")
_WORDS = [
    "rain",
    "train",
    "bread",
    "letter",
    "garden",
    "heron",
    "soup",
    "neighbour",
    "music",
    "walk",
    "storm",
    "lantern",
    "散歩",
    "パン",
    "雨",
    "庭",
    "音楽",
]

Timed = Callable[[int], Awaitable[object]]


async def fill(schedule: Schedule, count: int, *, dense: bool = False) -> None:
    """Straight into the tables: the way through the stores would take an hour of commits."""
    chance = random.Random(4)
    for number in range(ROUTINES):
        rule = chance.choice(("FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=WEEKLY;BYDAY=SA", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"))
        starts = _ago(YEARS) if dense else _ago(YEARS) + timedelta(days=YEARS * 365 * number // ROUTINES)
        if not dense and number < ROUTINES - UNENDING:
            rule += f";UNTIL={starts + timedelta(days=365):%Y%m%d}"
        steps = tuple(NewStep(title=f"Step {n}", minutes=5 + n) for n in range(chance.randint(1, 4)))
        new = NewRoutine(title=f"Habit {number} {chance.choice(_THINGS)}", recurrence=rule, starts=starts, time=Clock(7), steps=steps)
        await schedule.routines.add(new, person=PERSON, key=f"fill-{number}")
    routines = await schedule.routines.all(person=PERSON)
    ticks = [
        {"routine_id": r.id, "step_id": step, "date": day, "at": NOW.isoformat()}
        for r in routines
        for day in occurrences(r.recurrence, r.starts, r.starts, TODAY)
        if chance.random() < 0.7
        for step in (*(s.id for s in r.steps), 0)
    ]
    diary = [
        {"person": PERSON, "date": _ago(YEARS) + timedelta(days=n), "text": _entry(chance), "version": 1, "updated": NOW.isoformat()}
        for n in range(YEARS * 365 + 3)
    ]
    tasks = [_task(chance, number) for number in range(1, count + 1)]
    for table, rows in (
        (tables.custom_tasks, tasks),
        (tables.daily_logs, ticks),
        (tables.day_logs, diary),
        (tables.changes, list(_journal(tasks))),
        (tables.reminders, [_reminder(number) for number in range(1, CAME + WAITING + 1)]),
    ):
        for begin in range(0, len(rows), 20_000):
            await schedule.database.transact(partial(_inserted, table=table, rows=rows[begin : begin + 20_000]))
    print(f"{len(tasks):,} tasks, {len(routines)} routines, {len(ticks):,} ticks, {len(diary):,} days of diary, {2 * len(tasks):,} changes")


def _inserted(connection: sa.Connection, *, table: sa.Table, rows: list[dict[str, object]]) -> None:
    connection.execute(sa.insert(table), rows)


def _task(chance: random.Random, number: int) -> dict[str, object]:
    title = f"{chance.choice(_VERBS)} {chance.choice(_THINGS)} {chance.randint(1, 4000)}"
    day = None if number % 300 == 0 else _ago(YEARS) + timedelta(days=chance.randint(0, (YEARS + 1) * 365))
    return {
        "id": number,
        "person": PERSON,
        "title": title,
        "plain": plain(title),
        "date": day,
        "time": Clock(chance.randint(7, 21), chance.choice((0, 30))) if chance.random() < 0.5 else None,
        "seconds": 3600 if chance.random() < 0.3 else None,
        "place": None,
        "memo": "a note about it" if chance.random() < 0.2 else None,
        "done": day is not None and day < TODAY and chance.random() < 0.985,
        "version": 2,
        "created": NOW.isoformat(),
        "updated": NOW.isoformat(),
    }


def _reminder(number: int) -> dict[str, object]:
    came, at = number <= CAME, NOW + timedelta(hours=12 * (number - CAME))
    return {
        "person": PERSON,
        "text": f"Reminder {number}",
        "moment": at,
        "lead": 0,
        "timer": False,
        "cancelled": False,
        "through": at if came else None,
        "due": None if came else at,
        "state": "fired" if came else "waiting",
        "fired": at if came else None,
        "zone": "Asia/Tokyo",
        "version": 1,
        "created": NOW.isoformat(),
        "updated": NOW.isoformat(),
    }


def _entry(chance: random.Random) -> str:
    return "\n".join(" ".join(chance.choices(_WORDS, k=12)) + "." for _ in range(4))


def _journal(tasks: list[dict[str, object]]) -> Iterator[dict[str, object]]:
    """Two changes of every task."""
    for did in ("added", "renamed"):
        for task in tasks:
            row = {
                key: str(value) if isinstance(value, Day | Clock) else value
                for key, value in task.items()
                if key not in ("plain", "seconds")
            }
            yield {
                "key": f"{did}-{task['id']}",
                "person": PERSON,
                "kind": "task",
                "did": did,
                "row": str(task["id"]),
                "before": None if did == "added" else row,
                "after": row,
                "undoes": None,
                "at": (NOW - timedelta(days=1)).isoformat(),
            }


def _ago(years: int) -> Day:
    return TODAY - timedelta(days=365 * years)


def store_calls(schedule: Schedule) -> dict[str, Timed]:
    """What a tool does in the store; the argument is the number of the try, so that none finds its work done."""
    tasks, routines, logs, changes = schedule.tasks, schedule.routines, schedule.logs, schedule.changes

    def key(what: str, n: int) -> dict[str, Any]:  # Any: keywords
        return {"person": PERSON, "key": f"{what}-{n}"}

    return {
        "tasks.create": lambda n: tasks.create(NewTask(title=f"New {n}", date=TODAY, time=Clock(15, 30)), **key("create", n)),
        "tasks.rename": lambda n: tasks.rename(1000 + n, f"Renamed {n}", **key("rename", n)),
        "tasks.reschedule": lambda n: tasks.reschedule(2000 + n, date=TODAY + timedelta(days=500 + n), **key("move", n)),
        "tasks.set_memo": lambda n: tasks.set_memo(3000 + n, f"memo {n}", **key("memo", n)),
        "tasks.set_done": lambda n: _toggled(schedule, 4000 + n, key("tick", n)),
        "tasks.delete": lambda n: tasks.delete(5000 + n, **key("delete", n)),
        "tasks.get": lambda n: tasks.get(6000 + n, person=PERSON),
        "tasks.between, a day": lambda n: tasks.between(_day(n), _day(n), person=PERSON),
        "tasks.between, a week": lambda n: tasks.between(_day(n), _day(n) + timedelta(days=6), person=PERSON),
        "tasks.between, a month": lambda n: tasks.between(_day(n), _day(n) + timedelta(days=30), person=PERSON),
        "tasks.search, rare words": lambda n: tasks.search(f"detergent {n + 17}", person=PERSON),
        "tasks.search, a common word": lambda _: tasks.search("rent", person=PERSON, limit=50),
        "tasks.search, words that nothing has": lambda _: tasks.search("zeppelin", person=PERSON),
        "tasks.near, 250 of each": lambda n: tasks.near(_day(n), person=PERSON, limit=250),
        "tasks.overdue": lambda _: tasks.overdue(TODAY, person=PERSON),
        "tasks.listed, 500 open ones": lambda _: tasks.listed(person=PERSON, done=False, limit=500),
        "tasks.listed, 500 of all": lambda _: tasks.listed(person=PERSON, limit=500),
        "tasks.open": lambda _: tasks.open(person=PERSON),
        "tasks.all": lambda _: tasks.all(person=PERSON),
        "routines.all": lambda _: routines.all(person=PERSON),
        "routines.get": lambda n: routines.get(1 + n, person=PERSON),
        "routines.add": lambda n: routines.add(
            NewRoutine(title=f"New habit {n}", recurrence="FREQ=WEEKLY;BYDAY=MO,TH"), **key("routine", n)
        ),
        "routines.add_step": lambda n: routines.add_step(1 + n, NewStep(title="Squats", minutes=10), **key("step", n)),
        "routines.check": lambda n: routines.check(1 + n, TODAY + timedelta(days=1), **key("check", n)),
        "routines.checks, a day": lambda n: routines.checks(_day(n), _day(n), person=PERSON),
        "routines.checks, a month": lambda n: routines.checks(_day(n) - timedelta(days=30), _day(n), person=PERSON),
        "routines.checks, ten years": lambda _: routines.checks(Day.min, TODAY, person=PERSON),
        "routines.done_days, four weeks": lambda n: routines.done_days(_day(n) - timedelta(days=28), _day(n), person=PERSON),
        "routines.done_days, ten years of one": lambda n: routines.done_days(Day.min, TODAY, person=PERSON, ids=[1 + n]),
        "logs.append": lambda n: logs.append(_ago(1) + timedelta(days=n), "One line more.", **key("append", n)),
        "logs.overwrite": lambda n: logs.overwrite(_ago(2) + timedelta(days=n), f"Other words {n}.", **key("overwrite", n)),
        "logs.of": lambda n: logs.of(_ago(3) + timedelta(days=n), person=PERSON),
        "logs.between, a month": lambda n: logs.between(_ago(3) + timedelta(days=n), _ago(3) + timedelta(days=n + 30), person=PERSON),
        "logs.search, a common word": lambda _: logs.search("heron", person=PERSON),
        "logs.search, words that nothing has": lambda _: logs.search("zeppelin", person=PERSON),
        "changes.of": lambda _: changes.of(PERSON, limit=20),
        "changes.last": lambda _: changes.last(person=PERSON),
        "changes.last, of the last hour": lambda _: changes.last(person=PERSON, since=NOW - timedelta(hours=1)),
        "changes.undo": lambda n: changes.undo(f"rename-{n}", **key("undo", n)),
    }


async def _toggled(schedule: Schedule, task_id: int, key: dict[str, Any]) -> None:
    task = await schedule.tasks.get(task_id, person=PERSON)
    await schedule.tasks.set_done(task_id, not task.done, **key)


def _day(n: int) -> Day:
    return TODAY - timedelta(days=97 * n)


def tool_calls(schedule: Schedule) -> dict[str, Timed]:
    """Each tool of the agent, as a model or a program calls it."""
    tools = scheduler_agent(schedule).tools
    tomorrow, day = (TODAY + timedelta(days=1)).isoformat(), TODAY.isoformat()
    month = (TODAY + timedelta(days=30)).isoformat()
    asked: dict[str, Callable[[int], dict[str, Value]]] = {
        "create_custom_task": lambda n: {"title": f"Newer {n}", "date": tomorrow, "time": "15:30"},
        "copy_custom_task": lambda n: {"task_id": 7000 + n, "date": tomorrow},
        "rename_custom_task": lambda n: {"task_id": 7100 + n, "title": f"Other {n}"},
        "toggle_custom_task": lambda n: {"task_id": 7200 + n},
        "update_custom_task_time": lambda n: {"task_id": 7300 + n, "date": tomorrow, "time": "08:15"},
        "update_custom_task_memo": lambda n: {"task_id": 7400 + n, "memo": f"memo {n}"},
        "update_custom_task_place": lambda n: {"task_id": 7500 + n, "place": f"room {n}"},
        "delete_custom_task": lambda n: {"task_id": 7600 + n},
        "list_tasks_in_period, a day": lambda _: {"start": tomorrow, "end": tomorrow},
        "list_tasks_in_period, a month": lambda _: {"start": day, "end": month},
        "list_tasks_in_period, open": lambda _: {"done": False},
        "list_tasks_in_period, everything": lambda _: {},
        "list_tasks_in_period, about": lambda n: {"about": f"water ferns {n + 100}"},
        "get_daily_summary": lambda _: {"date": day},
        "find_free_time, a day": lambda _: {"start": tomorrow},
        "find_free_time, a month": lambda _: {"start": day, "end": month},
        "find_conflicts, a month": lambda _: {"start": day, "end": month},
        "list_overdue": lambda _: {},
        "search_schedule": lambda n: {"words": f"plumber {n + 40}"},
        "add_routine": lambda n: {"title": f"Newer habit {n}", "days": ["mon", "thu"]},
        "update_routine": lambda n: {"routine_id": 30 + n, "title": f"Other habit {n}"},
        "skip_routine": lambda n: {"routine_id": 60 + n, "date": tomorrow},
        "add_step": lambda n: {"routine_id": 60 + n, "title": "Squats", "minutes": 10},
        "toggle_step": lambda n: {"routine_id": 90 + n, "date": tomorrow},
        "list_routines": lambda _: {},
        "list_routines, one": lambda n: {"routine_id": 90 + n},
        "delete_routine": lambda n: {"routine_id": 120 + n},
        "append_day_log": lambda n: {"text": f"A heron {n}."},
        "update_log": lambda n: {"text": f"Two herons {n}.", "date": tomorrow},
        "get_day_log": lambda _: {"date": day},
        "list_changes": lambda _: {},
        "undo_changes": lambda _: {},
    }

    def timed(name: str, arguments: Callable[[int], dict[str, Value]]) -> Timed:
        async def call(n: int) -> object:
            key = f"tool {name} {n}"
            return await tools.run(name.partition(",")[0], arguments(n), call=Call(key=key, task=_asked(name, key)))

        return call

    return {name: timed(name, arguments) for name, arguments in asked.items()}


def sentences_and_pages(schedule: Schedule) -> dict[str, Timed]:
    """What happens before a sentence is understood, and behind a page."""
    policy = SchedulerPolicy(schedule)
    doors: Any = SimpleNamespace(schedule=HouseholdSchedule(schedule))  # Any: of the page's doors, the one that its calendar needs
    first = TODAY.replace(day=1) - timedelta(days=6)

    async def known(n: int) -> object:
        return await policy._known(_asked("What is on today?", f"known {n}"))

    async def drawn(_: int) -> object:
        return json.dumps(await events_of(doors, PERSON, first, first + timedelta(days=41)))

    return {"what a sentence loads": known, "a month of the calendar, 42 days": drawn}


def _asked(text: str, key: str) -> Task:
    return Task(key=key, request=text, said=text, person=PERSON, now=NOW, language=Language.ENGLISH)


def disk(folder: Path) -> Timed:
    database = sqlite3.connect(folder / "disk.sqlite3", isolation_level=None, check_same_thread=False)
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        database.execute(f"PRAGMA {pragma}")
    database.execute("CREATE TABLE line (text TEXT)")

    async def write(_: int) -> None:
        database.execute("INSERT INTO line VALUES ('something of the length of a change, about a hundred characters in all')")

    return write


async def spread(call: Timed) -> tuple[float, float, float, float]:
    seconds, worked = [], []
    for n in range(TIMES):
        start, processor = time.perf_counter(), time.process_time()
        await call(n)
        seconds.append(time.perf_counter() - start)
        worked.append(time.process_time() - processor)
        if sum(seconds) > MOST_SECONDS:
            break
    return statistics.median(seconds) * 1000, max(seconds) * 1000, statistics.median(worked) * 1000, max(worked) * 1000


async def measure(count: int, *, dense: bool) -> dict[str, tuple[float, float, float, float]]:
    found: dict[str, tuple[float, float, float, float]] = {}
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "schedule.sqlite3"
        schedule = await open_schedule(file, SetClock(NOW))
        started = time.perf_counter()
        await fill(schedule, count, dense=dense)
        print(f"filled in {time.perf_counter() - started:.0f} s, {file.stat().st_size / 2**20:.0f} MB")
        await schedule.close()
        started = time.perf_counter()
        schedule = await open_schedule(file, SetClock(NOW))
        print(f"opened in {(time.perf_counter() - started) * 1000:.0f} ms")
        for title, calls in (
            ("", {"disk": disk(Path(name))}),
            ("store", store_calls(schedule)),
            ("tool", tool_calls(schedule)),
            ("sentence and page", sentences_and_pages(schedule)),
        ):
            print(f"\n{title:42} median ms   worst ms  processor ms   worst")
            for call_name, call in calls.items():
                found[call_name] = median, worst, worked, most = await spread(call)
                mark = " !" if worst > LIMIT_MS else ""
                print(f"{call_name:42} {median:9.2f} {worst:10.2f} {worked:13.2f} {most:7.2f}{mark}", flush=True)
        await schedule.close()
    return found


if __name__ == "__main__":
    numbers = [int(given) for given in sys.argv[1:] if given.isdigit()]
    results = asyncio.run(measure(numbers[0] if numbers else 100_000, dense="--dense" in sys.argv))
    for title, column in (("median", 0), ("worst", 1), ("processor", 2)):
        print(f"\n{title} over {LIMIT_MS:g} ms:", ", ".join(name for name, times in results.items() if times[column] > LIMIT_MS) or "none")
