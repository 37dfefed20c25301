"""`yamori eval browser --suite cost`, `endurance` and `kills`: what the browser itself takes, without a model, what it leaves behind, and
how long a task stands still when it is killed.
"""

import asyncio
import json
import os
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from starlette.types import Receive, Scope, Send

from yamori.agentkit.outbound.policy import public_only
from yamori.agents.browser.chromium.process import PREFIX, processes_of
from yamori.agents.browser.chromium.supervisor import ChromiumEngine
from yamori.agents.browser.operating.evidence import Step
from yamori.agents.browser.operating.goal import Goal, goal_of
from yamori.agents.browser.operating.operating import Operating
from yamori.apps.eval_browser import NOW, NoModels, served
from yamori.domain.errors import YamoriError
from yamori.domain.language import DEFAULT_LANGUAGE, Language
from yamori.evaluation.web.app import simulated_web
from yamori.evaluation.web.tasks import operate_tasks
from yamori.evaluation.web.world import world

STARTS, STEPS, TASKS, KILLS = 5, 20, 200, 20
SMALL, LARGE = 10, 1500
"""Controls of a page."""


@dataclass(frozen=True, kw_only=True)
class Moment:
    """What is there after so many tasks."""

    tasks: int
    processes: int
    profiles: int
    chromium_mb: float
    own_mb: float
    load: float


