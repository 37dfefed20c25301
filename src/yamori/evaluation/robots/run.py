"""Plays the ten tasks in both languages and keeps what came of them, as every suite does. `apps` calls this for `yamori eval iot`."""

import dataclasses
from collections.abc import Sequence
from pathlib import Path

from yamori.domain.clock import Clock, SystemClock
from yamori.domain.errors import Misconfigured
from yamori.evaluation.machine import describe_machine
from yamori.evaluation.results import CaseResult, Results, read_results, taken_over, write_results
from yamori.evaluation.robots.play import RobotPlay, play_task
from yamori.evaluation.robots.report import write_report
from yamori.evaluation.robots.robots import OpensRobots
from yamori.evaluation.robots.tasks import LANGUAGES, RobotTasks
from yamori.evaluation.run import DEFAULT_LIMIT_SECONDS, Progress, Step, Summary

SUITE = "iot"


async def evaluate_robots(
    tasks: RobotTasks,
    *,
    opens: OpensRobots,
    answers: str,
    model: str | None = None,
    runs: int = 1,
    out: Path,
    tags: Sequence[str] = (),
    progress: Progress | None = None,
    limit_seconds: float = DEFAULT_LIMIT_SECONDS,
    clock: Clock | None = None,
) -> Summary:
    """Play every task `runs` times in each language, with the same robots. `answers`: the model that answers where `model` asks for none.

    What an earlier, killed evaluation in the same `out` found is taken over; the robots are started only when something is left to play.
    Raises `Misconfigured` when no task has one of the `tags`, or when the robots do not come up.
    """
    clock = clock or SystemClock("UTC")
    plays = _chosen(tasks, runs=runs, tags=tags)
    earlier, named = _earlier(out), model or answers
    kept = taken_over(earlier, suite=SUITE, model=named, wanted=[(tasks.hash, play.id, play.run) for play in plays])
    started = earlier.started if earlier and kept else clock.now().isoformat(timespec="seconds")
    results = Results(suite=SUITE, model=named, started=started, machine=dict(describe_machine()), cases=kept)
    tell = progress or (lambda step: None)
    tell(Step(done=len(kept), total=len(plays), result=None))
    left = _left(plays, kept)
    if left:
        async with opens() as robots:
            for play in left:
                result = await play_task(
                    play, robots=robots, tasks=tasks, model=model, limit_seconds=limit_seconds, clock=clock, traces=out / "traces"
                )
                results = results.with_case(result)
                write_results(results, out)
                tell(Step(done=len(results.cases), total=len(plays), result=result))
    results = dataclasses.replace(results, finished=clock.now().isoformat(timespec="seconds"))
    write_report(results, tasks, out)
    write_results(results, out)
    return Summary(results=results, folder=out)


def _chosen(tasks: RobotTasks, *, runs: int, tags: Sequence[str]) -> list[RobotPlay]:
    plays = [
        RobotPlay(task=task, language=language, run=run)
        for run in range(1, runs + 1)
        for language in LANGUAGES
        for task in tasks.tasks
        if not tags or set(tags) & {*task.tags, f"task-{task.task}"}
    ]
    if not plays:
        known = sorted({tag for task in tasks.tasks for tag in task.tags})
        raise Misconfigured(
            f"no task has the tag {' or '.join(tags)}", where="--tag", mend=f"the tags are task-1 to task-10 and {', '.join(known)}"
        )
    return plays


def _earlier(out: Path) -> Results | None:
    out.mkdir(parents=True, exist_ok=True)
    return read_results(out)


def _left(plays: Sequence[RobotPlay], kept: Sequence[CaseResult]) -> list[RobotPlay]:
    known = {(case.id, case.run) for case in kept}
    return [play for play in plays if (play.id, play.run) not in known]
