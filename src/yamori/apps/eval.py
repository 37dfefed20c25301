"""`yamori eval SUITE`: plays a suite against fresh households and says what came of it. Each suite is one function here."""

import sys
from collections.abc import Sequence
from pathlib import Path

from yamori.apps.settings import Settings
from yamori.domain.errors import InvalidRequest

SUITES = ("cases",)
"""`cases FILE…` plays any case files; the agents' own suites come with the agents."""


async def evaluate(
    settings: Settings, suite: str, files: Sequence[Path], *, model: str | None, runs: int, out: Path | None, tags: Sequence[str]
) -> int:
    """0 when the evaluation was finished, whatever it found."""
    if suite not in SUITES:
        raise InvalidRequest(f"there is no suite {suite!r}; there are {', '.join(SUITES)}", where="SUITE", nearest=SUITES)
    if not files:
        raise InvalidRequest("`yamori eval cases` needs at least one *.cases.yaml", where="FILE")
    from yamori.apps.evaluated import household_factory
    from yamori.evaluation.progress import terminal_progress
    from yamori.evaluation.run import evaluate_cases

    async with household_factory(settings) as factory:
        with terminal_progress() as progress:
            summary = await evaluate_cases(
                files, factory=factory, model=model, runs=runs, out=out or Path("out") / suite, tags=tags, progress=progress
            )
    shares = ", ".join(f"{language} {share:.0%}" for language, share in summary.share_right().items())
    print(f"{summary.right} right, {summary.wrong} wrong, {summary.not_run} not run ({shares})")
    print(f"{summary.folder / 'report.md'}", file=sys.stderr)
    return 0
