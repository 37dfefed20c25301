"""The execution log as sentences, in English and Japanese: what was done with which task, and lists. Never more than the log holds."""

from collections.abc import Mapping, Sequence
from datetime import date as Day
from datetime import datetime
from typing import Any, cast

from yamori.agentkit.task import ToolRun
from yamori.agents.scheduler.rules.entry import CustomTask, viewed
from yamori.domain.language import Language
from yamori.domain.values import Value
from yamori.domain.when import When

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DAYS_JA = "月火水木金土日"
_NEAR = {-1: "yesterday", 0: "today", 1: "tomorrow"}
_NEAR_JA = {-1: "昨日", 0: "今日", 1: "明日"}
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
    if "tasks" in result:
        return _list(result, now, language)
    task = viewed(result["task"], person="", at=now)
    before = viewed(result["before"], person="", at=now) if result.get("before") else None
    return (_changed_ja if japanese else _changed)(str(result["did"]), task, before, run, now)


def _changed(did: str, task: CustomTask, before: CustomTask | None, run: ToolRun, now: datetime) -> str:
    title, when = f'"{task.title}"', at_words(task, now.date(), Language.ENGLISH)
    match did:
        case "added":
            extra = (f", for {_length(task, False)}" if task.duration else "") + (f" ({task.memo})" if task.memo else "")
            return f"Added {title}" + (f" for {when}" if when else "") + extra + "."
        case "renamed":
            return f'Renamed "{before.title if before else ""}" to {title}.'
        case "moved":
            return f"Moved {title} to {when}" + (f", for {_length(task, False)}" if task.duration else "") + "."
        case "noted":
            memo = (task.memo or "").replace("\n", "; ")
            return f'Noted on {title}: "{memo}".' if task.memo else f"Took the note off {title}."
        case "done":
            return f"Marked {title} as done."
        case "reopened":
            return f"Marked {title} as not done."
        case "deleted":
            return f"Deleted {title}" + (f" ({when})" if when else "") + "."
    if run.tool == "create_custom_task":
        return f"{title} was on your schedule already" + (f", for {when}." if when else ".")
    if run.tool == "toggle_custom_task":
        return f"{title} was {'done' if task.done else 'not done'} already."
    return f"{title} was so already" + (f" ({when})." if when else ".")


def _changed_ja(did: str, task: CustomTask, before: CustomTask | None, run: ToolRun, now: datetime) -> str:
    title, when = f"「{task.title}」", at_words(task, now.date(), Language.JAPANESE)
    match did:
        case "added":
            extra = (f"、{_length(task, True)}" if task.duration else "") + (f"、{task.memo}" if task.memo else "")
            return f"{title}を{when + 'に' if when else '予定に'}追加しました" + (f"({extra[1:]})" if extra else "") + "。"
        case "renamed":
            return f"「{before.title if before else ''}」の名前を{title}に変えました。"
        case "moved":
            return f"{title}を{when}に変更しました" + (f"({_length(task, True)})" if task.duration else "") + "。"
        case "noted":
            memo = (task.memo or "").replace("\n", "、")
            return f"{title}にメモ「{memo}」を付けました。" if task.memo else f"{title}のメモを消しました。"
        case "done":
            return f"{title}を完了にしました。"
        case "reopened":
            return f"{title}を未完了に戻しました。"
        case "deleted":
            return f"{title}{f'({when})' if when else ''}を削除しました。"
    if run.tool == "create_custom_task":
        return f"{title}は{when + 'に' if when else ''}すでに予定に入っています。"
    if run.tool == "toggle_custom_task":
        return f"{title}はすでに{'完了しています' if task.done else '未完了です'}。"
    return f"{title}はすでにそうなっています{f'({when})' if when else ''}。"


def _list(result: Mapping[str, Any], now: datetime, language: Language) -> str:
    japanese = language is Language.JAPANESE
    tasks = [viewed(row, person="", at=now) for row in result["tasks"]]
    start = Day.fromisoformat(result["start"]) if result.get("start") else None
    end = Day.fromisoformat(result["end"]) if result.get("end") else None
    about, done = result.get("about"), result.get("done")
    period = period_words(start, end, now.date(), language)
    if not tasks:
        return _nothing(period, about, done, japanese)
    one_day = start is not None and start == end
    lines = [_line(t, now.date(), language, dated=not one_day) for t in tasks[:MOST_LISTED]]
    more = len(tasks) - len(lines)
    if about and len(tasks) == 1:
        return lines[0] + ("。" if japanese else ".")
    if japanese:
        state = "終わった" if done is True else "残っている" if done is False and start is None else ""
        head = f"{period + 'の' if period else ''}{state}予定は{len(tasks)}件です。"
        tail = f"\nほか{more}件。" if more else ""
    else:
        state = "finished " if done is True else "open " if done is False and start is None else ""
        head = f"{len(tasks)} {state}{'task' if len(tasks) == 1 else 'tasks'}{f' {period}' if period else ''}:"
        tail = f"\nand {more} more." if more else ""
    return head + "".join(f"\n- {line}" for line in lines) + tail


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


