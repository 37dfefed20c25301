"""Plays a whole set and keeps what came of it, as every suite does. `apps` calls this for `yamori eval home-assistant DIR`."""

import dataclasses
from collections.abc import Sequence
from pathlib import Path

from yamori.domain.clock import Clock, SystemClock
from yamori.domain.errors import Misconfigured
from yamori.evaluation.homeassistant.household import Opens
from yamori.evaluation.homeassistant.play import play_case
from yamori.evaluation.homeassistant.report import write_report
from yamori.evaluation.homeassistant.testfile import HaCase, read_tests
from yamori.evaluation.machine import describe_machine
from yamori.evaluation.results import Results, read_results, taken_over, write_results
from yamori.evaluation.run import DEFAULT_LIMIT_SECONDS, Progress, Step, Summary

SUITE = "home-assistant"


async def evaluate_home_assistant(
    folder: Path,
    *,
    opens: Opens,
    answers: str,
    model: str | None = None,
    runs: int = 1,
    out: Path,
    tags: Sequence[str] = (),
    progress: Progress | None = None,
    limit_seconds: float = DEFAULT_LIMIT_SECONDS,
    clock: Clock | None = None,
) -> Summary:
    """Play every sentence below the folder `runs` times. `answers` names the model that answers where `model` asks for none.

    What an earlier, killed evaluation in the same `out` found is taken over. Raises `Misconfigured` for a mistake in a file, before
    anything is played.
    """
    clock = clock or SystemClock("UTC")
    plays = _chosen(read_tests(folder), runs=runs, tags=tags)
    _make_folder(out)
    named = model or answers
    kept = taken_over(read_results(out), suite=SUITE, model=named, wanted=[(case.hash, case.id, run) for case, run in plays])
    started = clock.now().isoformat(timespec="seconds")
    results = Results(suite=SUITE, model=named, started=started, machine=dict(describe_machine()), cases=kept)
    known = {(case.hash, case.id, case.run) for case in kept}
    tell = progress or (lambda step: None)
    tell(Step(done=len(kept), total=len(plays), result=None))
    for case, run in plays:
        if (case.hash, case.id, run) in known:
            continue
        result = await play_case(case, run, opens=opens, model=model, limit_seconds=limit_seconds, traces=out / "traces")
        results = results.with_case(result)
        write_results(results, out)
        tell(Step(done=len(results.cases), total=len(plays), result=result))
    results = dataclasses.replace(results, finished=clock.now().isoformat(timespec="seconds"))
    write_report(results, out)
    write_results(results, out)
    return Summary(results=results, folder=out)


def _chosen(cases: Sequence[HaCase], *, runs: int, tags: Sequence[str]) -> list[tuple[HaCase, int]]:
    plays = [(case, run) for run in range(1, runs + 1) for case in cases if not tags or set(tags) & set(case.categories)]
    if not plays:
        known = sorted({category for case in cases for category in case.categories})
        raise Misconfigured(f"no case has the category {' or '.join(tags)}", where="--tag", mend=f"the categories are {', '.join(known)}")
    return plays


def _make_folder(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Misconfigured(f"cannot be made: {error.strerror}", where=str(out), mend="choose another folder with --out") from error
