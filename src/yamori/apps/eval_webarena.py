"""`yamori eval browser --suite webarena TASKS [RUNS]`: what WebArena's task file holds, and a verdict on recorded runs of it.

RUNS is a folder with a folder for each run. `run.json` is judged here with WebArena's own three evaluators. Runs in the form of
WebArena-Verified (`agent_response.json`, `network.har`) are judged by its program `webarena-verified`, in an environment of its own.
"""

import asyncio
import json
import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from yamori.domain.errors import InvalidRequest
from yamori.evaluation.webarena.judging import Verdict, judged, recorded_run
from yamori.evaluation.webarena.tasks import WebArenaTask, read_webarena

PROGRAM = "webarena-verified"
_WITHIN = 600.0


async def evaluate_webarena(*, files: Sequence[Path], out: Path) -> int:
    if not files or len(files) > 2:
        raise InvalidRequest("--suite webarena takes the task file, and a folder of recorded runs", where="FILE")
    tasks = {task.id: task for task in await asyncio.to_thread(read_webarena, files[0])}
    for line in told(list(tasks.values())):
        print(line)
    if len(files) == 1:
        return 0
    rows, theirs = await asyncio.to_thread(_judge, tasks, files[1])
    for row in rows:
        print(f"{row['verdict']}: {row['run']} (task {row['task_id']}) {row['why']}".rstrip())
    counted = Counter(str(row["verdict"]) for row in rows)
    print("webarena: " + ", ".join(f"{counted[verdict]} {verdict.value}" for verdict in Verdict))
    await asyncio.to_thread(_write, out, rows)
    if theirs:
        await _verified(files[1])
    return 0


def told(tasks: Sequence[WebArenaTask]) -> list[str]:
    """How many there are of each site and each way to judge."""
    sites = Counter("+".join(task.sites) for task in tasks)
    kinds = Counter("+".join(task.kinds) for task in tasks)
    return [
        f"{len(tasks)} tasks of WebArena",
        "  sites: " + ", ".join(f"{name} {count}" for name, count in sites.most_common()),
        "  judged by: " + ", ".join(f"{name} {count}" for name, count in kinds.most_common()),
    ]


def _write(out: Path, rows: Sequence[dict[str, object]]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    (out / "webarena.jsonl").write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def _judge(tasks: dict[int, WebArenaTask], folder: Path) -> tuple[list[dict[str, object]], bool]:
    rows: list[dict[str, object]] = []
    for path in sorted(folder.glob("*/run.json")):
        try:
            run = recorded_run(json.loads(path.read_text(encoding="utf-8")))
            task = tasks[run.task_id]
        except (ValueError, KeyError, TypeError) as wrong:
            raise InvalidRequest(f"{path.parent.name}/run.json is no recorded run of a task of this file", where="FILE") from wrong
        verdict, why = judged(task, run)
        rows.append({"run": path.parent.name, "task_id": run.task_id, "verdict": verdict.value, "why": why})
    return rows, any(folder.glob("*/agent_response.json"))


async def _verified(folder: Path) -> None:
    program = shutil.which(PROGRAM)
    if program is None:
        print(f"runs in the form of WebArena-Verified were left out: there is no {PROGRAM} (pip install it into a venv, its bin on PATH)")
        return
    arguments = ("eval-tasks", "--output-dir", str(folder), "--config", str(folder / "config.json"))
    process = await asyncio.create_subprocess_exec(program, *arguments)
    try:
        async with asyncio.timeout(_WITHIN):
            await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
