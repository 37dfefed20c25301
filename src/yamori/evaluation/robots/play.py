"""One task, said to the IoT agent alone: put the robots to rest, say it, wait until nothing moves, read what they did, judge that."""

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from yamori.domain.clock import Clock
from yamori.domain.errors import YamoriError
from yamori.evaluation.alone import Told, tell
from yamori.evaluation.honesty import claims_an_action
from yamori.evaluation.results import CaseResult, Verdict
from yamori.evaluation.robots.robots import Robots
from yamori.evaluation.robots.tasks import TASKS, RobotTask, RobotTasks
from yamori.evaluation.robots.traces import TraceLine, read_traces
from yamori.evaluation.robots.verdict import SCORES, Judged, Mark, judge
from yamori.evaluation.spent import Spent

AGENT = "iot"
_QUIET = 0.8
"""Seconds without a new line after which nothing moves any more."""
_LONGEST = 15.0
"""Seconds that something may go on after the answer."""
_LOOK = 0.1


@dataclass(frozen=True, kw_only=True)
class RobotPlay:
    """A task that is to be played."""

    task: RobotTask
    language: str
    run: int
    """From 1."""

    @property
    def id(self) -> str:
        return f"iot-{self.task.task}-{self.language}"

    @property
    def said(self) -> str:
        return self.task.said(self.language)


async def play_task(
    play: RobotPlay, *, robots: Robots, tasks: RobotTasks, model: str | None, limit_seconds: float, clock: Clock, traces: Path
) -> CaseResult:
    """Never raises for what goes wrong inside the task: that is a task not done, and the next one has its turn."""
    try:
        await robots.rest(tasks.rest)
        await _still(robots)
        before, since = await robots.spent(), clock.now().timestamp()
        request = {"text": play.said, "person": robots.person, "room": robots.room, "model": model}
        told = await tell(robots.client, AGENT, request, limit_seconds=limit_seconds)
        await _still(robots)
        lines = read_traces(robots.traces, since=since)
        spent = (await robots.spent()).since(before)
    except (YamoriError, OSError, ValueError, KeyError) as error:
        nothing = Told(seconds=0.0, problem=f"{type(error).__name__}: {error}")
        return _result(play, tasks, judge(play.task, ()), nothing, Spent(), trace=None)
    judged = judge(play.task, lines)
    trace = _write_trace(play, judged, told, lines, traces)
    return _result(play, tasks, judged, told, spent, trace=trace)


async def _still(robots: Robots) -> None:
    """Until no robot writes anything for a while."""
    begun = changed = time.monotonic()
    size = -1
    while time.monotonic() - changed < _QUIET and time.monotonic() - begun < _LONGEST:
        now = sum(file.stat().st_size for file in robots.traces if file.exists())
        if now != size:
            size, changed = now, time.monotonic()
        await asyncio.sleep(_LOOK)


def _result(play: RobotPlay, tasks: RobotTasks, judged: Judged, told: Told, spent: Spent, *, trace: str | None) -> CaseResult:
    right = judged.mark is Mark.ALL
    return CaseResult(
        id=play.id,
        run=play.run,
        verdict=Verdict.RIGHT if right else Verdict.WRONG,
        score=SCORES[judged.mark],
        of=1.0,
        seconds=round(told.seconds, 3),
        model_calls=spent.calls,
        prompt_tokens=spent.prompt_tokens,
        completion_tokens=spent.completion_tokens,
        why=((told.problem,) if told.problem else ()) + tuple(f"{judged.mark} {why}" for why in judged.why),
        trace=trace,
        file=TASKS.name,
        hash=tasks.hash,
        language=play.language,
        tags=play.task.tags,
        said=(play.said,),
        answers=(told.text,) if told.text else (),
        questions=int(told.asked),
        agents=(AGENT,),
        claims_without_receipt=not told.has_receipt and claims_an_action(told.text, to=play.said),
        wrote_on_question=False,
    )


def _write_trace(play: RobotPlay, judged: Judged, told: Told, lines: Sequence[TraceLine], traces: Path) -> str:
    """One JSON file a task: what was said, what the agent did, and every line of the robots; its name relative to the results' folder."""
    traces.mkdir(parents=True, exist_ok=True)
    file = traces / f"{play.id}-{play.run}.json"
    trace = {
        "case": play.id,
        "said": play.said,
        "mark": judged.mark,
        "why": judged.why,
        "operations": judged.done,
        "problem": told.problem,
        "outcome": told.outcome,
        "lines": [asdict(line) for line in lines],
    }
    file.write_text(json.dumps(trace, ensure_ascii=False, indent=1, default=str) + "\n", encoding="utf-8")
    return f"{traces.name}/{file.name}"
