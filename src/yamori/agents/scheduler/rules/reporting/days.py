"""Days, the diary and the journal as sentences; never more than the log holds."""

from collections.abc import Mapping, Sequence
from datetime import date as Day
from datetime import datetime
from typing import Any

from yamori.agents.scheduler.rules.reporting.reminders import report_reminder
from yamori.agents.scheduler.rules.reporting.routines import report_routine
from yamori.agents.scheduler.rules.reporting.tasks import report_change
from yamori.agents.scheduler.rules.reporting.times import day_words, length_words, period_words
from yamori.domain.language import Language

MOST_CHANGES = 5
"""Of the last ones that are told."""
MOST_DAYS = 3
"""That are alike and are named."""


def report_days(result: Mapping[str, Any], now: datetime, language: Language) -> str:
    """A sentence for a result about days, the diary or the journal; empty for any other."""
    today, japanese = now.date(), language is Language.JAPANESE
    if "day_tasks" in result:
        return _summary(result, today, language)
    if "logs" in result:
        return _logs(result, today, language)
    if "log" in result:
        return _written(result, today, language)
    if "free" in result:
        return _free(result, today, language)
    if "clashes" in result:
        return _clashes(result, today, language)
    if "overdue" in result:
        rows = result["overdue"]
        if not rows:
            return "期限を過ぎた予定はありません。" if japanese else "Nothing is overdue."
        head = f"期限を過ぎた予定は{len(rows)}件です。" if japanese else f"{len(rows)} overdue:"
        return head + "".join(f"\n- {_task(row, today, language)}" for row in rows)
    if "counted" in result:
        return _counted(Day.fromisoformat(result["counted"]), result["days"], today, language)
    if "upcoming" in result:
        lines = [_task(row, today, language) for row in result["upcoming"]]
        if not lines and (about := result["about"]):
            return (
                f"この先に「{about}」という予定はありません。" if japanese else f'There is nothing like "{about}" ahead on your schedule.'
            )
        if not lines:
            return "この先の予定はありません。" if japanese else "Nothing is ahead on your schedule."
        if len(lines) == 1:
            return f"次は{lines[0]}です。" if japanese else f"Next: {lines[0]}."
        return ("次の予定:" if japanese else "Next:") + "".join(f"\n- {text}" for text in lines)
    if "found_tasks" in result:
        return _found(result, today, language)
    if "undone" in result:
        return _undone(result["undone"], now, language)
    if "changes" in result:
        rows = [said for row in result["changes"] if (said := _change(row, now, language))]
        return "\n".join(rows[:MOST_CHANGES]) if rows else ("変更はありません。" if japanese else "Nothing was changed.")
    if "busiest" in result:
        return _compared(result, today, language)
    return ""


def _compared(result: Mapping[str, Any], today: Day, language: Language) -> str:
    """The day, or the days that are alike; many of them by their number."""
    japanese = language is Language.JAPANESE
    period = period_words(Day.fromisoformat(result["start"]), Day.fromisoformat(result["end"]), today, language)
    rows = result["days"]
    days = [day_words(Day.fromisoformat(row["date"]), today, language) for row in rows]
    entries, minutes = int(rows[0]["entries"]), int(rows[0]["minutes"])
    length = length_words(minutes, japanese)
    if japanese:
        much = f"予定{entries}件" + (f"、{length}" if length else "") if entries else "予定なし"
        named = "、".join(days[:MOST_DAYS]) + (f"など{len(days)}日" if len(days) > MOST_DAYS else "")
        return f"{period}でいちばん{'忙しい' if result['busiest'] else '空いている'}のは{named}です({much})。"
    much = f"{entries} {'entry' if entries == 1 else 'entries'}" + (f", {length}" if length else "") if entries else "nothing planned"
    named = "; ".join(days[:MOST_DAYS]) + (f" and {len(days) - MOST_DAYS} more" if len(days) > MOST_DAYS else "")
    which = f"The {'busiest' if result['busiest'] else 'least busy'} {'day' if len(days) == 1 else 'days'} {period}"
    return f"{which}: {named} ({much})."


