"""Plays the ten tasks at every moment in every language and keeps what came of them. `apps` calls this for `yamori eval scheduler`."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from yamori.domain.clock import Clock
from yamori.evaluation.diary.household import OpensDiary
from yamori.evaluation.diary.moments import Moment
from yamori.evaluation.diary.play import Talk, converse
from yamori.evaluation.diary.report import write_report
from yamori.evaluation.diary.seed import Seed
from yamori.evaluation.diary.tasks import LANGUAGES, DiaryTasks
from yamori.evaluation.ongoing import DEFAULT_LIMIT_SECONDS, Progress, Summary, begin

SUITE = "scheduler"
RUNS = 3
"""The paper's trials."""


async def evaluate_diary(
    tasks: DiaryTasks,
    seed: Seed,
    *,
    opens: OpensDiary,
    moments: Sequence[Moment],
    answers: str,
    home: str,
    languages: Sequence[str] = LANGUAGES,
    model: str | None = None,
    runs: int = RUNS,
    out: Path,
    progress: Progress | None = None,
    limit_seconds: float = DEFAULT_LIMIT_SECONDS,
    clock: Clock | None = None,
) -> Summary:
    """Have one conversation for every run, moment and language, each in a fresh household.

    `answers`: the model that answers where `model` asks for none. `home` names the home: results from another one are not taken over.
    What an earlier, killed evaluation in the same `out` found is taken over, by whole conversations.
    """
    talks = [Talk(moment=m, language=language, run=run) for run in range(1, runs + 1) for m in moments for language in languages]
    hashes = {moment: _hash(tasks, seed, moment, home) for moment in moments}
    wanted = [(hashes[talk.moment], talk.id(task), talk.run) for talk in talks for task in tasks.tasks]
    ongoing = begin(SUITE, model=model or answers, wanted=wanted, out=out, clock=clock, progress=progress)
    for talk in talks:
        hash = hashes[talk.moment]
        if any(ongoing.is_left((hash, talk.id(task), talk.run)) for task in tasks.tasks):
            results = await converse(
                talk, opens=opens, tasks=tasks, seed=seed, hash=hash, model=model, limit_seconds=limit_seconds, traces=ongoing.traces
            )
            ongoing.keep(*results)
    return ongoing.end(lambda results, folder: write_report(results, tasks, moments, folder))


def _hash(tasks: DiaryTasks, seed: Seed, moment: Moment, home: str) -> str:
    return hashlib.sha256("\n".join([tasks.hash, seed.hash, moment.at.isoformat(), moment.zone, home]).encode()).hexdigest()