class Controls:
    """An ASGI app: `/n/` is a page with n fields."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        count = int(str(scope["path"]).strip("/") or 0) if str(scope["path"]).strip("/").isdecimal() else 0
        fields = "".join(f'<p><label>Field {number} <input name="f{number}"></label></p>' for number in range(count))
        body = f"<!doctype html><title>Controls</title><main><form>{fields}</form></main>".encode()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/html; charset=utf-8")]})
        await send({"type": "http.response.body", "body": body})


async def evaluate_cost(*, out: Path) -> int:
    """Starts, and steps: looking at a page and putting something into one of its fields, read back and settled."""
    rows: list[tuple[str, float, float]] = []
    starts: list[float] = []
    async with served(Controls()) as base:
        for _ in range(STARTS):
            engine = ChromiumEngine(rule=public_only(loopback=True))
            started = time.monotonic()
            session = await engine.session("cost", sites=lambda _: True)
            starts.append(time.monotonic() - started)
            await session.close()
            await engine.close()
        rows.append(("start of Chromium", statistics.median(starts), max(starts)))
        engine = ChromiumEngine(rule=public_only(loopback=True))
        try:
            for controls in (SMALL, LARGE):
                session = await engine.session("cost", sites=lambda _: True)
                await session.open(f"{base}/{controls}/")
                steps: list[float] = []
                for number in range(STEPS):
                    started = time.monotonic()
                    page = await session.observe()
                    await session.fill(page.elements[number % len(page.elements)].index, f"value {number}")
                    steps.append(time.monotonic() - started)
                rows.append((f"a step on a page of {controls} controls", statistics.median(steps), max(steps)))
                await session.close()
        finally:
            await engine.close()
    load = os.getloadavg()[0]
    for name, median, most in rows:
        print(f"{name}: median {median:.2f} s, at most {most:.2f} s (load {load:.1f})")
    await asyncio.to_thread(
        _write, out / "cost.jsonl", [{"what": name, "median": median, "most": most, "load": load} for name, median, most in rows]
    )
    return 0


async def evaluate_endurance(*, out: Path, tasks: int = TASKS) -> int:
    """So many tasks of ours in a row on one browser, and what is there after each tenth of them and at the end."""
    now = datetime.fromisoformat(NOW)
    web = simulated_web(now=now)
    moments: list[Moment] = []
    ended = failed = 0
    before = {folder.name for folder in _profiles()}
    async with AsyncExitStack() as stack:
        base = await stack.enter_async_context(served(web))
        engine = ChromiumEngine(rule=public_only(loopback=True))
        stack.push_async_callback(engine.close)
        all_tasks = operate_tasks(world(now=now, seed=1), base)
        operating = Operating(engine, NoModels())
        for number in range(tasks):
            task, steps = all_tasks[number % len(all_tasks)], list[Step]()
            web.state.clear()
            try:
                operated = await operating.run(goal_of(task.says, now, Language(task.language)), person="endurance", progress=steps.append)
                if operated.held is not None:
                    await operating.answered(operated.held.id, yes=False, person="endurance", progress=steps.append)
                ended += 1
            except YamoriError:
                failed += 1
            if (number + 1) % max(1, tasks // 10) == 0:
                moments.append(await asyncio.to_thread(_moment, engine, number + 1, before))
                print(_line(moments[-1]), flush=True)
        starts = engine.starts
        await operating.close()
    profile_left = [
        folder for folder in _profiles() if folder.name not in before and f"-{os.getpid()}-" in f"-{folder.name.removeprefix(PREFIX)}"
    ]
    left = [pid for folder in profile_left for pid in processes_of(folder)]
    print(f"endurance: {ended} of {tasks} tasks came to an end, {failed} failed; Chromium was started {starts} times; "
          f"left behind: {len(left)} processes, {len(profile_left)} profiles")  # fmt: skip
    await asyncio.to_thread(_write, out / "endurance.jsonl", [asdict(one) for one in moments])
    return 0


@dataclass(frozen=True, kw_only=True)
class Killed:
    """What came of one task whose browser was killed."""

    behind: int
    """The step behind which it was killed."""
    goes_on: bool
    """It took the same steps to the same end as without."""
    waited: float
    """Seconds from the kill to the next step, or to the end behind the last one."""


async def evaluate_kills(*, out: Path, kills: int = KILLS) -> int:
    """One task of six steps, killed behind each of them in turn."""
    now = datetime.fromisoformat(NOW)
    found: list[Killed] = []
    async with AsyncExitStack() as stack:
        base = await stack.enter_async_context(served(simulated_web(now=now)))
        engine = ChromiumEngine(rule=public_only(loopback=True))
        stack.push_async_callback(engine.close)
        goal = goal_of(f"On {base}/s/flights/ choose from Osaka to Sapporo, departure 2026-12-24, and search", now, DEFAULT_LANGUAGE)
        whole, _ = await _killed(engine, goal, behind=0)
        for number in range(kills):
            behind = 1 + number % (len(whole) - 1)
            steps, waited = await _killed(engine, goal, behind=behind)
            found.append(Killed(behind=behind, goes_on=steps == whole, waited=round(waited, 2)))
            print(f"{'✓' if found[-1].goes_on else '✗'} killed behind step {behind}, the next one {waited:.1f} s later", flush=True)
    waits = [one.waited for one in found]
    same, median, most = sum(one.goes_on for one in found), statistics.median(waits), max(waits)
    print(f"kills: {same} of {len(found)} tasks went on to the same end; median {median:.1f} s, at most {most:.1f} s to the next step "
          f"(load {os.getloadavg()[0]:.1f})")  # fmt: skip
    await asyncio.to_thread(_write, out / "kills.jsonl", [asdict(one) for one in found])
    return 0


async def _killed(engine: ChromiumEngine, goal: Goal, *, behind: int) -> tuple[list[str], float]:
    """Its steps and its end, and the seconds after the kill."""
    done: list[str] = []
    at: list[float] = []

    def progress(step: Step) -> None:
        done.append(f"{step.do} {step.element} {step.result if step.do != 'click' else ''}")
        if behind and len(done) > behind:
            at.append(time.monotonic())
        if len(done) == behind and engine.chromium is not None:
            at.append(time.monotonic())
            engine.chromium.process.kill()

    operating = Operating(engine, NoModels())
    try:
        operated = await operating.run(goal, person="kills", progress=progress)
    except YamoriError as failed:
        done.append(type(failed).__name__)
    else:
        done.append(operated.ending.value)
    finally:
        await operating.close()
    at.append(time.monotonic())
    return done, at[1] - at[0] if behind else 0.0


def _moment(engine: ChromiumEngine, tasks: int, before: set[str]) -> Moment:
    chromium = engine.chromium
    pids = _group(chromium.process.pid) if chromium is not None else []
    return Moment(
        tasks=tasks, processes=len(pids), profiles=sum(folder.name not in before for folder in _profiles()),
        chromium_mb=round(sum(map(_resident, pids)), 1), own_mb=round(_resident(os.getpid()), 1), load=round(os.getloadavg()[0], 1),
    )  # fmt: skip


def _line(one: Moment) -> str:
    memory = f"Chromium {one.chromium_mb:.0f} MB, own {one.own_mb:.0f} MB"
    return f"after {one.tasks}: {one.processes} processes, {one.profiles} profiles, {memory}, load {one.load}"


def _profiles() -> Sequence[Path]:
    return list(Path(tempfile.gettempdir()).glob(f"{PREFIX}*-*"))


def _group(leader: int) -> list[int]:
    """The processes of the browser: those of its session."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        if len(fields) > 3 and int(fields[3]) == leader:
            found.append(int(entry.name))
    return found


def _resident(pid: int) -> float:
    """Its share of memory in MB, what is shared counted once."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)


def _write(path: Path, rows: Sequence[dict[str, object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
