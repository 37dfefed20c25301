"""The execution log as sentences, in English and Japanese: what was done with which task, and lists. Never more than the log holds."""

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
from yamori.domain.language import Language
from yamori.domain.values import Value

MOST_LISTED = 50


def report_text(runs: Sequence[ToolRun], now: datetime, language: Language) -> str:
    """A sentence for each run; lists on lines of their own."""
    said = [_run(run, now, language) for run in _settled(runs)]
    space = "\n" if any("\n" in s for s in said) else "" if language is Language.JAPANESE else " "
    return space.join(s for s in said if s)


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


def _run(run: ToolRun, now: datetime, language: Language) -> str:
    japanese = language is Language.JAPANESE
    if not run.ok or not isinstance(run.result, Mapping):
        why = in_words(run.problem, language) if run.problem else "原因不明" if japanese else "for an unknown reason"
        return f"予定を変更できませんでした({why})。" if japanese else f"I could not change your schedule: {why}."
    result = cast(Mapping[str, Any], run.result)
    if "collection" in result:
        return report_external(result, now, language)
    said = _of_schedule(run.tool, result, now, language)
    unread = unread_words(result.get("unread") or (), language)
    return f"{said}\n{unread}" if said and unread else said


def _of_schedule(tool: str, result: Mapping[str, Any], now: datetime, language: Language) -> str:
    if "tasks" in result:
        return _list(result, now, language)
    if "task" in result:
        return report_change(tool, result, now, language)
    return report_days(result, now, language) or report_routine(tool, result, now, language) or report_reminder(result, now, language)


def _list(result: Mapping[str, Any], now: datetime, language: Language) -> str:
    japanese = language is Language.JAPANESE
    tasks = [viewed(row, person="", at=now) for row in result["tasks"]]
    start = Day.fromisoformat(result["start"]) if result.get("start") else None
    end = Day.fromisoformat(result["end"]) if result.get("end") else None
    about, done = result.get("about"), result.get("done")
    period = period_words(start, end, now.date(), language)
    routines: Sequence[Mapping[str, Any]] = result.get("routines") or ()
    if not tasks and not routines:
        return _nothing(period, about, done, japanese)
    one_day = start is not None and start == end
    rows = [(_place(t.date, t.time), line(t, now.date(), language, dated=not one_day)) for t in tasks]
    rows += [(routine_place(r), routine_day_line(r, now.date(), language, dated=not one_day)) for r in routines]
    lines = [text for _, text in sorted(rows, key=lambda row: row[0])][:MOST_LISTED]
    count = len(rows) + int(result.get("more") or 0)
    more = count - len(lines)
    if about and len(tasks) == 1:
        return lines[0] + ("。" if japanese else ".")
    if japanese:
        state = "終わった" if done is True else "残っている" if done is False and start is None else ""
        head = f"{period + 'の' if period else ''}{state}予定は{count}件です。"
        tail = f"\nほか{more}件。" if more else ""
    else:
        state = "finished " if done is True else "open " if done is False and start is None else ""
        head = f"{count} {state}{_noun(count, bool(routines))}{f' {period}' if period else ''}:"
        tail = f"\nand {more} more." if more else ""
    return head + "".join(f"\n- {line}" for line in lines) + tail


def _noun(count: int, routines: bool) -> str:
    return ("entry" if count == 1 else "entries") if routines else "task" if count == 1 else "tasks"


def _place(day: Day | None, at: Clock | None) -> tuple[bool, Day, bool, Clock]:
    """By day and time; what has no day last, what has no time first."""
    return (day is None, day or Day.min, at is not None, at or Clock.min)


def _nothing(period: str, about: str | None, done: bool | None, japanese: bool) -> str:
    if about:
        return f"「{about}」という予定は見つかりません。" if japanese else f'There is nothing like "{about}" on your schedule.'
    if done is True:
        return (
            f"{period + 'に' if period else ''}終わった予定はありません。"
            if japanese
            else f"Nothing is finished{f' {period}' if period else ''}."
        )
    if not period:
        return "残っている予定はありません。" if japanese else "There is nothing left to do on your schedule."
    return f"{period}の予定はありません。" if japanese else f"Nothing is planned {period}."


def undo_of(runs: Sequence[ToolRun]) -> list[Value]:
    """What the runs did, as (what, key of the change), so that it can be taken back."""
    found: list[Value] = []
    for run in runs:
        result = run.result
        if run.ok and isinstance(result, Mapping) and "key" in result and result.get("did") != "unchanged":
            found.append([result["did"], result["key"]])
    return found
