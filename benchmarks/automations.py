"""Measures automations: from a change of a reading to the call that it sets off, and what the engine costs while nothing happens.

    PYTHONPATH=src:. python benchmarks/automations.py change [--count 500] [--changes 300] [--loops 25]
    PYTHONPATH=src:. python benchmarks/automations.py together [--count 500]
    PYTHONPATH=src:. python benchmarks/automations.py conditions [--count 500] [--loops 25] [--changes 20]
    PYTHONPATH=src:. python benchmarks/automations.py idle [--count 5000] [--seconds 60]

`change`: of so many automations one looks at the reading that changes; `--loops` more fire every three seconds meanwhile (more often
would be stopped as a loop). `together`: all of them are due in the same moment. `conditions`: all look at one reading through code in the
sandbox; `--loops` of them never come to an end and are switched on again as soon as they were switched off for that; the reading changes
every two seconds, and each action is measured from there. `idle`: processor time while nothing changes.
Prints one JSON object. The database is a SQLite file in a new folder in `--folder`, the working directory by default: /tmp may be memory.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from yamori.automations.action import ActionResult, ActionStatus, Ask, Call
from yamori.automations.automation import Automation
from yamori.automations.condition import Comparison, TimeWindow
from yamori.automations.engine import Engine
from yamori.automations.firing import Firing
from yamori.automations.generated.condition import GeneratedCondition
from yamori.automations.generated.sandbox import Sandbox
from yamori.automations.generated.snapshot import Held, Snapshot
from yamori.automations.generated.verdict import Decided, Failed
from yamori.automations.store import open_automations
from yamori.automations.trigger import At, Becomes, Generated, SunEvent
from yamori.domain.clock import SystemClock
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language
from yamori.domain.receipt import Reading
from yamori.domain.values import Value

ZONE = "Europe/Berlin"
ENDLESS = "endless"
EVERY_S = 2.0


class Home:
    """Readings, a performer and notices that cost nothing; `called` is told of every call."""

    def __init__(self, called: Callable[[str], None]) -> None:
        self._changes: asyncio.Queue[Reading] = asyncio.Queue()
        self._called = called

    def report(self, number: int, value: bool) -> None:
        self._changes.put_nowait(
            Reading(device=f"d{number}", component="main", capability="switch", attribute="on", value=value, at=datetime.now(UTC))
        )

    async def snapshot(self) -> Sequence[Reading]:
        return ()

    async def changes(self) -> AsyncIterator[Reading]:
        while True:
            yield await self._changes.get()

    async def perform(self, action: Call | Ask, *, key: str, automation: Automation, firing: Firing) -> ActionResult:
        self._called(automation.id)
        return ActionResult(status=ActionStatus.DONE)

    async def tell(self, person: str, text: str, *, key: str) -> None:
        self._called("told")


class Code:
    """Evaluates generated conditions in the real sandbox: an endless one, or whether the reading is true."""

    def __init__(self) -> None:
        self.sandbox = Sandbox()

    async def evaluate(self, code: object, readings: Mapping[str, Value], now: datetime) -> bool | None:
        id, path = str(getattr(code, "id", code)), next(iter(readings))
        source = "while True:\n        pass" if id == ENDLESS else f'return reading("{path}")'
        condition = GeneratedCondition(words="a benchmark", source=f"def condition() -> bool:\n    {source}\n", paths=(path,))
        verdict = await self.sandbox.evaluate(condition, Snapshot(now=now, readings={path: Held(value=readings[path], since=now)}))
        if isinstance(verdict, Failed):
            raise InvalidRequest(verdict.detail, where="code")
        return verdict.holds if isinstance(verdict, Decided) else None


class Sky:
    def next(self, event: SunEvent, after: datetime) -> datetime | None:
        return None

    def is_up(self, at: datetime) -> bool:
        return True


def automation(id: str, trigger: Becomes | At | Generated, *, text: str = "turn it off") -> Automation:
    return Automation(
        id=id,
        owner="alex",
        triggers=(trigger,),
        conditions=(TimeWindow(start=datetime.min.time(), end=datetime.max.time()),),
        actions=(Call(agent="iot", tool="act", text=text),),
        origin="a benchmark",
        language=Language.ENGLISH,
        created=datetime.now(UTC),
    )


def watching(number: int, id: str | None = None) -> Automation:
    return automation(id or f"a{number}", Becomes(test=Comparison(path=f"d{number}.main.switch.on", value=True)))


async def change(
    arguments: argparse.Namespace, engine: Engine, home: Home, calls: dict[str, float], woken: asyncio.Event
) -> dict[str, float]:
    for number in range(arguments.count):
        await engine.add(watching(number))
    for number in range(arguments.loops):
        await engine.add(watching(1_000_000 + number, id=f"loop{number}"))
        home.report(1_000_000 + number, False)
    running = asyncio.create_task(engine.run())

    async def loop(number: int) -> None:
        while True:
            await asyncio.sleep(3.1 + number / max(arguments.loops, 1))
            for value in (False, True):
                home.report(1_000_000 + number, value)

    loops = [asyncio.create_task(loop(number)) for number in range(arguments.loops)]
    took = []
    processor = time.process_time()
    for change in range(arguments.changes):
        number = change % arguments.count
        home.report(number, False)
        await asyncio.sleep(0.05)
        calls.clear()
        began = time.perf_counter()
        home.report(number, True)
        while f"a{number}" not in calls:
            woken.clear()
            await asyncio.wait_for(woken.wait(), 30)
        took.append(calls[f"a{number}"] - began)
    processor = time.process_time() - processor
    for task in (running, *loops):
        task.cancel()
    return {**figures(took), "processor_seconds": round(processor, 2)}


async def conditions(
    arguments: argparse.Namespace, engine: Engine, home: Home, calls: dict[str, float], woken: asyncio.Event
) -> dict[str, float]:
    honest = [f"a{number}" for number in range(arguments.count - arguments.loops)]
    endless = [f"loop{number}" for number in range(arguments.loops)]
    order = sorted([*honest, *endless], key=lambda id: hash((7, id)))
    home.report(0, False)
    for id in order:
        await engine.add(automation(id, Generated(id=ENDLESS if id in endless else "honest", paths=("d0.main.switch.on",))))
    running = asyncio.create_task(engine.run())
    took: list[float] = []
    switched_off = 0
    for _ in range(arguments.changes):
        for value in (False, True):
            calls.clear()
            began = time.perf_counter()
            home.report(0, value)
            while value and not all(id in calls for id in honest):
                woken.clear()
                await asyncio.wait_for(woken.wait(), 60)
            took += [calls[id] - began for id in honest if value]
            await asyncio.sleep(max(0.0, EVERY_S - (time.perf_counter() - began)))
            off = [one.id for one in engine.all() if not one.enabled]
            switched_off += len(off)
            for id in off:
                await engine.enable(id, True)
    running.cancel()
    return {**figures(took), "actions": len(took), "switched_off": switched_off}


async def together(arguments: argparse.Namespace, engine: Engine, calls: dict[str, float], woken: asyncio.Event) -> dict[str, float]:
    due = datetime.now(UTC) + timedelta(seconds=2 + arguments.count / 100)
    for number in range(arguments.count):
        await engine.add(automation(f"a{number}", At(moment=due)))
    running = asyncio.create_task(engine.run())
    start = time.perf_counter() + (due - datetime.now(UTC)).total_seconds()
    while len(calls) < arguments.count:
        woken.clear()
        await asyncio.wait_for(woken.wait(), 120)
    running.cancel()
    return figures([at - start for at in calls.values()])


async def idle(arguments: argparse.Namespace, engine: Engine) -> dict[str, float]:
    for number in range(arguments.count):
        await engine.add(watching(number))
    running = asyncio.create_task(engine.run())
    processor = time.process_time()
    await asyncio.sleep(arguments.seconds)
    processor = time.process_time() - processor
    running.cancel()
    return {"share_of_a_core": round(processor / arguments.seconds, 5)}


def figures(took: Sequence[float]) -> dict[str, float]:
    ordered = sorted(1000 * seconds for seconds in took)
    return {
        "p50_ms": round(statistics.median(ordered), 2),
        "p99_ms": round(ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))], 2),
        "most_ms": round(ordered[-1], 2),
    }


async def measure(arguments: argparse.Namespace) -> None:
    calls: dict[str, float] = {}
    woken = asyncio.Event()

    def called(id: str) -> None:
        calls.setdefault(id, time.perf_counter())
        woken.set()

    home = Home(called)
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        code = Code()
        store = await open_automations(Path(folder) / "automations.sqlite3")
        engine = Engine(store, SystemClock(ZONE), readings=home, performer=home, notices=home, sky=Sky(), evaluator=code)
        await engine.start()
        match arguments.what:
            case "change":
                found = await change(arguments, engine, home, calls, woken)
            case "conditions":
                found = await conditions(arguments, engine, home, calls, woken)
            case "together":
                found = await together(arguments, engine, calls, woken)
            case _:
                found = await idle(arguments, engine)
        await engine.close()
        await store.close()
        await code.sandbox.close()
    print(json.dumps({"what": arguments.what, "automations": arguments.count, **found}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("change", "together", "conditions", "idle"))
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--changes", type=int, default=300)
    parser.add_argument("--loops", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--folder", type=Path, default=Path())
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
