"""Plays a whole set and keeps what came of it, as every suite does. `apps` calls this for `yamori eval home-assistant DIR`."""

from collections.abc import Sequence
from pathlib import Path

from yamori.domain.clock import Clock
from yamori.domain.errors import Misconfigured
from yamori.evaluation.homeassistant.household import Opens
from yamori.evaluation.homeassistant.play import play_case
from yamori.evaluation.homeassistant.report import write_report
from yamori.evaluation.homeassistant.testfile import HaCase, read_tests
from yamori.evaluation.ongoing import DEFAULT_LIMIT_SECONDS, Progress, Summary, begin

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
    plays = _chosen(read_tests(folder), runs=runs, tags=tags)
    wanted = [(case.hash, case.id, run) for case, run in plays]
    ongoing = begin(SUITE, model=model or answers, wanted=wanted, out=out, clock=clock, progress=progress)
    for case, run in plays:
        if ongoing.is_left((case.hash, case.id, run)):
            ongoing.keep(await play_case(case, run, opens=opens, model=model, limit_seconds=limit_seconds, traces=ongoing.traces))
    return ongoing.end(write_report)


def _chosen(cases: Sequence[HaCase], *, runs: int, tags: Sequence[str]) -> list[tuple[HaCase, int]]:
    plays = [(case, run) for run in range(1, runs + 1) for case in cases if not tags or set(tags) & set(case.categories)]
    if not plays:
        known = sorted({category for case in cases for category in case.categories})
        raise Misconfigured(f"no case has the category {' or '.join(tags)}", where="--tag", mend=f"the categories are {', '.join(known)}")
    return plays
