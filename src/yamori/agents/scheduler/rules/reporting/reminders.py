"""What was done with reminders and the briefing, as sentences; never more than the log holds."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from yamori.agents.scheduler.rules.reporting.times import length_words, moment_words
from yamori.agents.scheduler.wording import Words


def report_reminder(result: Mapping[str, Any], now: datetime, words: Words) -> str:
    """A sentence for a result about reminders; empty for any other."""
    if "reminders" in result:
        rows = [_line(row, now, words) for row in result["reminders"]]
        if not rows:
            return words.say("reminders.none")
        return words.count("reminders.head", len(rows)) + "".join(f"\n- {text}" for text in rows)
    if "preferences" in result:
        return _preferences(result, words)
    if "reminder" not in result:
        return ""
    row, did = result["reminder"], str(result.get("did"))
    what = _what(row, words)
    if "due" not in row or did in ("cancelled", "deleted"):  # what does not come any more
        of_a_row = "task_id" in row or "routine_id" in row  # which is still there
        return words.say("reminders.did", "cancelled", what=words.say("reminders.notice_of", what=what) if of_a_row else what)
    at = _at(row, now, words)
    ran = "due" in (result.get("before") or {})
    if row.get("timer") and (did == "changed" or (did == "snoozed" and ran)):
        return words.say("reminders.lengthened", what=what, length=_left(row, now, words), at=at)
    if row.get("timer") and did == "added":
        return words.say("reminders.started", what=what, length=_left(row, now, words), at=at)
    return words.say("reminders.did", did, what=what, at=at, moment=_moment(row, now, words))


def reminded_words(row: Mapping[str, Any], now: datetime, words: Words) -> str:
    """What stands behind a new task that reminds."""
    if datetime.fromisoformat(row["due"]) <= now:
        return words.say("reminders.right_away")
    return words.say("reminders.then", at=_at(row, now, words), moment=_moment(row, now, words))


def reminded_each_time(row: Mapping[str, Any], now: datetime, words: Words) -> str:
    """What stands behind a new routine that reminds."""
    return words.say("reminders.each_time", at=_at(row, now, words), moment=_moment(row, now, words))


def _what(row: Mapping[str, Any], words: Words) -> str:
    return words.say("reminders.timer" if row.get("timer") else "reminders.reminder", title=row.get("title") or row.get("text"))


def _left(row: Mapping[str, Any], now: datetime, words: Words) -> str:
    """How long it is still."""
    minutes, seconds = divmod(max(0, round((datetime.fromisoformat(row["due"]) - now).total_seconds())), 60)
    return words.say("times.length_in_seconds", length=length_words(minutes, words), seconds=seconds or "")


def _at(row: Mapping[str, Any], now: datetime, words: Words) -> str:
    moment = datetime.fromisoformat(row["due"]).astimezone(now.tzinfo)
    clock = f"{moment:%H:%M}" + (f":{moment:%S}" if row.get("timer") and moment.second else "")
    return moment_words(None if moment.date() == now.date() else moment.date(), clock, now.date(), words)


def _moment(row: Mapping[str, Any], now: datetime, words: Words) -> str:
    """The same as a part of a sentence: `at 15:30`, `on Sun 22 Nov, 15:30`."""
    days = abs((datetime.fromisoformat(row["due"]).astimezone(now.tzinfo).date() - now.date()).days)
    return words.say("reminders.moment", "today" if days == 0 else "near" if days == 1 else "other", at=_at(row, now, words))


def _line(row: Mapping[str, Any], now: datetime, words: Words) -> str:
    what, at = _what(row, words), _at(row, now, words)
    if row.get("timer"):
        return words.say("reminders.timer_line", what=what, left=_left(row, now, words), at=at)
    return words.say("reminders.line", what=what, at=at)


def _preferences(result: Mapping[str, Any], words: Words) -> str:
    briefing, before = result["preferences"].get("briefing"), (result.get("before") or {}).get("briefing")
    if briefing and briefing != before:
        return words.say("reminders.briefing", at=briefing)
    return words.say("reminders.no_briefing" if not briefing and before else "reminders.preferences_changed")
