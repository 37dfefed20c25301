"""Was a task done? Rules over the schedule's rows before and after it, and for a question over the answer's words; no model, no clock."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

from yamori.evaluation.diary.moments import last_fridays
from yamori.evaluation.diary.tasks import Added, Changed, DiaryTask, Shows, Wanted, Which, Words
from yamori.evaluation.matchers import folded
from yamori.evaluation.rows import LogRow, RoutineRow, Row, ScheduleRows, TaskRow, changed_rows

_WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_EDGE = re.compile(r"^[\W_]+|[\W_]+$")


def misses(task: DiaryTask, before: ScheduleRows, after: ScheduleRows, *, answer: str, now: datetime, language: str) -> list[str]:
    """What is wrong; nothing when the task was done, nothing else was touched, and a question was answered rightly."""
    wrong: list[str] = []
    left = _Changes(before, after)
    for added in task.adds:
        wrong += left.take_added(added, now.date(), language)
    for changed in task.changes:
        wrong += left.take_changed(changed, now.date(), language)
    for removed in task.removes:
        wrong += left.take_removed(removed, language)
    wrong += left.unasked()
    if task.shows is not None:
        wrong += _shown(task.shows, before, answer, now.date(), language)
    return wrong


class _Changes:
    """What happened between two looks; whatever is taken out was asked for, and what is left was not."""

    def __init__(self, before: ScheduleRows, after: ScheduleRows) -> None:
        self._before = before
        self._new: list[Row] = []
        self._changed: list[tuple[Row, Row]] = []
        self._gone: list[Row] = []
        for kind in ("tasks", "routines", "logs"):
            rows = before.of(kind)
            known = {row.id: row for row in rows}
            changed, gone = changed_rows(rows, after.of(kind))
            self._new += [row for row in changed if row.id not in known]
            self._changed += [(known[row.id], row) for row in changed if row.id in known]
            self._gone += gone
        self._ticks = before.ticks ^ after.ticks

    def take_added(self, wanted: Added, today: date, language: str) -> Iterator[str]:
        alike = [row for row in self._new if _is(row, wanted.kind, wanted.title, language)]
        if not alike:
            yield f"no {wanted.kind} {_quoted(wanted.title, language)} was added"
            return
        self._new.remove(alike[0])
        yield from _differences(_blank(alike[0]), alike[0], wanted, today, language)

    def take_changed(self, wanted: Changed, today: date, language: str) -> Iterator[str]:
        which = wanted.which
        pairs = [pair for pair in self._changed if _is(pair[0], which.kind, which.title, language)]
        if not pairs:
            yield f"{_named(self._before, which, language)} was not changed"
            return
        self._changed.remove(pairs[0])
        yield from _differences(*pairs[0], wanted.to, today, language)

    def take_removed(self, which: Which, language: str) -> Iterator[str]:
        gone = [row for row in self._gone if _is(row, which.kind, which.title, language)]
        if not gone:
            yield f"{_named(self._before, which, language)} was not deleted"
            return
        self._gone.remove(gone[0])

    def unasked(self) -> Iterator[str]:
        yield from (f"{_kind(row)} {row} was added" for row in self._new)
        yield from (f"{_kind(old)} {old} became {new}" for old, new in self._changed)
        yield from (f"{_kind(row)} {row} was removed" for row in self._gone)
        yield from (f"{tick} was ticked off, or its tick was taken away" for tick in sorted(self._ticks))


def _differences(old: Row, new: Row, wanted: Wanted, today: date, language: str) -> Iterator[str]:
    """How `new` differs from `old` in anything but what is wanted, and from what is wanted."""
    if wanted.title is not None and _bare(_title(new)) not in _bares(wanted.title, language):
        yield f'the {_kind(new)} is called "{_title(new)}", not {_quoted(wanted.title, language)}'
    if isinstance(new, TaskRow):
        yield from _task_differences(new, wanted, today, language)
    elif isinstance(new, RoutineRow):
        yield from _routine_differences(new, wanted, language)
    asked: dict[str, Any] = {key: getattr(new, key) for key in wanted.model_fields_set if hasattr(new, key)}
    if "days" in asked:
        asked["recurrence"] = getattr(new, "recurrence", "")
    if replace(old, **asked) != new:
        yield f"the {_kind(new)} is {new}, which is more than was asked"


def _task_differences(new: TaskRow, wanted: Wanted, today: date, language: str) -> Iterator[str]:
    given = wanted.model_fields_set
    days = [None if offset == "none" else today + timedelta(days=offset) for offset in wanted.date]
    if "date" in given and new.date not in days:
        yield f"the task is on {new.date}, not on {' or '.join(map(str, days))}"
    if "time" in given and new.time != wanted.time:
        yield f"the task is at {new.time}, not at {wanted.time}"
    if "done" in given and new.done is not wanted.done:
        yield f"the task is {'done' if new.done else 'not done'}"
    if wanted.memo is not None and not any(folded(words) in folded(new.memo or "") for words in wanted.memo.of(language)):
        yield f"the memo is {new.memo!r}"


def _routine_differences(new: RoutineRow, wanted: Wanted, language: str) -> Iterator[str]:
    given = wanted.model_fields_set
    if "days" in given and new.days != wanted.days:
        yield f"the routine is on {' '.join(d for d in _WEEK if d in new.days) or new.recurrence or 'no day'}"
    if "steps" in given:
        right = len(new.steps) == len(wanted.steps) and all(
            _bare(step.title) in _bares(want.title, language) and step.minutes == want.minutes
            for step, want in zip(new.steps, wanted.steps, strict=True)
        )
        if not right:
            yield f"the routine's steps are [{', '.join(map(str, new.steps))}]"


def _shown(shows: Shows, rows: ScheduleRows, answer: str, today: date, language: str) -> Iterator[str]:
    if shows.tasks is not None:
        first, last = (today + timedelta(days=offset) for offset in shows.tasks)
        yield from _period_shown(rows, folded(answer), first, last)
    if shows.diary is not None:
        yield from _day_shown(rows.logs, folded(answer), last_fridays(today, language))


def _period_shown(rows: ScheduleRows, answer: str, first: date, last: date) -> Iterator[str]:
    """Every task of the days and none of another; a task without a day, and a routine that comes round on one of the days, may be there."""
    weekdays = {_WEEK[(first + timedelta(days=n)).weekday()] for n in range((last - first).days + 1)}
    for task in rows.tasks:
        there, within = folded(task.title) in answer, task.date is not None and first <= task.date <= last
        if within and not there:
            yield f"the answer lacks {task}"
        elif there and task.date is not None and not within:
            yield f"the answer has {task}"
    yield from (f"the answer has {r}" for r in rows.routines if folded(r.title) in answer and not r.days & weekdays)


def _day_shown(logs: Sequence[LogRow], answer: str, days: Sequence[date]) -> Iterator[str]:
    """Every line of one of these days, and no line of any other day."""
    wrongs = []
    for day in days:
        wrong = [f"the answer lacks {log}" for log in logs if log.date == day and not all(line in answer for line in _lines(log))]
        wrong += [f"the answer has {log}" for log in logs if log.date != day and any(line in answer for line in _lines(log))]
        wrongs.append(wrong)
    yield from min(wrongs, key=len)


def _lines(log: LogRow) -> list[str]:
    return [folded(line).strip(" .。") for line in log.text.splitlines() if line.strip()]


def _kind(row: Row) -> str:
    match row:
        case TaskRow():
            return "task"
        case RoutineRow():
            return "routine"
        case LogRow():
            return "day of the diary"


def _title(row: Row) -> str:
    return "" if isinstance(row, LogRow) else row.title


def _is(row: Row, kind: str, title: Words, language: str) -> bool:
    return _kind(row) == kind and _bare(_title(row)) in _bares(title, language)


def _named(rows: ScheduleRows, which: Which, language: str) -> str:
    all_rows: list[Row] = [*rows.tasks, *rows.routines]
    there = any(_is(row, which.kind, which.title, language) for row in all_rows)
    return f"the {which.kind} {_quoted(which.title, language)}" + ("" if there else " is not there and")


def _blank(row: Row) -> Row:
    """A row of the same kind and title that holds nothing else: what a new one may differ in is what was asked."""
    if isinstance(row, TaskRow):
        return replace(row, date=None, time=None, memo=None, done=False)
    if isinstance(row, RoutineRow):
        return replace(row, time=None, days=frozenset(), steps=())
    return row


def _bare(text: str) -> str:
    """Without quotes and punctuation around it."""
    return _EDGE.sub("", folded(text))


def _bares(words: Words, language: str) -> set[str]:
    return {_bare(text) for text in words.of(language)}


def _quoted(words: Words, language: str) -> str:
    return " or ".join(f'"{text}"' for text in words.of(language))
