"""An evaluation under way: it goes on where a killed one stopped, and each result is on disk before the next case is played.

Every suite's `run.py` begins one, plays what is left in its own way, and ends it. Knows nothing of what a case is but its key.
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from yamori.domain.clock import Clock, SystemClock
from yamori.domain.errors import Misconfigured
from yamori.evaluation.machine import describe_machine
from yamori.evaluation.results import CaseResult, Outcome, Results, Verdict, read_results, taken_over, write_results

DEFAULT_LIMIT_SECONDS = 120.0

Key = tuple[str, str, int]
"""Hash of what was read, id of the case, number of the run."""


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

    def outcomes(self) -> str:
        """One line: harm first, then what the right ones are by language."""
        of = [case for case in self.results.cases if case.outcome is not None]
        harmful, honest = (sum(case.outcome is outcome for case in of) for outcome in (Outcome.HARMFUL, Outcome.HONEST))
        shares = ", ".join(f"{language} {share:.0%}" for language, share in self.share_right().items())
        serious = sum(case.serious for case in of)
        return f"{harmful} harmful ({serious} serious), {honest} honest, {self.right} right, {self.not_run} not run (right: {shares})"

    def share_right(self) -> Mapping[str, float]:
        """Language to the share of its counted cases that are right."""
        counted = [case for case in self.results.cases if case.of]
        return {
            language: sum(c.score for c in counted if c.language == language) / sum(c.of for c in counted if c.language == language)
            for language in sorted({case.language for case in counted})
        }


class Ongoing:
    """Made by `begin`."""

    def __init__(self, results: Results, *, out: Path, total: int, clock: Clock, tell: Progress) -> None:
        self._results = results
        self._out = out
        self._total = total
        self._clock = clock
        self._tell = tell
        self._known = {(case.hash, case.id, case.run) for case in results.cases}

    @property
    def traces(self) -> Path:
        """The folder for what was said and done."""
        return self._out / "traces"

    def is_left(self, key: Key) -> bool:
        return key not in self._known

    def keep(self, *results: CaseResult) -> None:
        """Together, where a killed evaluation must not keep only some of them."""
        known = len(self._results.cases)
        for result in results:
            self._results = self._results.with_case(result)
        write_results(self._results, self._out)
        for number, result in enumerate(results, 1):
            self._tell(Step(done=known + number, total=self._total, result=result))

    def end(self, write_report: Callable[[Results, Path], None]) -> Summary:
        """The report first: results that say that they are finished have one."""
        finished = dataclasses.replace(self._results, finished=_stamp(self._clock))
        write_report(finished, self._out)
        write_results(finished, self._out)
        return Summary(results=finished, folder=self._out)


def begin(
    suite: str, *, model: str, wanted: Sequence[Key], out: Path, clock: Clock | None = None, progress: Progress | None = None
) -> Ongoing:
    """What an earlier, killed evaluation of the same suite and model found in `out` is taken over; a finished one begins anew.

    Raises `Misconfigured` for a folder that cannot be made or holds something else.
    """
    running, tell = clock or SystemClock("UTC"), progress or (lambda step: None)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Misconfigured(f"cannot be made: {error.strerror}", where=str(out), mend="choose another folder with --out") from error
    earlier = read_results(out)
    kept = taken_over(earlier, suite=suite, model=model, wanted=wanted)
    started = earlier.started if earlier and kept else _stamp(running)
    results = Results(suite=suite, model=model, started=started, machine=dict(describe_machine()), cases=kept)
    tell(Step(done=len(kept), total=len(wanted), result=None))
    return Ongoing(results, out=out, total=len(wanted), clock=running, tell=tell)


def _stamp(clock: Clock) -> str:
    return clock.now().isoformat(timespec="seconds")
