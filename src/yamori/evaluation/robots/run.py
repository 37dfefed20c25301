"""Plays the ten tasks in both languages and keeps what came of them, as every suite does. `apps` calls this for `yamori eval iot`."""

from collections.abc import Sequence
from pathlib import Path

from yamori.domain.clock import Clock, SystemClock
from yamori.domain.errors import Misconfigured
from yamori.evaluation.ongoing import DEFAULT_LIMIT_SECONDS, Progress, Summary, begin
from yamori.evaluation.robots.play import RobotPlay, play_task
from yamori.evaluation.robots.report import write_report
from yamori.evaluation.robots.robots import OpensRobots
from yamori.evaluation.robots.tasks import LANGUAGES, RobotTasks

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
    running = clock or SystemClock("UTC")
    plays = _chosen(tasks, runs=runs, tags=tags)
    wanted = [(tasks.hash, play.id, play.run) for play in plays]
    ongoing = begin(SUITE, model=model or answers, wanted=wanted, out=out, clock=running, progress=progress)
    left = [play for play, key in zip(plays, wanted, strict=True) if ongoing.is_left(key)]
    if left:
        async with opens() as robots:
            for play in left:
                result = await play_task(
                    play, robots=robots, tasks=tasks, model=model, limit_seconds=limit_seconds, clock=running, traces=ongoing.traces
                )
                ongoing.keep(result)
    return ongoing.end(lambda results, folder: write_report(results, tasks, folder))


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
