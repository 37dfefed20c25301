"""What was done with routines, as sentences; never more than the log holds."""

from collections.abc import Mapping, Sequence
from datetime import date as Day
from datetime import datetime, timedelta
from datetime import time as Clock
from typing import Any

from yamori.agents.scheduler.rules.reporting.reminders import told_each_time
from yamori.agents.scheduler.rules.reporting.times import day_words, length_words, recurrence_words
from yamori.agents.scheduler.rules.rows.entry import last_day_of
from yamori.domain.language import Language


def report_routine(tool: str, result: Mapping[str, Any], now: datetime, language: Language) -> str:
    """A sentence for a result about routines; empty for any other."""
    if "routine_list" in result:
        return _listed(result, now, language)
    if "check" in result:
        return _ticked(result, now, language)
    if "routine" not in result:
        return ""
    routine, before = result["routine"], result.get("before")
    said = _changed_ja if language is Language.JAPANESE else _changed
    told = told_each_time(result["reminder"], now, language) if result.get("reminder") else ""
    return said(tool, str(result["did"]), routine, before, str(result.get("step") or ""), now) + told


def _changed(tool: str, did: str, routine: Mapping[str, Any], before: Mapping[str, Any] | None, step: str, now: datetime) -> str:
    title, when = f'"{routine["title"]}"', _when(routine, Language.ENGLISH)
    minutes = _step_minutes(routine, step)
    match did:
        case "added":
            steps = ", ".join(_step(s, False) for s in routine["steps"])
            return f"Added the routine {title}: {when}" + (f"; {steps}" if steps else "") + "."
        case "renamed":
            return f'Renamed the routine "{(before or routine)["title"]}" to {title}.'
        case "stepped":
            return f'Added the step "{step}"{f" ({length_words(minutes, False)})" if minutes else ""} to {title}.'
        case "unstepped":
            return f'Took the step "{step}" out of {title}.'
        case "deleted":
            return f"Deleted the routine {title}."
        case "changed" if before is not None and _new_gaps(routine, before):
            day = Day.fromisoformat(_new_gaps(routine, before)[0])
            return f"{title} is skipped on {day_words(day, now.date(), Language.ENGLISH)}."
        case "changed" | "restored":
            return f"The routine {title} is now {when}."
    if tool == "add_step":
        return f'{title} has the step "{step}" already.'
    return f"The routine {title} was so already: {when}."


def _changed_ja(tool: str, did: str, routine: Mapping[str, Any], before: Mapping[str, Any] | None, step: str, now: datetime) -> str:
    title, when = f"「{routine['title']}」", _when(routine, Language.JAPANESE)
    minutes = _step_minutes(routine, step)
    match did:
        case "added":
            steps = "、".join(_step(s, True) for s in routine["steps"])
            return f"ルーティン{title}を追加しました({when}{f'。{steps}' if steps else ''})。"
        case "renamed":
            return f"ルーティン「{(before or routine)['title']}」の名前を{title}に変えました。"
        case "stepped":
            return f"{title}にステップ「{step}」{f'({length_words(minutes, True)})' if minutes else ''}を追加しました。"
        case "unstepped":
            return f"{title}からステップ「{step}」を外しました。"
        case "deleted":
            return f"ルーティン{title}を削除しました。"
        case "changed" if before is not None and _new_gaps(routine, before):
            day = Day.fromisoformat(_new_gaps(routine, before)[0])
            return f"{title}は{day_words(day, now.date(), Language.JAPANESE)}はお休みにしました。"
        case "changed" | "restored":
            return f"ルーティン{title}は{when}になりました。"
    if tool == "add_step":
        return f"{title}にはすでにステップ「{step}」があります。"
    return f"ルーティン{title}はすでにそうなっています({when})。"


def _new_gaps(routine: Mapping[str, Any], before: Mapping[str, Any]) -> list[str]:
    return [day for day in routine.get("skipped") or () if day not in (before.get("skipped") or ())]


def _ticked(result: Mapping[str, Any], now: datetime, language: Language) -> str:
    japanese = language is Language.JAPANESE
    check, routine, step = result["check"], result.get("routine") or {}, result.get("step")
    day = Day.fromisoformat(check["date"])
    title = str(routine.get("title") or "")
    what = (
        (f"「{title}」" if japanese else f'"{title}"')
        if not step
        else (f"「{title}」の「{step}」" if japanese else f'"{step}" of "{title}"')
    )
    when = "" if day == now.date() else day_words(day, now.date(), language)
    left = [s["title"] for s in (result.get("day") or {}).get("steps", ()) if not s["done"]]
    if japanese:
        dated = f"({when})" if when else ""
        said = {
            "done": "を完了にしました",
            "reopened": "を未完了に戻しました",
            "deleted": "を未完了に戻しました",
            "restored": "を完了に戻しました",
        }
        text = f"{what}{dated}{said.get(result['did'], 'はすでにそうなっています')}。"
        return text + (f"残りは{'、'.join(left)}です。" if left and result["did"] == "done" else "")
    dated = f" for {when}" if when else ""
    if result["did"] == "unchanged":
        return f"{what} was so already{dated}."
    text = f"Marked {what} as {'done' if result['did'] in ('done', 'restored') else 'not done'}{dated}."
    return text + (f" Still to do: {', '.join(left)}." if left and result["did"] == "done" else "")


