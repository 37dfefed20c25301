"""`yamori eval browser --suite first-contact`: sentences of people to the Browser agent, wired as in the house, on the simulated web."""

import asyncio
import json
import statistics
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from yamori.agentkit.agent import Agent
from yamori.agentkit.journal import Journal
from yamori.agentkit.judging.judge import Judge
from yamori.agentkit.loop import carry_out
from yamori.agentkit.task import CHAT_KEY, Finished, Outcome, OutcomeStatus, Task
from yamori.agents.browser.agent import browser_agent
from yamori.agents.browser.operating.operating import Operating
from yamori.agents.browser.reading import WebReading
from yamori.agents.browser.search_engines.searxng import SearXNG
from yamori.apps.eval_browser import NOW, RULES, CountedModels, Opened, opened_web
from yamori.apps.settings import Settings
from yamori.apps.web_reading import http_pages
from yamori.domain.errors import YamoriError
from yamori.domain.language import Language
from yamori.embedding.named import paper_encoder
from yamori.evaluation.intervals import wilson
from yamori.evaluation.web.first_contact import Answered, SpokenTask, Verdict, problems, spoken_tasks, verdict
from yamori.llm.port import Role
from yamori.understanding.tagging.trained import trained_reader

_QUESTIONS = 4
"""To how many questions of one task the person answers."""


@dataclass(frozen=True, kw_only=True)
class Spoken:
    """What came of one sentence."""

    id: str
    gear: str
    verdict: str
    problems: Sequence[str]
    seconds: float
    model_calls: int
    status: str
    answer: str
    steps: Sequence[Any] = ()


async def evaluate_first_contact(settings: Settings, *, model: str | None, out: Path, tags: Sequence[str], seed: int = 1) -> int:
    """`tags`: ids of tasks, `read`, `operate`, `en` or `ja`."""
    played: list[Spoken] = []
    async with AsyncExitStack() as stack:
        opened = await opened_web(settings, model, stack, seed=seed)
        search = SearXNG(opened.base)
        stack.push_async_callback(search.close)
        judge = Judge(opened.models, Role.BROWSER) if model != RULES else None
        reading = WebReading(search, http_pages(loopback=True), place="", encoder=paper_encoder(settings.encoder), judge=judge)
        reader = trained_reader()
        for task in spoken_tasks(opened.facts, opened.base):
            if not tags or {task.id, task.gear, task.language} & set(tags):
                opened.web.state.clear()
                operating = Operating(opened.engine, opened.models, search, hands_over=True)
                agent = browser_agent(reading, operating, reader)
                try:
                    played.append(await _played(task, agent, opened, None if model == RULES else model))
                finally:
                    await operating.close()
                one = played[-1]
                mark = {Verdict.RIGHT: "✓", Verdict.HONEST: "–", Verdict.HARMFUL: "✗"}[Verdict(one.verdict)]
                print(f"{mark} {one.id} {one.verdict} {one.seconds:.1f} s, {one.model_calls} calls {'; '.join(one.problems)}", flush=True)
    await asyncio.to_thread(_write, out, played)
    print(summary(played))
    return 0


async def _played(task: SpokenTask, agent: Agent, opened: Opened, model: str | None) -> Spoken:
    models, web = opened.models, opened.web
    journal, before, started = Journal(None), models.spent, time.monotonic()
    said = Task(
        key=f"{CHAT_KEY}{task.id}",
        request=task.says,
        said=task.says,
        person=f"evaluator-{task.id}",
        now=datetime.fromisoformat(NOW),
        language=Language(task.language),
        model=model,
    )
    was_held = False
    try:
        outcome = await _outcome(agent, said, models, journal)
        for _ in range(_QUESTIONS):
            if outcome.status is not OutcomeStatus.HELD:
                break
            was_held = True
            answers = {approval.id: _answer(task) for approval in outcome.approvals}
            outcome = await _outcome(agent, replace(said, answers=answers), models, journal)
    except YamoriError as failed:
        outcome = Outcome(status=OutcomeStatus.FAILED, text=f"{type(failed).__name__}: {failed}")
    finally:
        journal.close()
    ends = [cast(dict[str, Any], run.result) for run in outcome.runs if isinstance(run.result, dict)]
    answered = Answered(
        text=outcome.text,
        says_done=outcome.status is OutcomeStatus.DONE and not outcome.found_nothing,
        was_held=was_held,
        url=next((str(one["page"]) for one in reversed(ends) if one.get("page")), ""),
        page="\n".join(str(one.get("title", "")) for one in ends) + outcome.text,
    )
    return Spoken(
        id=task.id, gear=task.gear, verdict=verdict(task, answered, web.state).value, problems=problems(task, answered, web.state),
        seconds=time.monotonic() - started, model_calls=models.spent.since(before).calls, status=outcome.status.value, answer=outcome.text,
        steps=[{"tool": run.tool, "arguments": dict(run.arguments), "result": run.result, "problem": run.problem} for run in outcome.runs],
    )  # fmt: skip


def _answer(task: SpokenTask) -> str:
    yes, no = ("はい", "いいえ") if task.language == "ja" else ("yes", "no")
    return yes if task.agrees else no


async def _outcome(agent: Agent, task: Task, models: CountedModels, journal: Journal) -> Outcome:
    finished = [event.outcome async for event in carry_out(agent, task, models=models, journal=journal) if isinstance(event, Finished)]
    return finished[-1]


def summary(played: Sequence[Spoken]) -> str:
    lines: list[str] = []
    for gear in ("read", "operate"):
        of = [one for one in played if one.gear == gear]
        if not of:
            continue
        count = {kind: sum(one.verdict == kind for one in of) for kind in Verdict}
        low, high = wilson(count[Verdict.RIGHT], len(of))
        lines.append(
            f"{gear}: {count[Verdict.RIGHT]} of {len(of)} right (95 % interval {low:.0%} to {high:.0%}), {count[Verdict.HONEST]} honest, "
            f"{count[Verdict.HARMFUL]} harmful; median {statistics.median(one.seconds for one in of):.1f} s, at most "
            f"{max(one.seconds for one in of):.1f} s; {sum(one.model_calls for one in of)} calls of a model"
        )
    return "\n".join(lines)


def _write(out: Path, played: Sequence[Spoken]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(asdict(one), ensure_ascii=False, default=str) + "\n" for one in played)
    (out / "results.jsonl").write_text(text, encoding="utf-8")
