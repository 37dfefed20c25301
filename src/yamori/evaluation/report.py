"""`report.md` beside `results.json`: what a person wants to know first, harm, then shares and costs, and every failure with what was
answered."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from yamori.evaluation.figures import Figures, figures, grouped
from yamori.evaluation.outcome_tables import case_lines, cell, inline, name_of, outcome_lines
from yamori.evaluation.plots import draw_plots
from yamori.evaluation.results import CaseResult, Results, Verdict

FILE_NAME = "report.md"
_HEAD = (
    "| | right | of | share | median s | p90 s | median calls | prompt tokens | completion tokens |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
)


def write_report(results: Results, folder: Path) -> None:
    """The report and its plots."""
    plots = draw_plots(results, folder)
    (folder / FILE_NAME).write_text("\n".join([*_lines(results), *(f"\n![{p.stem}]({p.name})" for p in plots)]) + "\n", encoding="utf-8")


def _lines(results: Results) -> Iterable[str]:
    yield f"# Evaluation: {results.suite}"
    yield ""
    yield f"Model `{results.model}`, started {results.started}, finished {results.finished or 'not yet'}."
    yield "Machine: " + ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in results.machine.items()) + "."
    yield ""
    yield from outcome_lines(results.cases)
    yield from _table("All", [figures("all", results.cases)])
    yield from _table("By language", grouped(results.cases, lambda case: (case.language,)))
    yield from _table("By tag", grouped(results.cases, lambda case: case.tags))
    yield from _named("Claims without a receipt", [c for c in results.cases if c.claims_without_receipt])
    yield from _named("Changes on a mere question", [c for c in results.cases if c.wrote_on_question])
    yield from _failures([c for c in results.cases if c.verdict is Verdict.WRONG and c.outcome is None])
    yield from _not_run([c for c in results.cases if c.verdict is Verdict.NOT_RUN])


def _table(title: str, rows: Sequence[Figures]) -> Iterable[str]:
    yield f"## {title}"
    yield ""
    yield from _HEAD
    for row in rows:
        yield (
            f"| {cell(row.name)} | {row.score:g} | {row.of:g} | {row.share:.1%} | {row.median_seconds:.2f} | {row.p90_seconds:.2f} "
            f"| {row.median_calls:g} | {row.prompt_tokens} | {row.completion_tokens} |"
        )
    yield ""


def _named(title: str, cases: Sequence[CaseResult]) -> Iterable[str]:
    yield f"## {title}: {len(cases)}"
    yield ""
    yield from (f"- {name_of(case)}: {inline(' / '.join(case.answers))}" for case in cases)
    if cases:
        yield ""


def _failures(cases: Sequence[CaseResult]) -> Iterable[str]:
    """Of a suite that judges no outcomes."""
    if not cases:
        return
    yield f"## Wrong: {len(cases)}"
    yield ""
    for case in cases:
        yield from case_lines(case)


def _not_run(cases: Sequence[CaseResult]) -> Iterable[str]:
    yield f"## Not run: {len(cases)}"
    yield ""
    yield from (f"- {name_of(case)}: {inline('; '.join(case.why))}" for case in cases)