def _listed(result: Mapping[str, Any], now: datetime, language: Language) -> str:
    japanese = language is Language.JAPANESE
    rows: Sequence[Mapping[str, Any]] = result["routine_list"]
    if not rows:
        return "ルーティンはありません。" if japanese else "There are no routines."
    lines = [_routine_line(row, language) for row in rows]
    if len(rows) == 1 and result.get("one"):
        return lines[0] + _next(result, now.date(), language)
    head = f"ルーティンは{len(rows)}件です。" if japanese else f"{len(rows)} {'routine' if len(rows) == 1 else 'routines'}:"
    return head + "".join(f"\n- {text}" for text in lines)


def _next(result: Mapping[str, Any], today: Day, language: Language) -> str:
    """When it comes round next; nothing of one that comes every day, where that says it."""
    if not result.get("next") or len(result["routine_list"][0].get("days") or ()) == 7:
        return ""
    day = day_words(Day.fromisoformat(result["next"]), today, language)
    return f"。次は{day}です。" if language is Language.JAPANESE else f". Next: {day}."


def _routine_line(row: Mapping[str, Any], language: Language) -> str:
    """The routine with its days and steps, and of a day on which it falls what is still to do."""
    japanese = language is Language.JAPANESE
    steps = "、".join(_step(s, True) for s in row["steps"]) if japanese else ", ".join(_step(s, False) for s in row["steps"])
    text = f"{row['title']}({_when(row, language)})" if japanese else f"{row['title']} ({_when(row, language)})"
    text += f": {steps}" if steps else ""
    lengths = [int(s.get("minutes") or 0) for s in row["steps"]]
    if sum(map(bool, lengths)) > 1:
        whole = length_words(sum(lengths), japanese)
        text += f"(合計{whole})" if japanese else f" ({whole} in all)"
    streak = int(row.get("streak") or 0)
    if streak > 1:
        text += f"({streak}回連続)" if japanese else f" ({streak} times in a row)"
    day = row.get("day")
    if not day or not day["steps"]:
        return text
    left = [s["title"] for s in day["steps"] if not s["done"]]
    if japanese:
        return text + (f"。残り{len(left)}件: {'、'.join(left)}" if left else "。すべて完了")
    return text + (f". {len(left)} still to do: {', '.join(left)}" if left else ". All done")


def routine_day_line(row: Mapping[str, Any], today: Day, language: Language, *, dated: bool) -> str:
    """A routine on one day, on a line of its own."""
    japanese = language is Language.JAPANESE
    day = Day.fromisoformat(row["date"])
    at = str(row.get("time") or "")
    when = (day_words(day, today, language) + (at if japanese else f", {at}" if at else "")) if dated else at
    minutes = int(row.get("minutes") or 0)
    last = last_day_of(day, Clock.fromisoformat(at) if at else None, timedelta(minutes=minutes))
    length = length_words(minutes, japanese)
    if not at and last != day:
        length = f"{day_words(last, today, language)}まで" if japanese else f"until {day_words(last, today, language)}"
    extras = [length] + (["完了" if japanese else "done"] if row["done"] else [])
    shown = ("、" if japanese else ", ").join(e for e in extras if e)
    return f"{when + ' ' if when else ''}{row['title']}" + (f" ({shown})" if shown else "")


def routine_place(row: Mapping[str, Any]) -> tuple[bool, Day, bool, Clock]:
    """Where it stands among the tasks of its day."""
    at = Clock.fromisoformat(row["time"]) if row.get("time") else None
    return (False, Day.fromisoformat(row["date"]), at is not None, at or Clock.min)


def _when(routine: Mapping[str, Any], language: Language) -> str:
    words = recurrence_words(str(routine["recurrence"]), language)
    at, minutes = _at(routine, language), length_words(int(routine.get("minutes") or 0), language is Language.JAPANESE)
    if language is Language.JAPANESE:
        return words + at + (f"、{minutes}" if minutes else "")
    return words + (f" at {at}" if at else "") + (f", for {minutes}" if minutes else "")


def _at(routine: Mapping[str, Any], language: Language) -> str:
    """Its hour; of one whose days are counted in another time zone with that zone."""
    at, place = str(routine.get("time") or ""), str(routine.get("zone") or "").rpartition("/")[2].replace("_", " ")
    if not at or not place:
        return at
    return f"{at}（{place}の時刻）" if language is Language.JAPANESE else f"{at} ({place} time)"


def _step(step: Mapping[str, Any], japanese: bool) -> str:
    minutes = length_words(int(step.get("minutes") or 0), japanese)
    return str(step["title"]) + ((f"({minutes})" if japanese else f" ({minutes})") if minutes else "")


def _step_minutes(routine: Mapping[str, Any], title: str) -> int:
    return next((int(s.get("minutes") or 0) for s in routine["steps"] if s["title"] == title), 0)
