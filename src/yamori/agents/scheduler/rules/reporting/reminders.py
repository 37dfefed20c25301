"""What was done with reminders and the briefing, as sentences; never more than the log holds."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from yamori.agents.scheduler.rules.reporting.times import day_words, length_words
from yamori.domain.language import Language


def report_reminder(result: Mapping[str, Any], now: datetime, language: Language) -> str:
    """A sentence for a result about reminders; empty for any other."""
    japanese = language is Language.JAPANESE
    if "reminders" in result:
        rows = [_line(row, now, language) for row in result["reminders"]]
        if not rows:
            return "リマインダーやタイマーはありません。" if japanese else "There are no reminders or timers."
        head = f"リマインダーは{len(rows)}件です。" if japanese else f"{len(rows)} {'reminder' if len(rows) == 1 else 'reminders'}:"
        return head + "".join(f"\n- {text}" for text in rows)
    if "preferences" in result:
        return _preferences(result, japanese)
    if "reminder" not in result or "due" not in result["reminder"]:
        return _without_time(result, japanese)
    row, did = result["reminder"], result["did"]
    what, at = _what(row, japanese), _at(row, now, language)
    if row.get("timer") and did == "added":
        length = _length(row, now, japanese)
        return f"{what}を開始しました({length}、{at}まで)。" if japanese else f"Started {what}: {length}, until {at}."
    match did:
        case "added":
            return f"{at}に{what}をお知らせします。" if japanese else f"I will remind you of {what} {_on(row, at, now)}."
        case "snoozed":
            return f"{at}にもう一度お知らせします。" if japanese else f"I will tell you again {_on(row, at, now)}."
        case "cancelled" | "deleted":
            return _cancelled(row, japanese)
        case "restored":
            return f"{what}を戻しました({at})。" if japanese else f"{what} is set again ({at})."
    return f"{what}はすでに設定されています({at})。" if japanese else f"{what} is set already ({at})."


def _without_time(result: Mapping[str, Any], japanese: bool) -> str:
    """Of a reminder that does not come any more; empty for what is none."""
    if "reminder" not in result:
        return ""
    return _cancelled(result["reminder"], japanese)


def _cancelled(row: Mapping[str, Any], japanese: bool) -> str:
    """What it reminded of is still there."""
    what = _what(row, japanese)
    if "task_id" in row or "routine_id" in row:
        what = f"{what}のお知らせ" if japanese else f"the reminder of {what}"
    return f"{what}を取り消しました。" if japanese else f"Cancelled {what}."


def reminded_words(row: Mapping[str, Any], now: datetime, language: Language) -> str:
    """What stands behind a new task that reminds."""
    if datetime.fromisoformat(row["due"]) <= now:
        return "すぐにお知らせします。" if language is Language.JAPANESE else " I will remind you right away."
    at = _at(row, now, language)
    return f"{at}にお知らせします。" if language is Language.JAPANESE else f" I will remind you {_on(row, at, now)}."


def told_each_time(row: Mapping[str, Any], now: datetime, language: Language) -> str:
    """What stands behind a new routine that reminds."""
    at = _at(row, now, language)
    return (
        f"毎回お知らせします(次は{at})。" if language is Language.JAPANESE else f" I will remind you each time, first {_on(row, at, now)}."
    )


def _what(row: Mapping[str, Any], japanese: bool) -> str:
    title = row.get("title") or row.get("text")
    if row.get("timer"):
        if japanese:
            return (f"「{title}」の" if title else "") + "タイマー"
        return "the timer" + (f' "{title}"' if title else "")
    return (f"「{title}」" if japanese else f'"{title}"') if title else ("リマインダー" if japanese else "the reminder")


def _length(row: Mapping[str, Any], now: datetime, japanese: bool) -> str:
    """How long it is still."""
    seconds = max(0, round((datetime.fromisoformat(row["due"]) - now).total_seconds()))
    words, rest = length_words(seconds // 60, japanese), seconds % 60
    return words + ((f"{rest}秒" if japanese else f"{' ' if words else ''}{rest} s") if rest else "")


def _at(row: Mapping[str, Any], now: datetime, language: Language) -> str:
    moment = datetime.fromisoformat(row["due"]).astimezone(now.tzinfo)
    clock = f"{moment:%H:%M}" + (f":{moment:%S}" if row.get("timer") and moment.second else "")
    if moment.date() == now.date():
        return clock
    day = day_words(moment.date(), now.date(), language)
    return day + clock if language is Language.JAPANESE else f"{day}, {clock}"


def _on(row: Mapping[str, Any], at: str, now: datetime) -> str:
    moment = datetime.fromisoformat(row["due"]).astimezone(now.tzinfo)
    near = abs((moment.date() - now.date()).days) <= 1 and moment.date() != now.date()
    return f"at {at}" if moment.date() == now.date() else at if near else f"on {at}"


def _line(row: Mapping[str, Any], now: datetime, language: Language) -> str:
    japanese = language is Language.JAPANESE
    at = _at(row, now, language)
    if row.get("timer"):
        left = _length(row, now, japanese)
        return f"{_what(row, japanese)}、残り{left}({at})" if japanese else f"{_what(row, japanese)}: {left} left (until {at})"
    return f"{at} {_what(row, japanese)}"


def _preferences(result: Mapping[str, Any], japanese: bool) -> str:
    row, before = result["preferences"], result.get("before") or {}
    briefing = row.get("briefing")
    if briefing and briefing != before.get("briefing"):
        return f"毎日{briefing}に一日のまとめをお知らせします。" if japanese else f"I will sum up the day for you every day at {briefing}."
    if not briefing and before.get("briefing"):
        return "毎日のまとめをやめました。" if japanese else "There is no daily briefing any more."
    return "お知らせの設定を変えました。" if japanese else "Changed how you are told things."
