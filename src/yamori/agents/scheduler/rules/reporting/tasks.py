"""What was done with tasks, as sentences; never more than the log holds."""

from collections.abc import Mapping, Sequence
from datetime import date as Day
from datetime import datetime
from typing import Any

from yamori.agents.scheduler.rules.reporting.reminders import reminded_words
from yamori.agents.scheduler.rules.reporting.times import at_words, day_words, length_words
from yamori.agents.scheduler.rules.rows.entry import CustomTask, viewed
from yamori.domain.language import Language


def report_change(tool: str, result: Mapping[str, Any], now: datetime, language: Language) -> str:
    """What happened to one task."""
    japanese = language is Language.JAPANESE
    task = viewed(result["task"], person="", at=now)
    before = viewed(result["before"], person="", at=now) if result.get("before") else None
    said = (_changed_ja if japanese else _changed)(str(result["did"]), task, before, tool, now)
    told = reminded_words(result["reminder"], now, language) if result.get("reminder") else ""
    return said + told + _overlap_words(result.get("overlaps") or (), japanese)


def _overlap_words(overlaps: Sequence[Mapping[str, Any]], japanese: bool) -> str:
    """What is planned at the same time, which the person may not have thought of."""
    if not overlaps:
        return ""
    others = [(datetime.fromisoformat(row["start"]), row["title"]) for row in overlaps]
    if japanese:
        return "同じ時間に" + "、".join(f"「{title}」({at:%H:%M})" for at, title in others) + "があります。"
    return " At the same time there is " + " and ".join(f'"{title}" ({at:%H:%M})' for at, title in others) + "."


def _length(task: CustomTask, today: Day, japanese: bool, *, dated: bool) -> str:
    """How long, and until when: `1 h 30 min, until 16:30`; `until Sat 5 Dec`."""
    if task.of_whole_days and task.last_day is not None:
        last = "" if dated else day_words(task.last_day, today, Language.JAPANESE if japanese else Language.ENGLISH)
        return (f"{last}まで" if japanese else f"until {last}") if last else ""
    length = _hours(task, japanese)
    if task.date is None or task.time is None or task.duration is None:
        return length
    end = datetime.combine(task.date, task.time) + task.duration
    if end.date() != task.date:
        return length
    return f"{length}、{end:%H:%M}まで" if japanese else f"{length}, until {end:%H:%M}"


def _hours(task: CustomTask, japanese: bool) -> str:
    """Empty where its days say how long it takes."""
    return length_words(int(task.duration.total_seconds() // 60), japanese) if task.duration and not task.of_whole_days else ""


def _changed(did: str, task: CustomTask, before: CustomTask | None, tool: str, now: datetime) -> str:
    title, when, hours = f'"{task.title}"', at_words(task, now.date(), Language.ENGLISH), _hours(task, japanese=False)
    match did:
        case "added":
            extra = (f", for {hours}" if hours else "") + (f" ({task.memo})" if task.memo else "")
            return f"Added {title}" + (f" for {when}" if when else "") + extra + "."
        case "renamed":
            return f'Renamed "{before.title if before else ""}" to {title}.'
        case "moved":
            return f"Moved {title} to {when}" + (f", for {hours}" if hours else "") + "."
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
    title, when, hours = f"「{task.title}」", at_words(task, now.date(), Language.JAPANESE), _hours(task, japanese=True)
    match did:
        case "added":
            extra = (f"、{hours}" if hours else "") + (f"、{task.memo}" if task.memo else "")
            return f"{title}を{when + 'に' if when else '予定に'}追加しました" + (f"({extra[1:]})" if extra else "") + "。"
        case "renamed":
            return f"「{before.title if before else ''}」の名前を{title}に変えました。"
        case "moved":
            return f"{title}を{when}に変更しました" + (f"({hours})" if hours else "") + "。"
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


def line(task: CustomTask, today: Day, language: Language, *, dated: bool) -> str:
    """One task on a line of its own."""
    japanese = language is Language.JAPANESE
    when = at_words(task, today, language) if dated else f"{task.time:%H:%M}" if task.time else ""
    extras = [_length(task, today, japanese, dated=dated), task.place or "", (task.memo or "").replace("\n", "; ")]
    if task.done:
        extras.append("完了" if japanese else "done")
    shown = ("、" if japanese else ", ").join(e for e in extras if e)
    return f"{when + ' ' if when else ''}{task.title}" + (f" ({shown})" if shown else "")