def _counted(day: Day, days: int, today: Day, language: Language) -> str:
    """Today and tomorrow are said by their names."""
    named = day_words(day, today, language)
    if language is Language.JAPANESE:
        return f"{named}です。" if 0 <= days <= 1 else f"{named}まであと{days}日です。" if days > 0 else f"{named}は{-days}日前でした。"
    if 0 <= days <= 1:
        return f"It is {named}."
    return f"{named} is in {days} days." if days > 0 else f"{named} was {-days} {'day' if days == -1 else 'days'} ago."


def _summary(result: Mapping[str, Any], today: Day, language: Language) -> str:
    japanese = language is Language.JAPANESE
    day = Day.fromisoformat(result["date"])
    period = period_words(day, day, today, language)
    tasks: Sequence[Mapping[str, Any]] = result["day_tasks"]
    routines: Sequence[Mapping[str, Any]] = result["day_routines"]
    log = result["log"]
    if not (tasks or routines or log):
        return f"{period}の記録はありません。" if japanese else f"There is nothing on record {period}."
    ended = [_plain(row) for row in (*tasks, *routines) if row["done"]]
    left = [_plain(row) for row in (*tasks, *routines) if not row["done"]]
    comma = "、" if japanese else ", "
    lines = [period[:1].upper() + period[1:] + ":"]
    if ended:
        lines.append(f"- {'完了' if japanese else 'Done'}: {comma.join(ended)}")
    if left:
        lines.append(
            f"- {('未完了' if day < today else '予定') if japanese else ('Not done' if day < today else 'To do')}: {comma.join(left)}"
        )
    if log:
        lines.append(f"- {'日記' if japanese else 'Diary'}: {log['text']}")
    return "\n".join(lines)


def _plain(row: Mapping[str, Any]) -> str:
    at = row.get("time")
    return f"{at} {row['title']}" if at else str(row["title"])


def _logs(result: Mapping[str, Any], today: Day, language: Language) -> str:
    japanese = language is Language.JAPANESE
    first, last = Day.fromisoformat(result["start"]), Day.fromisoformat(result["end"])
    period = period_words(first, last, today, language)
    rows = result["logs"]
    if not rows:
        return f"{period}の日記はありません。" if japanese else f"The diary holds nothing {period}."
    if first == last:
        return f"{period}の日記: {rows[0]['text']}" if japanese else f"Diary {period}: {rows[0]['text']}"
    return "\n".join(f"{day_words(Day.fromisoformat(row['date']), today, language)}: {row['text']}" for row in rows)


def _written(result: Mapping[str, Any], today: Day, language: Language) -> str:
    japanese = language is Language.JAPANESE
    log = result["log"]
    said = result.get("said") or _new_words(log["text"], (result.get("before") or {}).get("text", ""))
    day = Day.fromisoformat(log["date"])
    period = period_words(day, day, today, language)
    match result["did"]:
        case "appended":
            return f"{period}の日記に「{said}」と書きました。" if japanese else f'Wrote in the diary {period}: "{said}".'
        case "written":
            return f"{period}の日記を「{said}」に書き換えました。" if japanese else f'The diary {period} now reads: "{said}".'
        case "deleted":
            return f"{period}の日記を消しました。" if japanese else f"Deleted the diary {period}."
        case "restored":
            return f"{period}の日記を元に戻しました: {log['text']}" if japanese else f"The diary {period} reads again: {log['text']}"
    return f"{period}の日記にはすでにそう書いてあります。" if japanese else f"The diary {period} says so already."


def _new_words(text: str, before: str) -> str:
    """What was written behind what stood there; all of it where it is another text."""
    return text.removeprefix(before).strip()


_MOST_TAKEN = 5
"""Entries of a day that are named beside its free times."""


