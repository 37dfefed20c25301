"""The execution log as sentences, in English and Japanese: what was done with which task, and lists. Never more than the log holds."""

from collections.abc import Mapping, Sequence
from datetime import date as Day
from datetime import datetime
from datetime import time as Clock
from typing import Any, cast

from yamori.agentkit.task import ToolRun
from yamori.agents.scheduler.rules.entry import CustomTask, viewed
from yamori.agents.scheduler.rules.report_days import report_days
from yamori.agents.scheduler.rules.report_routines import report_routine, routine_day_line, routine_place
from yamori.agents.scheduler.rules.time_words import at_words, length_words, period_words
from yamori.domain.language import Language
from yamori.domain.values import Value

MOST_LISTED = 50


def report_text(runs: Sequence[ToolRun], now: datetime, language: Language) -> str:
    """A sentence for each run; lists on lines of their own."""
    said = [_run(run, now, language) for run in runs]
    space = "\n" if any("\n" in s for s in said) else "" if language is Language.JAPANESE else " "
    return space.join(s for s in said if s)


def _run(run: ToolRun, now: datetime, language: Language) -> str:
    japanese = language is Language.JAPANESE
    if not run.ok or not isinstance(run.result, Mapping):
        why = run.problem or ("原因不明" if japanese else "for an unknown reason")
        return f"予定を変更できませんでした({why})。" if japanese else f"I could not change your schedule: {why}."
    result = cast(Mapping[str, Any], run.result)
    other = report_days(result, now, language) or report_routine(run.tool, result, now, language)
    if other:
        return other
    if "tasks" in result:
        return _list(result, now, language)
    return report_change(run.tool, result, now, language)


def report_change(tool: str, result: Mapping[str, Any], now: datetime, language: Language) -> str:
    """What happened to one task."""
    japanese = language is Language.JAPANESE
    task = viewed(result["task"], person="", at=now)
    before = viewed(result["before"], person="", at=now) if result.get("before") else None
    return (_changed_ja if japanese else _changed)(str(result["did"]), task, before, tool, now)


def _minutes(task: CustomTask) -> int:
    return int(task.duration.total_seconds() // 60) if task.duration else 0


def _changed(did: str, task: CustomTask, before: CustomTask | None, tool: str, now: datetime) -> str:
    title, when = f'"{task.title}"', at_words(task, now.date(), Language.ENGLISH)
    match did:
        case "added":
            extra = (f", for {length_words(_minutes(task), False)}" if task.duration else "") + (f" ({task.memo})" if task.memo else "")
            return f"Added {title}" + (f" for {when}" if when else "") + extra + "."
        case "renamed":
            return f'Renamed "{before.title if before else ""}" to {title}.'
        case "moved":
            return f"Moved {title} to {when}" + (f", for {length_words(_minutes(task), False)}" if task.duration else "") + "."
        case "noted":
            memo = (task.memo or "").replace("\n", "; ")
            return f'Noted on {title}: "{memo}".' if task.memo else f"Took the note off {title}."
        case "done":
            return f"Marked {title} as done."
        case "reopened":
            return f"Marked {title} as not done."
        case "deleted":
            return f"Deleted {title}" + (f" ({when})" if when else "") + "."
        case "changed" | "restored":
            return f"{title} now stands so: {line(task, now.date(), Language.ENGLISH, dated=True)}."
    if tool == "create_custom_task":
        return f"{title} was on your schedule already" + (f", for {when}." if when else ".")
    if tool == "toggle_custom_task":
        return f"{title} was {'done' if task.done else 'not done'} already."
    return f"{title} was so already" + (f" ({when})." if when else ".")


def _changed_ja(did: str, task: CustomTask, before: CustomTask | None, tool: str, now: datetime) -> str:
    title, when = f"「{task.title}」", at_words(task, now.date(), Language.JAPANESE)
    match did:
        case "added":
            extra = (f"、{length_words(_minutes(task), True)}" if task.duration else "") + (f"、{task.memo}" if task.memo else "")
            return f"{title}を{when + 'に' if when else '予定に'}追加しました" + (f"({extra[1:]})" if extra else "") + "。"
        case "renamed":
            return f"「{before.title if before else ''}」の名前を{title}に変えました。"
        case "moved":
            return f"{title}を{when}に変更しました" + (f"({length_words(_minutes(task), True)})" if task.duration else "") + "。"
        case "noted":
            memo = (task.memo or "").replace("\n", "、")
            return f"{title}にメモ「{memo}」を付けました。" if task.memo else f"{title}のメモを消しました。"
        case "done":
            return f"{title}を完了にしました。"
        case "reopened":
            return f"{title}を未完了に戻しました。"
        case "deleted":
            return f"{title}{f'({when})' if when else ''}を削除しました。"
        case "changed" | "restored":
            return f"{title}は次のとおりです: {line(task, now.date(), Language.JAPANESE, dated=True)}。"
    if tool == "create_custom_task":
        return f"{title}は{when + 'に' if when else ''}すでに予定に入っています。"
    if tool == "toggle_custom_task":
        return f"{title}はすでに{'完了しています' if task.done else '未完了です'}。"
    return f"{title}はすでにそうなっています{f'({when})' if when else ''}。"


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
        head = f"{count} {state}{'task' if count == 1 else 'tasks'}{f' {period}' if period else ''}:"
        tail = f"\nand {more} more." if more else ""
    return head + "".join(f"\n- {line}" for line in lines) + tail


def _place(day: Day | None, at: Clock | None) -> tuple[bool, Day, bool, Clock]:
    """By day and time; what has no day last, what has no time first."""
    return (day is None, day or Day.min, at is not None, at or Clock.min)


def report_nothing(start: Day, end: Day, now: datetime, language: Language) -> str:
    """A period without tasks."""
    return _nothing(period_words(start, end, now.date(), language), None, None, language is Language.JAPANESE)


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


def line(task: CustomTask, today: Day, language: Language, *, dated: bool) -> str:
    """One task on a line of its own."""
    japanese = language is Language.JAPANESE
    when = at_words(task, today, language) if dated else f"{task.time:%H:%M}" if task.time else ""
    extras = [length_words(_minutes(task), japanese) if task.duration else "", task.place or "", (task.memo or "").replace("\n", "; ")]
    if task.done:
        extras.append("完了" if japanese else "done")
    shown = ("、" if japanese else ", ").join(e for e in extras if e)
    return f"{when + ' ' if when else ''}{task.title}" + (f" ({shown})" if shown else "")


def undo_of(runs: Sequence[ToolRun]) -> list[Value]:
    """What the runs did, as (what, key of the change), so that it can be taken back."""
    found: list[Value] = []
    for run in runs:
        result = run.result
        if run.ok and isinstance(result, Mapping) and "key" in result and result.get("did") != "unchanged":
            found.append([result["did"], result["key"]])
    return found