def _line(task: CustomTask, today: Day, language: Language, *, dated: bool) -> str:
    japanese = language is Language.JAPANESE
    when = at_words(task, today, language) if dated else f"{task.time:%H:%M}" if task.time else ""
    extras = [_length(task, japanese) if task.duration else "", task.place or "", (task.memo or "").replace("\n", "; ")]
    if task.done:
        extras.append("完了" if japanese else "done")
    shown = ("、" if japanese else ", ").join(e for e in extras if e)
    return f"{when + ' ' if when else ''}{task.title}" + (f" ({shown})" if shown else "")


def at_words(task: CustomTask, today: Day, language: Language) -> str:
    """`tomorrow, Sun 22 Nov, 15:30`, `11月22日(日)15:30`; empty where the task has neither."""
    clock = f"{task.time:%H:%M}" if task.time else ""
    if task.date is None:
        return clock
    if language is Language.JAPANESE:
        return day_words(task.date, today, language) + clock
    return day_words(task.date, today, language) + (f", {clock}" if clock else "")


def day_words(day: Day, today: Day, language: Language) -> str:
    if language is Language.JAPANESE:
        year = f"{day.year}年" if day.year != today.year else ""
        return f"{year}{day.month}月{day.day}日({_DAYS_JA[day.weekday()]})"
    year = f" {day.year}" if day.year != today.year else ""
    near = _NEAR.get((day - today).days, "")
    return (f"{near}, " if near else "") + f"{_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]}{year}"


def period_words(start: Day | None, end: Day | None, today: Day, language: Language) -> str:
    if start is None or end is None:
        return ""
    japanese = language is Language.JAPANESE
    if start == end:
        near = _NEAR_JA.get((start - today).days, "") if japanese else ""
        words = day_words(start, today, language)
        return f"{near}、{words}" if near else words if japanese or (start - today).days in _NEAR else f"on {words}"
    first, last = (day_words(d, today, language).split(", ")[-1] for d in (start, end))
    return f"{first}から{last}まで" if japanese else f"from {first} to {last}"


def _length(task: CustomTask, japanese: bool) -> str:
    minutes = int(task.duration.total_seconds() // 60) if task.duration else 0
    hours, rest = divmod(minutes, 60)
    if japanese:
        return (f"{hours}時間" if hours else "") + (f"{rest}分" if rest else "")
    return " ".join(p for p in (f"{hours} h" if hours else "", f"{rest} min" if rest else "") if p)


def once_only(when: When, language: Language) -> str:
    """Said where a sentence asked for a repetition, which the schedule does not keep yet."""
    if when.every is None:
        return ""
    if language is Language.JAPANESE:
        return "繰り返しの予定にはまだ対応していないため、1回分だけ入れました。"
    return " It stands there once: the schedule does not keep repetitions yet."


def undo_of(runs: Sequence[ToolRun]) -> list[Value]:
    """What would take the runs back, as (tool, arguments); where a tool cannot, nothing stands for it."""
    steps: list[Value] = []
    for run in runs:
        if not run.ok or not isinstance(run.result, Mapping) or "did" not in run.result:
            continue
        result = cast(Mapping[str, Any], run.result)
        task, before, did = result["task"], result.get("before") or {}, result["did"]
        kept = {k: before[k] for k in ("title", "date", "time", "minutes", "place", "memo") if k in before}
        match did:
            case "added":
                steps.append(["delete_custom_task", {"task_id": task["id"]}])
            case "deleted":
                steps.append(["create_custom_task", kept])
            case "renamed":
                steps.append(["rename_custom_task", {"task_id": task["id"], "title": before["title"]}])
            case "done" | "reopened":
                steps.append(["toggle_custom_task", {"task_id": task["id"], "done": did == "reopened"}])
            case "noted":
                steps.append(["update_custom_task_memo", {"task_id": task["id"], "memo": before.get("memo", "")}])
            case "moved" if "date" in before:
                when = {k: before[k] for k in ("date", "time") if k in before}
                steps.append(["update_custom_task_time", {"task_id": task["id"], **when}])
    return steps
