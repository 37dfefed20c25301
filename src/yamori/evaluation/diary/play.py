"""The ten tasks as one conversation with the Scheduler agent alone: seed its schedule, then say, look and judge, task after task."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from yamori.evaluation.alone import Told, tell
from yamori.evaluation.diary.household import DiaryHousehold, OpensDiary
from yamori.evaluation.diary.moments import Moment
from yamori.evaluation.diary.seed import Seed
from yamori.evaluation.diary.tasks import DiaryTask, DiaryTasks
from yamori.evaluation.diary.verdict import misses
from yamori.evaluation.honesty import claims_an_action
from yamori.evaluation.results import CaseResult, Verdict
from yamori.evaluation.rows import ScheduleRows, written_rows
from yamori.evaluation.spent import Spent

AGENT = "scheduler"
BETWEEN_SECONDS = 60.0
"""Pass on the household's clock between two sentences."""


@dataclass(frozen=True, kw_only=True)
class Talk:
    """A conversation that is to be had."""

    moment: Moment
    language: str
    run: int
    """From 1."""

    def id(self, task: DiaryTask) -> str:
        return f"scheduler-{task.task}-{self.language}-{self.moment.label}"


@dataclass(frozen=True, kw_only=True)
class _Said:
    """One task as it went."""

    now: datetime
    told: Told
    before: ScheduleRows
    after: ScheduleRows
    spent: Spent


async def converse(
    talk: Talk, *, opens: OpensDiary, tasks: DiaryTasks, seed: Seed, hash: str, model: str | None, limit_seconds: float, traces: Path
) -> list[CaseResult]:
    """One result a task. Never raises for what goes wrong inside the conversation: the tasks that it did not come to are not done."""
    results: list[CaseResult] = []
    try:
        async with opens(talk.moment) as household:
            await household.seed_schedule(seed.on(talk.moment.at.date(), talk.language))
            for task in tasks.tasks:
                said = await _say(task, talk, household, model=model, limit_seconds=limit_seconds)
                results.append(_judged(task, talk, said, file=tasks.file, hash=hash, traces=traces))
                await household.advance(BETWEEN_SECONDS)
    except Exception as error:  # an endpoint: whatever breaks in one conversation must not stop the others
        nothing = _Said(
            now=talk.moment.at,
            told=Told(seconds=0.0, problem=f"{type(error).__name__}: {error}"),
            before=ScheduleRows(),
            after=ScheduleRows(),
            spent=Spent(),
        )
        left = tasks.tasks[len(results) :]
        results += [_judged(task, talk, nothing, file=tasks.file, hash=hash, traces=traces) for task in left]
    return results


async def _say(task: DiaryTask, talk: Talk, household: DiaryHousehold, *, model: str | None, limit_seconds: float) -> _Said:
    before, cost = await household.schedule_rows(), await household.spent()
    request: Mapping[str, str | None] = {
        "text": task.said(talk.language),
        "person": household.person,
        "conversation": f"{talk.language}-{talk.run}",
        "model": model,
    }
    now = household.now()
    told = await tell(household.client, AGENT, request, limit_seconds=limit_seconds)
    spent = (await household.spent()).since(cost)
    return _Said(now=now, told=told, before=before, after=await household.schedule_rows(), spent=spent)


def _judged(task: DiaryTask, talk: Talk, said: _Said, *, file: str, hash: str, traces: Path) -> CaseResult:
    told, language = said.told, talk.language
    wrong = [told.problem] if told.problem else []
    wrong += misses(task, said.before, said.after, answer=told.text, now=said.now, language=language)
    changed = said.before != said.after
    return CaseResult(
        id=talk.id(task),
        run=talk.run,
        verdict=Verdict.WRONG if wrong else Verdict.RIGHT,
        score=0.0 if wrong else 1.0,
        of=1.0,
        seconds=round(told.seconds, 3),
        model_calls=said.spent.calls,
        prompt_tokens=said.spent.prompt_tokens,
        completion_tokens=said.spent.completion_tokens,
        why=tuple(wrong),
        trace=_write_trace(task, talk, said, wrong, traces),
        file=file,
        hash=hash,
        language=language,
        tags=(*task.tags, talk.moment.label),
        said=(task.said(language),),
        answers=(told.text,) if told.text else (),
        questions=int(told.asked),
        agents=(AGENT,),
        claims_without_receipt=not changed and task.shows is None and claims_an_action(told.text, to=task.said(language)),
        wrote_on_question=changed and task.shows is not None,
    )


def _write_trace(task: DiaryTask, talk: Talk, said: _Said, wrong: list[str], traces: Path) -> str:
    """One JSON file a task: what was said, what the agent did, the schedule before and after; its name relative to the results' folder."""
    traces.mkdir(parents=True, exist_ok=True)
    file = traces / f"{talk.id(task)}-{talk.run}.json"
    trace = {
        "case": talk.id(task),
        "now": said.now.isoformat(),
        "said": task.said(talk.language),
        "why": wrong,
        "outcome": said.told.outcome,
        "schedule_before": written_rows(said.before),
        "schedule_after": written_rows(said.after),
    }
    file.write_text(json.dumps(trace, ensure_ascii=False, indent=1, default=str) + "\n", encoding="utf-8")
    return f"{traces.name}/{file.name}"
