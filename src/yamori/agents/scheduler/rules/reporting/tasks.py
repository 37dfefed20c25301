"""What was done with tasks, as sentences; never more than the log holds."""

from collections.abc import Mapping, Sequence
from datetime import date as Day
from datetime import datetime
from typing import Any

from yamori.agents.scheduler.rules.reporting.reminders import reminded_words
from yamori.agents.scheduler.rules.reporting.times import at_words, day_words, length_words
from yamori.agents.scheduler.rules.rows.entry import CustomTask, viewed
from yamori.agents.scheduler.wording import Words

_DONE = ("added", "renamed", "moved", "noted", "done", "reopened", "deleted", "changed", "restored")


def report_change(tool: str, result: Mapping[str, Any], now: datetime, words: Words) -> str:
    """What happened to one task."""
    task = viewed(result["task"], person="", at=now)
    before = viewed(result["before"], person="", at=now) if result.get("before") else None
    reminded = reminded_words(result["reminder"], now, words) if result.get("reminder") else ""
    said = (_changed(str(result["did"]), task, before, tool, now, words), reminded, _overlap_words(result.get("overlaps") or (), words))
    return words.join("sentences", said)


def _overlap_words(overlaps: Sequence[Mapping[str, Any]], words: Words) -> str:
    """What is planned at the same time, which the person may not have thought of."""
    if not overlaps:
        return ""
    others = (words.say("tasks.overlap", title=row["title"], at=f"{datetime.fromisoformat(row['start']):%H:%M}") for row in overlaps)
    return words.say("tasks.overlaps", others=words.join("both", others))


def _changed(did: str, task: CustomTask, before: CustomTask | None, tool: str, now: datetime, words: Words) -> str:
    length = _length(task, words)
    return words.say(
        "tasks.did",
        _sort_of(did, task, tool),
        title=task.title,
        before=before.title if before else "",
        when=at_words(task, now.date(), words),
        length=length,
        memo=task.memo or "",
        lines=(task.memo or "").replace("\n", words.say("tasks.memo_lines")),
        extras=words.join("comma", (length, task.memo or "")),
        line=line(task, now.date(), words, dated=True),
    )


def _sort_of(did: str, task: CustomTask, tool: str) -> str:
    """Which sentence tells of it."""
    if did in _DONE:
        return "changed" if did == "restored" else "unnoted" if did == "noted" and not task.memo else did
    if tool == "create_custom_task":
        return "there_already"
    if tool == "toggle_custom_task":
        return "done_already" if task.done else "open_already"
    return "other"


def line(task: CustomTask, today: Day, words: Words, *, dated: bool) -> str:
    """One task on a line of its own."""
    when = at_words(task, today, words) if dated else f"{task.time:%H:%M}" if task.time else ""
    extras = (
        _length_until(task, today, words, dated=dated),
        task.place or "",
        (task.memo or "").replace("\n", "; "),
        words.say("tasks.done") if task.done else "",
    )
    return words.say("tasks.line", when=when, title=task.title, extras=words.join("comma", extras))


def _length_until(task: CustomTask, today: Day, words: Words, *, dated: bool) -> str:
    """How long, and until when: `1 h 30 min, until 16:30`; `until Sat 5 Dec`."""
    if task.of_whole_days and task.last_day is not None:
        return "" if dated else words.say("tasks.until", last=day_words(task.last_day, today, words))
    length = _length(task, words)
    if task.date is None or task.time is None or task.duration is None:
        return length
    end = datetime.combine(task.date, task.time) + task.duration
    return length if end.date() != task.date else words.say("tasks.length_until", length=length, end=f"{end:%H:%M}")


def _length(task: CustomTask, words: Words) -> str:
    """Empty where its days say how long it takes."""
    return length_words(int(task.duration.total_seconds() // 60), words) if task.duration and not task.of_whole_days else ""
