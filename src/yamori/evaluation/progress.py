"""An evaluation's progress for a person who watches a terminal: one bar, and a line for each case, on stderr."""

from collections.abc import Iterator
from contextlib import contextmanager

from yamori.domain.plain_text import strip_controls
from yamori.evaluation.ongoing import Progress, Step
from yamori.evaluation.results import Verdict

_MARKS = {Verdict.RIGHT: "[green]right  [/]", Verdict.WRONG: "[red]wrong  [/]", Verdict.NOT_RUN: "[yellow]not run[/]"}


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
            why = f"  {escape(strip_controls(result.why[0]))}" if result.why else ""
            console.print(f"{_MARKS[result.verdict]} {result.seconds:6.2f} s  {escape(strip_controls(result.id))}{why}", highlight=False)

        yield tell
