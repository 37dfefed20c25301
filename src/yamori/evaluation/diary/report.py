"""`report.md` of the ten tasks: the paper's table with our columns beside it, the further moments, then the report of every suite."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path

from yamori.evaluation import report
from yamori.evaluation.diary.moments import Moment
from yamori.evaluation.diary.tasks import LANGUAGES, DiaryTasks
from yamori.evaluation.results import CaseResult, Results, Verdict

_NOTE = (
    "○: every trial succeeded. △: some did. ×: none. Each trial is one conversation of all ten tasks in a fresh household. A trial of "
    "a task succeeds when the rows of the schedule (tasks, routines with their steps and ticks, diary) changed as asked and in nothing "
    "else, and when the answer to a question holds the rows of the right days and of no other day. The columns on the right are the "
    "paper's Table 4.5."
)


class Mark(StrEnum):
    """The paper's criteria."""

    ALL = "○"
    SOME = "△"
    NONE = "×"


def mark_of(trials: Sequence[CaseResult]) -> Mark:
    right = sum(trial.verdict is Verdict.RIGHT for trial in trials)
    return Mark.ALL if right == len(trials) else Mark.SOME if right else Mark.NONE


def write_report(results: Results, tasks: DiaryTasks, moments: Sequence[Moment], folder: Path) -> None:
    report.write_report(results, folder)
    file = folder / report.FILE_NAME
    head, found, rest = file.read_text(encoding="utf-8").partition("\n## ")
    first, *further = moments
    own = [head, *_counted(results, moments), *_table(results, tasks, first), "", _NOTE, ""]
    if further:
        own += _further(results, tasks, moments)
    file.write_text("\n".join(own) + found + rest, encoding="utf-8")


def marks(results: Results, moment: Moment, language: str) -> str:
    """`10 ○, 0 △, 0 ×`."""
    ids = {case.id for case in results.cases if case.language == language and case.id.endswith(moment.label)}
    seen = [mark_of([case for case in results.cases if case.id == id]) for id in ids]
    return ", ".join(f"{seen.count(mark)} {mark}" for mark in Mark)


def languages_of(results: Results) -> list[str]:
    return [language for language in LANGUAGES if any(case.language == language for case in results.cases)]


def _trials(results: Results, moment: Moment, language: str, task: int) -> list[CaseResult]:
    return [case for case in results.cases if case.id == f"scheduler-{task}-{language}-{moment.label}"]


def _cell(results: Results, moment: Moment, language: str, task: int) -> str:
    trials = _trials(results, moment, language, task)
    return mark_of(trials) if trials else ""


def _counted(results: Results, moments: Sequence[Moment]) -> Iterator[str]:
    trials, first = max((case.run for case in results.cases), default=0), moments[0]
    for language in languages_of(results):
        yield f"**{language}, {first.at.isoformat(timespec='minutes')}: {marks(results, first, language)} in {trials} trials.**"
        yield ""


def _table(results: Results, tasks: DiaryTasks, moment: Moment) -> Iterator[str]:
    languages = languages_of(results)
    yield f"| task | {' | '.join(languages)} | {' | '.join(tasks.models)} |"
    yield f"| ---: |{' :-: |' * (len(languages) + len(tasks.models))}"
    for task in tasks.tasks:
        own = [_cell(results, moment, language, task.task) for language in languages]
        yield f"| {task.task} | {' | '.join(own)} | {' | '.join(task.paper)} |"
    full = [sum(_cell(results, moment, language, task.task) == Mark.ALL for task in tasks.tasks) for language in languages]
    papers = [sum(task.paper[n] == Mark.ALL for task in tasks.tasks) for n in range(len(tasks.models))]
    yield f"| ○ | {' | '.join(map(str, [*full, *papers]))} |"


def _further(results: Results, tasks: DiaryTasks, moments: Sequence[Moment]) -> Iterator[str]:
    languages = languages_of(results)
    yield f"## At {len(moments)} moments"
    yield ""
    yield f"| moment | | {' | '.join(f'{task.task}' for task in tasks.tasks)} |"
    yield f"| --- | --- |{' :-: |' * len(tasks.tasks)}"
    for moment in moments:
        cells = [" ".join(_cell(results, moment, language, task.task) for language in languages) for task in tasks.tasks]
        yield f"| {moment.at:%Y-%m-%d %H:%M} {moment.zone} | {moment.why} | {' | '.join(cells)} |"
    yield ""
    yield f"In each cell: {', '.join(languages)}."
    yield ""
