"""`yamori eval iot` end to end, without a language model: three robots as processes of their own, over HTTP, judged by their traces."""

import asyncio
import os
from pathlib import Path

from yamori.apps.eval_iot import opener
from yamori.domain.clock import SystemClock
from yamori.evaluation.results import CaseResult
from yamori.evaluation.robots.play import RobotPlay, play_task
from yamori.evaluation.robots.tasks import read_tasks
from yamori.llm.scripted import ScriptedModels

PLAYED = ((3, "en"), (6, "ja"), (7, "en"))


async def test_tasks_are_done_by_three_robots_whose_processes_end_with_the_evaluation_even_when_it_is_broken_off(tmp_path: Path) -> None:
    tasks, opens, clock = read_tasks(), opener(ScriptedModels({}), read_tasks()), SystemClock("UTC")
    folder: list[Path] = []
    results: list[CaseResult] = []
    played = asyncio.Event()

    async def evaluation() -> None:
        async with opens() as robots:
            folder.append(robots.traces[0].parent)
            for number, language in PLAYED:
                play = RobotPlay(task=tasks.tasks[number - 1], language=language, run=1)
                results.append(
                    await play_task(play, robots=robots, tasks=tasks, model=None, limit_seconds=20, clock=clock, traces=tmp_path)
                )
            played.set()
            await asyncio.Event().wait()

    running = asyncio.create_task(evaluation())
    waiting = asyncio.create_task(played.wait())
    await asyncio.wait([running, waiting], timeout=60, return_when=asyncio.FIRST_COMPLETED)
    assert played.is_set(), running
    begun = processes_of(folder[0])
    running.cancel()  # as Ctrl-C does
    await asyncio.gather(running, return_exceptions=True)
    assert {result.id: result.why for result in results} == {"iot-3-en": (), "iot-6-ja": (), "iot-7-en": ()}
    assert all(result.score == 1 for result in results)
    assert len(begun) == 3 and not processes_of(folder[0]) and not folder[0].exists()


def processes_of(folder: Path) -> list[int]:
    """Those that work in the folder, or were told of it."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit() and int(process.name) != os.getpid():
            try:
                if str(folder) in str((process / "cwd").readlink()) or str(folder).encode() in (process / "cmdline").read_bytes():
                    found.append(int(process.name))
            except OSError:
                continue  # it has ended, or is another's
    return found
