"""`report.md` of a file of questions: what was found, cited, declined and invented, how long it took; then every suite's report."""

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from yamori.evaluation import report
from yamori.evaluation.figures import percentile
from yamori.evaluation.papers.household import Reading
from yamori.evaluation.papers.library.questionfile import NONE
from yamori.evaluation.papers.traces import read_trace
from yamori.evaluation.results import CaseResult, Results

_NOTE = (
    "*evidence in the top 5*: a passage of the right paper with 80 % or more of the quoted evidence's terms is among the first five that "
    "the agent's search gives for the question as it was asked. *right source*: the paper is cited; *right place*: the very passage is. "
    "*key facts*: the answer's sentences or their translation hold them; names of sources do not count. *declined*: of those that the "
    "papers do not answer. *answered*: of those that they do. *invented*: sentences that do not stand verbatim in the paper they are "
    "quoted from, and sources that are not listed. *first words*: until the first event with words of the answer in it. A question is "
    "right when source and key facts are, or when it is rightly declined, and nothing is invented."
)


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One question as it went."""

    case: CaseResult
    measures: Mapping[str, Any]

    @property
    def answerable(self) -> bool:
        return NONE not in self.case.tags


def read_asked(results: Results, folder: Path) -> list[Asked]:
    return [Asked(case=case, measures=read_trace(case, folder)["measures"]) for case in results.cases]


def write_report(results: Results, reading: Reading, folder: Path) -> None:
    asked = read_asked(results, folder)
    report.write_report(results, folder)
    file = folder / report.FILE_NAME
    head, found, rest = file.read_text(encoding="utf-8").partition("\n## ")
    own = [head, *_read(reading), *_table(asked), "", _NOTE, ""]
    file.write_text("\n".join(own) + found + rest, encoding="utf-8")


def summary_line(asked: Sequence[Asked]) -> str:
    """The measures that have a goal, for the terminal."""
    row = _row(asked)
    names = ("evidence in the top 5", "right source", "declined", "invented")
    return ", ".join(f"{name} {row[name]}" for name in names)


def _read(reading: Reading) -> Iterator[str]:
    yield f"Papers: {reading.papers}, with passages: {reading.passages}, read in {reading.seconds:.1f} s."
    yield from (f"- not read: {failed}" for failed in reading.failed)
    yield ""


def _table(asked: Sequence[Asked]) -> Iterator[str]:
    groups: list[tuple[str, list[Asked]]] = [("all", list(asked))]
    by: tuple[Callable[[Asked], str], ...] = (lambda a: a.case.language, lambda a: a.case.tags[0])
    for key in by:
        groups += [(name, [a for a in asked if key(a) == name]) for name in sorted({key(a) for a in asked})]
    columns = list(_row(asked))
    yield f"| | questions | {' | '.join(columns)} |"
    yield f"| --- | ---: |{' ---: |' * len(columns)}"
    for name, group in groups:
        yield f"| {name} | {len(group)} | {' | '.join(_row(group).values())} |"


def _row(asked: Sequence[Asked]) -> dict[str, str]:
    answerable, unanswerable = [a for a in asked if a.answerable], [a for a in asked if not a.answerable]
    seconds = [a.case.seconds for a in asked if a.case.answers]
    first = [a.measures["first_seconds"] for a in asked if a.measures["first_seconds"] is not None]
    return {
        "evidence in the top 5": _share(answerable, "evidence"),
        "right source": _share(answerable, "source"),
        "right place": _share(answerable, "place"),
        "key facts": _share(answerable, "facts"),
        "answered": _share(answerable, "declined", wanted=False),
        "declined": _share(unanswerable, "declined"),
        "invented": str(sum(len(a.measures["invented"]) for a in asked)),
        "median s": f"{statistics.median(seconds or [0.0]):.2f}",
        "p90 s": f"{percentile(seconds, 90):.2f}",
        "first words, median s": f"{statistics.median(first or [0.0]):.2f}",
        "p90": f"{percentile(first, 90):.2f}",
    }


def _share(asked: Sequence[Asked], measure: str, *, wanted: bool = True) -> str:
    right = sum(a.measures[measure] is wanted for a in asked)
    return f"{right}/{len(asked)} ({right / len(asked):.1%})" if asked else "-"
