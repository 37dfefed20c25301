"""Days, the diary and the journal as sentences; never more than the log holds."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date as Day
from datetime import datetime
from typing import Any

from yamori.agents.scheduler.rules.reporting.reminders import report_reminder
from yamori.agents.scheduler.rules.reporting.routines import report_routine
from yamori.agents.scheduler.rules.reporting.tasks import report_change
from yamori.agents.scheduler.rules.reporting.times import day_words, length_words, moment_words, period_words
from yamori.agents.scheduler.wording import Words

MOST_CHANGES = 5
"""Of the last ones that are told."""
MOST_DAYS = 3
"""That are alike and are named."""
_MOST_TAKEN = 5
"""Entries of a day that are named beside its free times."""


def report_days(result: Mapping[str, Any], now: datetime, words: Words) -> str:
    """A sentence for a result about days, the diary or the journal; empty for any other."""
    report = next((each for key, each in _REPORTS.items() if key in result), None)
    if report is not None:
        return report(result, now.date(), words)
    if "undone" in result:
        return words.join("sentences", (words.say("days.undone"), *(_change(row, now, words) for row in result["undone"])))
    if "changes" in result:
        rows = [said for row in result["changes"] if (said := _change(row, now, words))]
        return "\n".join(rows[:MOST_CHANGES]) if rows else words.say("days.no_changes")
    return ""


def _change(row: Mapping[str, Any], now: datetime, words: Words) -> str:
    if "task" in row:
        return report_change("", row, now, words)
    return report_routine("", row, now, words) or report_reminder(row, now, words) or report_days(row, now, words)


def _period(result: Mapping[str, Any], today: Day, words: Words) -> str:
    return period_words(Day.fromisoformat(result["start"]), Day.fromisoformat(result["end"]), today, words)


def _listed(head: str, lines: Sequence[str]) -> str:
    return "\n".join((head, *(f"- {text}" for text in lines)))


def _overdue(result: Mapping[str, Any], today: Day, words: Words) -> str:
    rows = result["overdue"]
    if not rows:
        return words.say("days.no_overdue")
    return _listed(words.count("days.overdue", len(rows)), [_line(row, today, words) for row in rows])


def _upcoming(result: Mapping[str, Any], today: Day, words: Words) -> str:
    lines = [_line(row, today, words) for row in result["upcoming"]]
    if not lines:
        return words.say("days.not_ahead", about=about) if (about := result["about"]) else words.say("days.nothing_ahead")
    return words.say("days.next", line=lines[0]) if len(lines) == 1 else _listed(words.say("days.next_head"), lines)


def _compared(result: Mapping[str, Any], today: Day, words: Words) -> str:
    """The day, or the days that are alike; many of them by their number."""
    rows = result["days"]
    days, more = [day_words(Day.fromisoformat(row["date"]), today, words) for row in rows], max(0, len(rows) - MOST_DAYS)
    entries, length = int(rows[0]["entries"]), length_words(int(rows[0]["minutes"]), words)
    return words.count(
        "days.busiest" if result["busiest"] else "days.quietest",
        len(days),
        period=_period(result, today, words),
        days=words.say("days.alike", days=words.join("days", days[:MOST_DAYS]), more=more or "", of=len(days) if more else ""),
        load=words.count("days.load", entries, length=length) if entries else words.say("days.no_load"),
    )


def _counted(result: Mapping[str, Any], today: Day, words: Words) -> str:
    """Today and tomorrow are said by their names."""
    named, days = day_words(Day.fromisoformat(result["counted"]), today, words), int(result["days"])
    if 0 <= days <= 1:
        return words.say("days.it_is", day=named)
    return words.count("days.ahead" if days > 0 else "days.past", abs(days), day=named)


def _summary(result: Mapping[str, Any], today: Day, words: Words) -> str:
    day = Day.fromisoformat(result["date"])
    period = period_words(day, day, today, words)
    rows, log = (*result["day_tasks"], *result["day_routines"]), result["log"]
    if not rows and not log:
        return words.say("days.no_record", period=period)
    titles = {done: words.join("comma", (_timed(row) for row in rows if bool(row["done"]) is done)) for done in (True, False)}
    lines = [words.say("days.summary_done", titles=titles[True])] if titles[True] else []
    if titles[False]:
        lines.append(words.say("days.summary_missed" if day < today else "days.summary_open", titles=titles[False]))
    if log:
        lines.append(words.say("days.summary_diary", text=log["text"]))
    return _listed(words.say("days.summary", period=period[:1].upper() + period[1:]), lines)


def _timed(row: Mapping[str, Any]) -> str:
    at = row.get("time")
    return f"{at} {row['title']}" if at else str(row["title"])


def _logs(result: Mapping[str, Any], today: Day, words: Words) -> str:
    rows = result["logs"]
    if not rows:
        return words.say("days.no_diary", period=_period(result, today, words))
    if result["start"] == result["end"]:
        return words.say("days.diary", period=_period(result, today, words), text=rows[0]["text"])
    return "\n".join(_diary_line(row, today, words) for row in rows)


def _diary_line(row: Mapping[str, Any], today: Day, words: Words) -> str:
    return words.say("days.diary_of_day", day=day_words(Day.fromisoformat(row["date"]), today, words), text=row["text"])


def _written(result: Mapping[str, Any], today: Day, words: Words) -> str:
    log, day = result["log"], Day.fromisoformat(result["log"]["date"])
    said = result.get("said") or _new_words(log["text"], (result.get("before") or {}).get("text", ""))
    return words.say("days.did", result["did"], period=period_words(day, day, today, words), said=said, text=log["text"])


def _new_words(text: str, before: str) -> str:
    """What was written behind what stood there; all of it where it is another text."""
    return text.removeprefix(before).strip()


def _free(result: Mapping[str, Any], today: Day, words: Words) -> str:
    period = _period(result, today, words)
    by_day: dict[Day, list[str]] = {}
    for row in result["free"]:
        start, end = datetime.fromisoformat(row["start"]), datetime.fromisoformat(row["end"])
        by_day.setdefault(start.date(), []).append(words.say("days.span", start=f"{start:%H:%M}", end=f"{end:%H:%M}"))
    if not by_day:
        return words.say("days.no_free", period=period)
    if result["start"] == result["end"]:
        taken = words.join("comma", (_begins(row) for row in result.get("busy", ())[:_MOST_TAKEN]))
        return words.say("days.free", period=period, times=words.join("comma", next(iter(by_day.values()))), taken=taken)
    lines = [words.say("days.free_day", day=day_words(d, today, words), times=words.join("comma", times)) for d, times in by_day.items()]
    return _listed(words.say("days.free_days", period=period), lines)


def _begins(row: Mapping[str, Any]) -> str:
    return f"{datetime.fromisoformat(row['start']):%H:%M} {row['title']}"


def _clashes(result: Mapping[str, Any], today: Day, words: Words) -> str:
    period, pairs = _period(result, today, words), result["clashes"]
    if not pairs:
        return words.say("days.no_clash", period=period)
    lines = []
    for one, two in pairs:
        day = day_words(datetime.fromisoformat(one["start"]).date(), today, words)
        lines.append(words.say("days.clash", day=day, one=_begins(one), two=_begins(two)))
    return _listed(words.count("days.clashes", len(lines), period=period), lines)


def _found(result: Mapping[str, Any], today: Day, words: Words) -> str:
    lines = [_line(row, today, words) for row in result["found_tasks"]]
    lines += [_diary_line(row, today, words) for row in result["found_logs"]]
    if not lines:
        return words.say("days.not_found", words=result["words"])
    return _listed(words.count("days.found", len(lines), words=result["words"]), lines)


def _line(row: Mapping[str, Any], today: Day, words: Words) -> str:
    when = moment_words(Day.fromisoformat(row["date"]) if row.get("date") else None, row.get("time") or "", today, words)
    return words.say("days.line", when=when, title=row["title"], done=words.say("tasks.done") if row.get("done") else "")


_REPORTS: Mapping[str, Callable[[Mapping[str, Any], Day, Words], str]] = {
    "day_tasks": _summary,
    "logs": _logs,
    "log": _written,
    "free": _free,
    "clashes": _clashes,
    "overdue": _overdue,
    "counted": _counted,
    "upcoming": _upcoming,
    "found_tasks": _found,
    "busiest": _compared,
}
"""By the key that only a result of that sort has."""
