"""Asks the ten questions in every language and keeps what came of them. `apps` calls this for `yamori eval lifestyle`."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from yamori.domain.clock import Clock
from yamori.embedding.port import TextEncoder
from yamori.evaluation.ongoing import DEFAULT_LIMIT_SECONDS, Progress, Summary, begin
from yamori.evaluation.papers.household import OpensPapers
from yamori.evaluation.papers.meaning import Meaning
from yamori.evaluation.papers.ten.play import Trial, play_trial
from yamori.evaluation.papers.ten.report import write_report
from yamori.evaluation.papers.ten.tasks import LANGUAGES, PaperTasks

SUITE = "lifestyle"
RUNS = 3


async def evaluate_ten(
    tasks: PaperTasks,
    *,
    opens: OpensPapers,
    encoder: TextEncoder | None,
    answers: str,
    edition: str,
    languages: Sequence[str] = LANGUAGES,
    model: str | None = None,
    runs: int = RUNS,
    out: Path,
    progress: Progress | None = None,
    limit_seconds: float = DEFAULT_LIMIT_SECONDS,
    clock: Clock | None = None,
) -> Summary:
    """Ask every question in every language `runs` times, each time a fresh household.

    `encoder` tells what is near in meaning. `answers`: the model that answers where `model` asks for none. `edition` names the library that
    the households hold: results from another one are not taken over. What an earlier, killed evaluation in the same `out` found is.
    """
    hash = hashlib.sha256(f"{tasks.hash}\n{edition}".encode()).hexdigest()
    trials = [
        Trial(task=task, language=language, run=run, file=tasks.file, hash=hash)
        for run in range(1, runs + 1)
        for language in languages
        for task in tasks.tasks
    ]
    wanted = [(hash, trial.id, trial.run) for trial in trials]
    ongoing = begin(SUITE, model=model or answers, wanted=wanted, out=out, clock=clock, progress=progress)
    meaning = Meaning(encoder)
    for trial, key in zip(trials, wanted, strict=True):
        if ongoing.is_left(key):
            result = await play_trial(trial, opens=opens, meaning=meaning, model=model, limit_seconds=limit_seconds, traces=ongoing.traces)
            ongoing.keep(result)
    return ongoing.end(lambda results, folder: write_report(results, tasks, folder))
