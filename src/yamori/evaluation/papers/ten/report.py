"""`report.md` of the ten questions: the paper's table with our columns beside it by both rules, then the report of every suite."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from yamori.evaluation import report
from yamori.evaluation.papers.meaning import NEAR
from yamori.evaluation.papers.ten.tasks import LANGUAGES, PaperTasks
from yamori.evaluation.papers.ten.verdict import Mark, over_trials
from yamori.evaluation.papers.traces import read_trace
from yamori.evaluation.results import Results

RULES = ("keywords", "meaning")
Marks = Mapping[tuple[int, str, str], Mark]
"""Task, language and rule to the mark over all trials."""

_NOTE = (
    "○: all core keywords of the paper's answer; △: one or more; ×: none; over several trials ○ or × only where all agree. Each trial is "
    "one question to the Life-Style agent alone in a fresh household with the starter library. *keywords* is the paper's rule, and `score` "
    "below (△ is half). *meaning* also takes other words for a keyword, in either language, and sentences whose cosine with what the "
    f"keyword says is {NEAR:.2f} or more and that have its numbers. The columns on the right are the paper's Table 4.4."
)


def marks_of(results: Results, tasks: PaperTasks, folder: Path) -> Marks:
    seen: dict[tuple[int, str, str], list[Mark]] = {}
    number = {f"lifestyle-{task.task}-{language}": task.task for task in tasks.tasks for language in LANGUAGES}
    for case in results.cases:
        given = read_trace(case, folder)["marks"]
        for rule in RULES:
            seen.setdefault((number[case.id], case.language, rule), []).append(Mark(given[rule]))
    return {key: over_trials(marks) for key, marks in seen.items()}


def counted(marks: Marks, language: str, rule: str) -> str:
    """`10 ○, 0 △, 0 ×`."""
    found = [mark for (_, in_language, by), mark in marks.items() if (in_language, by) == (language, rule)]
    return ", ".join(f"{found.count(mark)} {mark}" for mark in Mark)


def write_report(results: Results, tasks: PaperTasks, folder: Path) -> None:
    marks = marks_of(results, tasks, folder)
    report.write_report(results, folder)
    file = folder / report.FILE_NAME
    head, found, rest = file.read_text(encoding="utf-8").partition("\n## ")
    languages = [language for language in LANGUAGES if any(case.language == language for case in results.cases)]
    trials = max((case.run for case in results.cases), default=0)
    own = [head]
    for language in languages:
        own += [f"**{language}, by {rule}: {counted(marks, language, rule)} in {trials} trials.**\n" for rule in RULES]
    own += [*_table(marks, tasks, languages), "", _NOTE, ""]
    file.write_text("\n".join(own) + found + rest, encoding="utf-8")


def _table(marks: Marks, tasks: PaperTasks, languages: list[str]) -> Iterator[str]:
    columns = [(language, rule) for language in languages for rule in RULES]
    yield f"| task | {' | '.join(f'{language} {rule}' for language, rule in columns)} | {' | '.join(tasks.models)} |"
    yield f"| ---: |{' :-: |' * (len(columns) + len(tasks.models))}"
    for task in tasks.tasks:
        own = [str(marks.get((task.task, *column), "")) for column in columns]
        yield f"| {task.task} | {' | '.join(own)} | {' | '.join(task.paper)} |"
    full = [sum(marks.get((task.task, *column)) is Mark.ALL for task in tasks.tasks) for column in columns]
    papers = [sum(task.paper[n] == Mark.ALL for task in tasks.tasks) for n in range(len(tasks.models))]
    yield f"| ○ | {' | '.join(map(str, [*full, *papers]))} |"
