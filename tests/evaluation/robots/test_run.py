"""The whole suite against a household of straw: what is kept, what is played again, what the report says."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI, Request

from yamori.domain.clock import SystemClock
from yamori.domain.errors import Misconfigured
from yamori.evaluation.ongoing import Step
from yamori.evaluation.results import Verdict
from yamori.evaluation.robots.robots import Robots
from yamori.evaluation.robots.run import evaluate_robots
from yamori.evaluation.robots.tasks import Rest, RobotTasks, read_tasks
from yamori.evaluation.spent import Spent


@dataclass(kw_only=True)
class StrawRobots:
    """One robot that shows `Ready` in English and drops the rest; every answer claims everything."""

    client: httpx.AsyncClient
    traces: Sequence[Path]
    person: str = "researcher"
    room: str = "lab"
    said: list[str] = field(default_factory=list)
    rested: int = 0

    async def rest(self, commands: Sequence[Rest]) -> None:
        self.rested += len(commands)

    async def spent(self) -> Spent:
        return Spent(calls=len(self.said), prompt_tokens=100 * len(self.said), completion_tokens=7 * len(self.said))


@dataclass
class Straw:
    """Opens such robots, and counts how often."""

    folder: Path
    opened: list[StrawRobots] = field(default_factory=list)

    @asynccontextmanager
    async def __call__(self) -> AsyncIterator[Robots]:
        app, trace = FastAPI(), self.folder / "trace.jsonl"

        @app.post("/agents/iot/chat")
        async def chat(request: Request) -> dict[str, object]:
            said = await request.json()
            assert (said["person"], said["room"]) == ("researcher", "lab")
            robots.said.append(said["text"])
            if said["text"].isascii():
                line = {"at": SystemClock("UTC").now().isoformat(), "device": "jetson-robot", "component": "display", "event": "text"}
                await asyncio.to_thread(trace.write_text, json.dumps({**line, "text": "Ready"}) + "\n", "utf-8")
            return {"status": "done", "text": "I turned everything on.", "runs": []}

        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://house") as client:
            robots = StrawRobots(client=client, traces=[trace])
            self.opened.append(robots)
            yield robots


@pytest.fixture
def tasks() -> RobotTasks:
    return read_tasks()


async def test_every_task_is_judged_by_the_trace_and_never_by_the_answer(tmp_path: Path, tasks: RobotTasks) -> None:
    opens, steps = Straw(tmp_path), list[Step]()
    summary = await evaluate_robots(tasks, opens=opens, answers="straw:x", out=tmp_path / "out", tags=["task-7"], progress=steps.append)
    english, japanese = summary.results.cases
    assert (english.id, english.verdict, english.score, japanese.id, japanese.score) == ("iot-7-en", Verdict.WRONG, 0.5, "iot-7-ja", 0.0)
    assert english.why == ("△ I'm here: was not done", "△ yellow: was not done")
    assert (english.model_calls, english.prompt_tokens, english.completion_tokens) == (1, 100, 7)
    assert english.claims_without_receipt and opens.opened[0].rested == 2 * len(tasks.rest)
    assert [(step.done, step.total) for step in steps] == [(0, 2), (1, 2), (2, 2)]
    report = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert "| 7 | △ | × | △ | ○ | ○ | △ | ○ | ○ | ○ | △ | ○ |" in report and "**en: 0 ○, 1 △, 0 × of 1.**" in report
    trace = json.loads((tmp_path / "out" / str(english.trace)).read_text(encoding="utf-8"))
    assert trace["mark"] == "△" and trace["lines"][0]["values"] == {"text": "Ready"}


async def test_what_a_killed_evaluation_found_is_not_played_again(tmp_path: Path, tasks: RobotTasks) -> None:
    opens, out = Straw(tmp_path), tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        await evaluate_robots(tasks, opens=opens, answers="straw:x", out=out, tags=["task-7"], progress=_killed_after_one)
    summary = await evaluate_robots(tasks, opens=opens, answers="straw:x", out=out, tags=["task-7"])
    assert [len(robots.said) for robots in opens.opened] == [1, 1]
    assert [case.id for case in summary.results.cases] == ["iot-7-en", "iot-7-ja"]


def _killed_after_one(step: Step) -> None:
    if step.done == 1:
        raise KeyboardInterrupt


async def test_an_unknown_tag_is_refused_before_a_robot_is_started(tmp_path: Path, tasks: RobotTasks) -> None:
    opens = Straw(tmp_path)
    with pytest.raises(Misconfigured, match="no task has the tag dancing"):
        await evaluate_robots(tasks, opens=opens, answers="straw:x", out=tmp_path / "out", tags=["dancing"])
    assert not opens.opened
