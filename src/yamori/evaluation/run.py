"""Plays whole case files against households and keeps what came of it. `apps` calls this for `yamori eval cases FILE...`."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from yamori.domain.clock import Clock, SystemClock
from yamori.domain.errors import Misconfigured
from yamori.evaluation.casefile import Suite, read_suite
from yamori.evaluation.household import HouseholdFactory, HouseholdSpec
from yamori.evaluation.machine import describe_machine
from yamori.evaluation.play import Play, play_case
from yamori.evaluation.report import write_report
from yamori.evaluation.results import CaseResult, Results, Verdict, read_results, taken_over, write_results

SUITE = "cases"
DEFAULT_LIMIT_SECONDS = 120.0


@dataclass(frozen=True, kw_only=True)
class Step:
    """How far an evaluation has come."""

    done: int
    total: int
    result: CaseResult | None
    """The case just played; None at the start, where `done` counts what an earlier, killed evaluation left."""


Progress = Callable[[Step], None]


@dataclass(frozen=True, kw_only=True)
class Summary:
    """An evaluation that is finished."""

    results: Results
    folder: Path
    """Holds `results.json`, `report.md`, the plots and `traces/`."""

    @property
    def right(self) -> int:
        return sum(case.verdict is Verdict.RIGHT for case in self.results.cases)

    @property
    def wrong(self) -> int:
        return sum(case.verdict is Verdict.WRONG for case in self.results.cases)

    @property
    def not_run(self) -> int:
        return sum(case.verdict is Verdict.NOT_RUN for case in self.results.cases)

    def share_right(self) -> Mapping[str, float]:
        """Language to the share of its counted cases that are right."""
        counted = [case for case in self.results.cases if case.of]
        return {
            language: sum(c.score for c in counted if c.language == language) / sum(c.of for c in counted if c.language == language)
            for language in sorted({case.language for case in counted})
        }


async def evaluate_cases(
    files: Sequence[Path],
    *,
    factory: HouseholdFactory,
    model: str | None = None,
    runs: int = 1,
    out: Path,
    tags: Sequence[str] = (),
    progress: Progress | None = None,
    limit_seconds: float = DEFAULT_LIMIT_SECONDS,
    clock: Clock | None = None,
) -> Summary:
    """Play every case `runs` times, each in a fresh household, and write results, report and plots below `out`.

    `model` (`provider:name`) is asked for in every turn; None leaves the household its own. `tags` keeps the cases that
    have one of them. What an earlier, killed evaluation in the same folder found is taken over; a finished one begins anew.
    Raises `Misconfigured` for a mistake in a file, in the folder, or when no case is left, before anything is played.
    """
    clock = clock or SystemClock("UTC")
    suites = [read_suite(file) for file in files]
    plays = _chosen(suites, runs=runs, tags=tags)
    own_model = await _checked(suites, factory)
    answers = model or own_model
    _make_folder(out)
    earlier = read_results(out)
    kept = taken_over(earlier, suite=SUITE, model=answers, wanted=[play.key for play in plays])
    started = earlier.started if earlier and kept else _stamp(clock)
    results = Results(suite=SUITE, model=answers, started=started, machine=dict(describe_machine()), cases=kept)
    known = {(case.hash, case.id, case.run) for case in kept}
    tell = progress or (lambda step: None)
    tell(Step(done=len(kept), total=len(plays), result=None))
    for play in plays:
        if play.key in known:
            continue
        result = await play_case(play, factory=factory, model=model, limit_seconds=limit_seconds, traces=out / "traces")
        results = results.with_case(result)
        write_results(results, out)
        tell(Step(done=len(results.cases), total=len(plays), result=result))
    results = dataclasses.replace(results, finished=_stamp(clock))
    write_report(results, out)
    write_results(results, out)
    return Summary(results=results, folder=out)


def _chosen(suites: Sequence[Suite], *, runs: int, tags: Sequence[str]) -> list[Play]:
    if runs < 1:
        raise Misconfigured(f"{runs} runs are none", where="--runs", mend="give 1 or more")
    plays = [
        Play(suite=suite, case=case, run=run)
        for run in range(1, runs + 1)
        for suite in suites
        for case in suite.file.cases
        if not tags or set(tags) & set(case.tags)
    ]
    if not plays:
        known = sorted({tag for suite in suites for case in suite.file.cases for tag in case.tags})
        raise Misconfigured(f"no case has the tag {' or '.join(tags)}", where="--tag", mend=f"the tags are {', '.join(known)}")
    return plays


async def _checked(suites: Sequence[Suite], factory: HouseholdFactory) -> str:
    """Ask each home whether it has what its cases speak of; returns the model that answers there."""
    model = ""
    for suite in suites:
        async with factory(HouseholdSpec(home=suite.home, now=suite.now(suite.file.cases[0]))) as household:
            suite.check_paths(frozenset(await household.snapshot()))
            model = household.model
    return model


def _make_folder(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise Misconfigured(f"cannot be made: {e.strerror}", where=str(out), mend="choose another folder with --out") from e


def _stamp(clock: Clock) -> str:
    now: datetime = clock.now()
    return now.isoformat(timespec="seconds")
