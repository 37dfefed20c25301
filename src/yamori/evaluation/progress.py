"""An evaluation's progress for a person who watches a terminal: one bar, and a line for each case, on stderr."""

from collections.abc import Iterator
from contextlib import contextmanager

from yamori.domain.plain_text import strip_controls
from yamori.evaluation.ongoing import Progress, Step
from yamori.evaluation.results import Outcome, Verdict

_MARKS = {
    Verdict.RIGHT: "[green]right  [/]",
    Verdict.WRONG: "[red]wrong  [/]",
    Verdict.NOT_RUN: "[yellow]not run[/]",
}
_OUTCOME_MARKS = {Outcome.RIGHT: "[green]right  [/]", Outcome.HONEST: "[yellow]honest [/]", Outcome.HARMFUL: "[red]harmful[/]"}


@contextmanager
def terminal_progress() -> Iterator[Progress]:
    """A callback for `evaluate_cases` that draws while the context is open."""
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=console) as bar:
        task = bar.add_task("cases", total=None)

        def tell(step: Step) -> None:
            bar.update(task, total=step.total, completed=step.done)
            if step.result is None:
                if step.done:
                    console.print(f"{step.done} of {step.total} were done before; going on.")
                return
            result = step.result
            mark = _MARKS[result.verdict] if result.outcome is None else _OUTCOME_MARKS[result.outcome]
            reasons = result.faults or result.why
            why = f"  {escape(strip_controls(reasons[0]))}" if reasons else ""
            console.print(f"{mark} {result.seconds:6.2f} s  {escape(strip_controls(result.id))}{why}", highlight=False)

        yield tell
