"""Plays whole case files against households and keeps what came of it. `apps` calls this for `yamori eval cases FILE...`."""

from collections.abc import Sequence
from pathlib import Path

from yamori.domain.clock import Clock
from yamori.domain.errors import Misconfigured
from yamori.evaluation.casefile import Suite, read_suite
from yamori.evaluation.household import HouseholdFactory, HouseholdSpec
from yamori.evaluation.ongoing import DEFAULT_LIMIT_SECONDS, Progress, Summary, begin
from yamori.evaluation.play import Play, play_case
from yamori.evaluation.report import write_report

SUITE = "cases"


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
    suites = [read_suite(file) for file in files]
    plays = _chosen(suites, runs=runs, tags=tags)
    own_model = await _checked(suites, factory)
    ongoing = begin(SUITE, model=model or own_model, wanted=[play.key for play in plays], out=out, clock=clock, progress=progress)
    for play in plays:
        if ongoing.is_left(play.key):
            ongoing.keep(await play_case(play, factory=factory, model=model, limit_seconds=limit_seconds, traces=ongoing.traces))
    return ongoing.end(write_report)


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
            suite.check_people(household.people)
            model = household.model
    return model