def _free(result: Mapping[str, Any], today: Day, language: Language) -> str:
    japanese = language is Language.JAPANESE
    period = period_words(Day.fromisoformat(result["start"]), Day.fromisoformat(result["end"]), today, language)
    by_day: dict[Day, list[str]] = {}
    for row in result["free"]:
        start, end = datetime.fromisoformat(row["start"]), datetime.fromisoformat(row["end"])
        by_day.setdefault(start.date(), []).append(f"{start:%H:%M}{'〜' if japanese else '–'}{end:%H:%M}")
    if not by_day:
        return f"{period}に空き時間はありません。" if japanese else f"There is no free time {period}."
    comma = "、" if japanese else ", "
    if result["start"] == result["end"]:
        times = comma.join(next(iter(by_day.values())))
        taken = [f"{datetime.fromisoformat(e['start']):%H:%M} {e['title']}" for e in result.get("busy", ())[:_MOST_TAKEN]]
        if japanese:
            return f"{period}は{times}が空いています。" + (f"予定: {comma.join(taken)}。" if taken else "")
        return f"You are free {period}: {times}." + (f" Planned: {comma.join(taken)}." if taken else "")
    head = f"{period}の空き時間:" if japanese else f"Free {period}:"
    return head + "".join(f"\n- {day_words(day, today, language)}: {comma.join(times)}" for day, times in by_day.items())


def _clashes(result: Mapping[str, Any], today: Day, language: Language) -> str:
    japanese = language is Language.JAPANESE
    period = period_words(Day.fromisoformat(result["start"]), Day.fromisoformat(result["end"]), today, language)
    if not result["clashes"]:
        return f"{period}に重なっている予定はありません。" if japanese else f"Nothing clashes {period}."
    lines = []
    for one, other in result["clashes"]:
        start, again = datetime.fromisoformat(one["start"]), datetime.fromisoformat(other["start"])
        day = day_words(start.date(), today, language)
        pair = (f"{start:%H:%M} {one['title']}", f"{again:%H:%M} {other['title']}")
        lines.append(f"{day} {pair[0]}と{pair[1]}" if japanese else f"{day}: {pair[0]} and {pair[1]}")
    head = (
        f"{period}、{len(lines)}件の予定が重なっています。"
        if japanese
        else f"{len(lines)} {'clash' if len(lines) == 1 else 'clashes'} {period}:"
    )
    return head + "".join(f"\n- {text}" for text in lines)


def _found(result: Mapping[str, Any], today: Day, language: Language) -> str:
    japanese = language is Language.JAPANESE
    lines = [_task(row, today, language) for row in result["found_tasks"]]
    lines += [f"{day_words(Day.fromisoformat(row['date']), today, language)}: {row['text']}" for row in result["found_logs"]]
    words = result["words"]
    if not lines:
        return f"「{words}」は見つかりません。" if japanese else f'I found nothing about "{words}".'
    head = f"「{words}」は{len(lines)}件見つかりました。" if japanese else f'{len(lines)} found for "{words}":'
    return head + "".join(f"\n- {text}" for text in lines)


def _task(row: Mapping[str, Any], today: Day, language: Language) -> str:
    at = row.get("time") or ""
    when = day_words(Day.fromisoformat(row["date"]), today, language) if row.get("date") else ""
    joined = f"{when}{at}" if language is Language.JAPANESE else ", ".join(p for p in (when, at) if p)
    done = ("(完了)" if language is Language.JAPANESE else " (done)") if row.get("done") else ""
    return f"{joined} {row['title']}".strip() + done


def _undone(rows: Sequence[Mapping[str, Any]], now: datetime, language: Language) -> str:
    japanese = language is Language.JAPANESE
    said = [_change(row, now, language) for row in rows]
    return ("元に戻しました。" if japanese else "Taken back. ") + ("" if japanese else " ").join(said)


def _change(row: Mapping[str, Any], now: datetime, language: Language) -> str:
    if "task" in row:
        return report_change("", row, now, language)
    return report_routine("", row, now, language) or report_reminder(row, now, language) or report_days(row, now, language)
