"""`report.md` of the ten tasks: the paper's table with our columns beside it, then the report of every suite."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from yamori.evaluation import report
from yamori.evaluation.results import CaseResult, Results
from yamori.evaluation.robots.tasks import LANGUAGES, RobotTasks
from yamori.evaluation.robots.verdict import SCORES, Mark

_NOTE = (
    "○: every operation was done, in the order, for the time and at the same time where that was asked. △: of several operations at "
    "least one. ×: none. Judged by the traces of the simulated robots' pins, screens and buzzers alone. The columns on the right are the "
    "paper's Table 4.3, judged there on real robots."
)
_MARKS = {score: mark for mark, score in SCORES.items()}


def write_report(results: Results, tasks: RobotTasks, folder: Path) -> None:
    report.write_report(results, folder)
    file = folder / report.FILE_NAME
    head, found, rest = file.read_text(encoding="utf-8").partition("\n## ")
    own = "\n".join([head, *_counted(results.cases), *_table(results, tasks), "", _NOTE, ""])
    file.write_text(own + found + rest, encoding="utf-8")


def marks(cases: Sequence[CaseResult]) -> str:
    """`9 ○, 1 △, 0 ×`."""
    seen = [_MARKS[case.score] for case in cases]
    return ", ".join(f"{seen.count(mark)} {mark}" for mark in Mark)


def _counted(cases: Sequence[CaseResult]) -> Iterator[str]:
    for language in LANGUAGES:
        own = [case for case in cases if case.language == language]
        if own:
            yield f"**{language}: {marks(own)} of {len(own)}.**"
            yield ""


def _table(results: Results, tasks: RobotTasks) -> Iterator[str]:
    by_key = {(case.id, case.run): case for case in results.cases}
    columns = [(language, run) for language in LANGUAGES for run in sorted({c.run for c in results.cases if c.language == language})]
    yield f"| task | {' | '.join(f'{language}, run {run}' for language, run in columns)} | {' | '.join(tasks.models)} |"
    yield f"| ---: |{' :-: |' * (len(columns) + len(tasks.models))}"
    for task in tasks.tasks:
        cases = [by_key.get((f"iot-{task.task}-{language}", run)) for language, run in columns]
        own = [_MARKS[case.score] if case else "" for case in cases]
        yield f"| {task.task} | {' | '.join(own)} | {' | '.join(task.paper)} |"
    full = [sum(c.score == 1 for c in results.cases if (c.language, c.run) == column) for column in columns]
    papers = [sum(task.paper[n] == Mark.ALL for task in tasks.tasks) for n in range(len(tasks.models))]
    yield f"| ○ | {' | '.join(map(str, [*full, *papers]))} |"
