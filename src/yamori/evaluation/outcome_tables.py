"""The part of a report that comes first: how many outcomes are harmful, honest and right, each harmful one, and how sure code was."""

import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from yamori.evaluation.figures import percentile
from yamori.evaluation.results import CaseResult, Harm, Outcome


@dataclass(frozen=True, kw_only=True)
class OutcomeCounts:
    """What a group of cases came to; those without an outcome are not in it."""

    name: str
    harmful: int
    serious: int
    honest: int
    right: int
    honest_median_seconds: float
    honest_p95_seconds: float
    """Of all texts of a case together; 0 where nothing was honest."""

    @property
    def of(self) -> int:
        return self.harmful + self.honest + self.right

    def share(self, count: int) -> float:
        return count / self.of if self.of else 0.0


def counts(name: str, cases: Iterable[CaseResult]) -> OutcomeCounts:
    cases = list(cases)
    honest = [case.seconds for case in cases if case.outcome is Outcome.HONEST]
    return OutcomeCounts(
        name=name,
        harmful=sum(case.outcome is Outcome.HARMFUL for case in cases),
        serious=sum(case.serious for case in cases),
        honest=len(honest),
        right=sum(case.outcome is Outcome.RIGHT for case in cases),
        honest_median_seconds=statistics.median(honest or [0.0]),
        honest_p95_seconds=percentile(honest, 95),
    )


def counted_by(cases: Sequence[CaseResult], keys: Callable[[CaseResult], Iterable[str]]) -> list[OutcomeCounts]:
    """One row for each key; a case with several keys stands in several rows."""
    names = sorted({key for case in cases for key in keys(case)})
    rows = [counts(name, [case for case in cases if name in keys(case)]) for name in names]
    return [row for row in rows if row.of]


def outcome_lines(cases: Sequence[CaseResult]) -> Iterable[str]:
    """Tables, the harmful cases, and what code was wrongly certain of; nothing where no outcome was judged."""
    judged = [case for case in cases if case.outcome is not None]
    if not judged:
        return
    yield from _table("Outcomes", [counts("all", judged), *counted_by(judged, lambda case: (case.file,))])
    yield from _table("Outcomes by language", counted_by(judged, lambda case: (case.language,)))
    yield from _table("Outcomes by tag", counted_by(judged, lambda case: case.tags))
    harmful = [case for case in judged if case.outcome is Outcome.HARMFUL]
    kinds = [(harm, [case for case in harmful if case.harm is harm]) for harm in Harm]
    yield f"## Harmful: {len(harmful)}"
    yield ""
    yield ", ".join(f"{harm.value} {len(of)} ({sum(case.serious for case in of)} serious)" for harm, of in kinds) + "."
    yield ""
    for _, of in kinds:
        for case in sorted(of, key=lambda case: not case.serious):
            yield from case_lines(case)
    yield from _certainty(judged)
    honest = [case for case in judged if case.outcome is Outcome.HONEST]
    yield f"## Honest: {len(honest)}"
    yield ""
    for case in honest:
        yield from case_lines(case)


def case_lines(case: CaseResult) -> Iterable[str]:
    """What was said, heard and wrong."""
    harm = f": {case.harm.value}{', serious' if case.serious else ''}" if case.harm else ""
    yield f"### {name_of(case)}{harm}"
    yield ""
    for i, said in enumerate(case.said):
        yield f"- said: {inline(said)}"
        if i < len(case.answers):
            yield f"  - heard: {inline(case.answers[i])}"
    yield from (f"- {case.harm.value if case.harm else 'fault'}: {inline(fault)}" for fault in case.faults)
    yield from (f"- wrong: {inline(why)}" for why in case.why)
    if case.outcome is not None:
        yield f"- read by: {_reader(case)}"
    if case.trace:
        yield f"- [trace]({case.trace})"
    yield ""


def _certainty(cases: Sequence[CaseResult]) -> Iterable[str]:
    """How precise code is where it asks no model."""
    certain = [case for case in cases if case.certain]
    asked = [case for case in cases if not case.certain]
    rows = [counts("certain (no model call)", certain), counts("a model was asked, or none answered", asked)]
    rows += counted_by(certain, lambda case: (f"certain: {case.reading or ', '.join(case.agents) or 'no agent'}",))
    yield "## Precision where code is certain"
    yield ""
    yield "| | right | honest | harmful | precision |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    yield from (f"| {cell(row.name)} | {row.right} | {row.honest} | {row.harmful} | {row.share(row.right):.1%} |" for row in rows if row.of)
    yield ""
    wrong = sorted((case for case in certain if case.outcome is not Outcome.RIGHT), key=lambda case: (case.reading, case.agents))
    yield f"## Certain, and not right: {len(wrong)}"
    yield ""
    for case in wrong:
        yield f"- {_reader(case)}: {name_of(case)}, {case.outcome}: {inline(' / '.join(case.said))}"
    if wrong:
        yield ""


def _reader(case: CaseResult) -> str:
    parts = (case.reading, ", ".join(case.agents) or "no agent", "code alone" if case.certain else f"{case.model_calls} model calls")
    return " · ".join(part for part in parts if part)


def _table(title: str, rows: Sequence[OutcomeCounts]) -> Iterable[str]:
    yield f"## {title}"
    yield ""
    yield "| | harmful | serious | honest | right | of | harmful % | honest % | right % | honest median s | honest p95 s |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    for row in rows:
        yield (
            f"| {cell(row.name)} | {row.harmful} | {row.serious} | {row.honest} | {row.right} | {row.of} "
            f"| {row.share(row.harmful):.1%} | {row.share(row.honest):.1%} | {row.share(row.right):.1%} "
            f"| {row.honest_median_seconds:.2f} | {row.honest_p95_seconds:.2f} |"
        )
    yield ""


def name_of(case: CaseResult) -> str:
    return f"{case.id} ({case.file}, run {case.run})"


def inline(text: str) -> str:
    """On one line."""
    return " ⏎ ".join(line.strip() for line in text.splitlines() if line.strip()) or "(nothing)"


def cell(text: str) -> str:
    return text.replace("|", "\\|")
