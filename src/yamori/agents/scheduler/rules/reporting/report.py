"""The execution log as sentences: what was done with which task, and lists. Never more than the log holds."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date as Day
from datetime import datetime
from datetime import time as Clock
from typing import Any, cast

from yamori.agentkit.task import ToolRun
from yamori.agents.scheduler.rules.reporting.days import report_days
from yamori.agents.scheduler.rules.reporting.external import report_external, unread_words
from yamori.agents.scheduler.rules.reporting.problems import in_words
from yamori.agents.scheduler.rules.reporting.reminders import report_reminder
from yamori.agents.scheduler.rules.reporting.routines import report_routine, routine_day_line, routine_place
from yamori.agents.scheduler.rules.reporting.tasks import line, report_change
from yamori.agents.scheduler.rules.reporting.times import period_words
from yamori.agents.scheduler.rules.rows.entry import viewed
from yamori.agents.scheduler.wording import Words, words_in
from yamori.domain.values import Value

MOST_LISTED = 50


def report_text(runs: Sequence[ToolRun], now: datetime, language: str) -> str:
    """A sentence for each run; lists on lines of their own."""
    words = words_in(language)
    said = [_run(run, now, words, language) for run in _settled(runs)]
    return "\n".join(s for s in said if s) if any("\n" in s for s in said) else words.join("sentences", said)


def _settled(runs: Sequence[ToolRun]) -> list[ToolRun]:
    """The runs, without what overlapped only until a later one moved it away: two tasks that trade places."""
    out: list[ToolRun] = []
    gone: set[tuple[str, str]] = set()
    for run in reversed(runs):
        result = run.result if isinstance(run.result, Mapping) else {}
        if overlaps := cast(Sequence[Mapping[str, Any]], result.get("overlaps") or ()):
            left: list[Value] = [row for row in overlaps if (row["title"], row["start"]) not in gone]
            run = replace(run, result={**result, "overlaps": left})
        if isinstance(before := result.get("before"), Mapping) and before.get("date") and before.get("time"):
            gone.add((str(before["title"]), f"{before['date']}T{before['time']}"))
        out.append(run)
    return out[::-1]


def _run(run: ToolRun, now: datetime, words: Words, language: str) -> str:
    if not run.ok or not isinstance(run.result, Mapping):
        return words.say("report.failed", why=in_words(run.problem, language) if run.problem else words.say("report.unknown"))
    result = cast(Mapping[str, Any], run.result)
    if "collection" in result:
        return report_external(result, now, words)
    said = _of_schedule(run.tool, result, now, words)
    unread = unread_words(result.get("unread") or (), words)
    return f"{said}\n{unread}" if said and unread else said


def _of_schedule(tool: str, result: Mapping[str, Any], now: datetime, words: Words) -> str:
    if "tasks" in result:
        return _list(result, now, words)
    if "task" in result:
        return report_change(tool, result, now, words)
    return report_days(result, now, words) or report_routine(tool, result, now, words) or report_reminder(result, now, words)


def _list(result: Mapping[str, Any], now: datetime, words: Words) -> str:
    tasks = [viewed(row, person="", at=now) for row in result["tasks"]]
    start = Day.fromisoformat(result["start"]) if result.get("start") else None
    end = Day.fromisoformat(result["end"]) if result.get("end") else None
    about, done = result.get("about"), result.get("done")
    period = period_words(start, end, now.date(), words)
    routines: Sequence[Mapping[str, Any]] = result.get("routines") or ()
    if not tasks and not routines:
        return _nothing(period, about, done, words)
    one_day = start is not None and start == end
    rows = [(_place(t.date, t.time), line(t, now.date(), words, dated=not one_day)) for t in tasks]
    rows += [(routine_place(r), routine_day_line(r, now.date(), words, dated=not one_day)) for r in routines]
    lines = [text for _, text in sorted(rows, key=lambda row: row[0])][:MOST_LISTED]
    count = len(rows) + int(result.get("more") or 0)
    if about and len(tasks) == 1:
        return words.say("report.sentence", line=lines[0])
    head = words.say(
        "report.head",
        count=count,
        state=words.say("report.state", "finished" if done is True else "open" if done is False and start is None else ""),
        noun=words.count("report.entry" if routines else "report.task", count),
        period=period,
    )
    more = count - len(lines)
    return "\n".join((head, *(f"- {text}" for text in lines), *((words.say("report.more", count=more),) if more else ())))


def _place(day: Day | None, at: Clock | None) -> tuple[bool, Day, bool, Clock]:
    """By day and time; what has no day last, what has no time first."""
    return (day is None, day or Day.min, at is not None, at or Clock.min)


def _nothing(period: str, about: str | None, done: bool | None, words: Words) -> str:
    if about:
        return words.say("report.nothing_like", about=about)
    if done is True:
        return words.say("report.nothing_finished", period=period)
    return words.say("report.nothing_planned", period=period) if period else words.say("report.nothing_left")


def undo_of(runs: Sequence[ToolRun]) -> list[Value]:
    """What the runs did, as (what, key of the change), so that it can be taken back."""
    found: list[Value] = []
    for run in runs:
        result = run.result
        if run.ok and isinstance(result, Mapping) and "key" in result and result.get("did") != "unchanged":
            found.append([result["did"], result["key"]])
    return found
