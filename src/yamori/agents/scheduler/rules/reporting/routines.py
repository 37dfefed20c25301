"""What was done with routines, as sentences; never more than the log holds."""

from collections.abc import Mapping, Sequence
from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock
from typing import Any

from yamori.agents.scheduler.rules.reporting.reminders import reminded_each_time
from yamori.agents.scheduler.rules.reporting.times import day_words, length_words, moment_words, recurrence_words
from yamori.agents.scheduler.rules.rows.entry import last_day_of
from yamori.agents.scheduler.wording import Words

_DONE = ("added", "renamed", "stepped", "unstepped", "deleted", "changed", "restored")


def report_routine(tool: str, result: Mapping[str, Any], now: datetime, words: Words) -> str:
    """A sentence for a result about routines; empty for any other."""
    if "routine_list" in result:
        return _listed(result, now, words)
    if "check" in result:
        return _ticked(result, now, words)
    if "routine" not in result:
        return ""
    reminded = reminded_each_time(result["reminder"], now, words) if result.get("reminder") else ""
    return words.join("sentences", (_changed(tool, result, now.date(), words), reminded))


def _changed(tool: str, result: Mapping[str, Any], today: Day, words: Words) -> str:
    routine, before, did, step = result["routine"], result.get("before"), str(result["did"]), str(result.get("step") or "")
    skipped = _new_gaps(routine, before) if did == "changed" and before is not None else []
    sort = "skipped" if skipped else "changed" if did == "restored" else did if did in _DONE else "other"
    minutes = next((int(s.get("minutes") or 0) for s in routine["steps"] if s["title"] == step), 0)
    return words.say(
        "routines.did",
        "step_already" if sort == "other" and tool == "add_step" else sort,
        title=routine["title"],
        before=(before or routine)["title"],
        when=_when(routine, words),
        steps=words.join("comma", (_step(s, words) for s in routine["steps"])),
        step=step,
        length=length_words(minutes, words),
        day=day_words(Day.fromisoformat(skipped[0]), today, words) if skipped else "",
    )


def _new_gaps(routine: Mapping[str, Any], before: Mapping[str, Any]) -> list[str]:
    return [day for day in routine.get("skipped") or () if day not in (before.get("skipped") or ())]


def _ticked(result: Mapping[str, Any], now: datetime, words: Words) -> str:
    day = Day.fromisoformat(result["check"]["date"])
    what = words.say("routines.ticked", title=(result.get("routine") or {}).get("title") or "", step=result.get("step"))
    when = "" if day == now.date() else day_words(day, now.date(), words)
    steps = (result.get("day") or {}).get("steps", ()) if result["did"] == "done" else ()
    left = words.join("comma", (s["title"] for s in steps if not s["done"]))
    said = words.say("routines.ticks", result["did"], what=what, when=when)
    return words.join("sentences", (said, words.say("routines.left", titles=left) if left else ""))


def _listed(result: Mapping[str, Any], now: datetime, words: Words) -> str:
    rows: Sequence[Mapping[str, Any]] = result["routine_list"]
    if not rows:
        return words.say("routines.none")
    lines = [_routine_line(row, words) for row in rows]
    if len(rows) == 1 and result.get("one"):
        return lines[0] + _next(result, now.date(), words)
    return words.count("routines.head", len(rows)) + "".join(f"\n- {text}" for text in lines)


def _next(result: Mapping[str, Any], today: Day, words: Words) -> str:
    """When it comes round next; nothing of one that comes every day, where that says it."""
    if not result.get("next") or len(result["routine_list"][0].get("days") or ()) == 7:
        return ""
    return words.say("routines.next", day=day_words(Day.fromisoformat(result["next"]), today, words))


def _routine_line(row: Mapping[str, Any], words: Words) -> str:
    """The routine with its days and steps, and of a day on which it falls what is still to do."""
    lengths = [int(s.get("minutes") or 0) for s in row["steps"]]
    streak = int(row.get("streak") or 0)
    text = words.say(
        "routines.line",
        title=row["title"],
        when=_when(row, words),
        steps=words.join("comma", (_step(s, words) for s in row["steps"])),
        whole=length_words(sum(lengths), words) if sum(map(bool, lengths)) > 1 else "",
        streak=streak if streak > 1 else "",
    )
    day = row.get("day")
    if not day or not day["steps"]:
        return text
    left = [s["title"] for s in day["steps"] if not s["done"]]
    if not left:
        return words.say("routines.all_done", line=text)
    return words.say("routines.left_today", line=text, count=len(left), titles=words.join("comma", left))


def routine_day_line(row: Mapping[str, Any], today: Day, words: Words, *, dated: bool) -> str:
    """A routine on one day, on a line of its own."""
    day, at = Day.fromisoformat(row["date"]), str(row.get("time") or "")
    minutes = int(row.get("minutes") or 0)
    last = last_day_of(day, Clock.fromisoformat(at) if at else None, timedelta(minutes=minutes))
    length = length_words(minutes, words)
    if not at and last != day:
        length = words.say("tasks.until", last=day_words(last, today, words))
    extras = words.join("comma", (length, words.say("tasks.done") if row["done"] else ""))
    return words.say("tasks.line", when=moment_words(day, at, today, words) if dated else at, title=row["title"], extras=extras)


def routine_place(row: Mapping[str, Any]) -> tuple[bool, Day, bool, Clock]:
    """Where it stands among the tasks of its day."""
    at = Clock.fromisoformat(row["time"]) if row.get("time") else None
    return (False, Day.fromisoformat(row["date"]), at is not None, at or Clock.min)


def _when(routine: Mapping[str, Any], words: Words) -> str:
    """Its days, its hour (of one whose days are counted in another time zone with that zone), and how long it takes."""
    at, place = str(routine.get("time") or ""), str(routine.get("zone") or "").rpartition("/")[2].replace("_", " ")
    return words.say(
        "routines.when",
        recurrence=recurrence_words(str(routine["recurrence"]), words),
        at=words.say("routines.at", at=at, place=place) if at else "",
        length=length_words(int(routine.get("minutes") or 0), words),
    )


def _step(step: Mapping[str, Any], words: Words) -> str:
    return words.say("routines.step", title=step["title"], length=length_words(int(step.get("minutes") or 0), words))
