"""What came of lists and calendars of other systems, as sentences; never more than the log holds."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date as Day
from datetime import datetime
from typing import Any

from yamori.agentkit.task import ToolRun
from yamori.agents.scheduler.rules.reporting.tasks import line
from yamori.agents.scheduler.rules.reporting.times import at_words, period_words
from yamori.agents.scheduler.rules.rows.entry import viewed
from yamori.domain.language import Language
from yamori.domain.receipt import ReceiptStatus

MOST_LISTED = 50


def report_external(result: Mapping[str, Any], now: datetime, language: Language) -> str:
    """A sentence for one run; empty for a result of the schedule's own."""
    if "collection" not in result:
        return ""
    japanese = language is Language.JAPANESE
    if "items" in result:
        return _items(result["collection"], result["items"], result.get("about"), japanese)
    if "events" in result:
        return _events(result, now, language)
    if "event" in result:
        task = viewed(result["event"], person="", at=now)
        when = at_words(task, now.date(), language)
        if japanese:
            return f"カレンダー「{result['collection']}」の{when}に「{task.title}」を追加しました。"
        return f'Added "{task.title}" to the calendar "{result["collection"]}" for {when}.'
    return _changed(result["did"], result["collection"], result["item"], japanese)


def removing(item: str, collection: str, language: Language) -> str:
    """Exactly what is done once it is approved."""
    if language is Language.JAPANESE:
        return f"リスト「{collection}」から「{item}」を削除"
    return f'Take "{item}" off the list "{collection}"'


def settled(run: ToolRun) -> ToolRun:
    """A run that was held, as what came of it once the person has answered."""
    result = run.result
    if run.approvals or not run.receipts or not isinstance(result, Mapping) or result.get("did") != "held":
        return run
    receipt = run.receipts[-1]
    match receipt.status:
        case ReceiptStatus.DONE | ReceiptStatus.UNCHANGED:
            return replace(run, result={**result, "did": "removed"})
        case ReceiptStatus.REFUSED:
            return replace(run, result={**result, "did": "refused"})
        case ReceiptStatus.FAILED:
            return replace(run, ok=False, problem=receipt.problem)
    return run


def unread_words(names: Sequence[str], language: Language) -> str:
    """Which calendars did not answer, so that what is in them is missing from the answer; empty for none."""
    if not names:
        return ""
    if language is Language.JAPANESE:
        return f"カレンダー「{'」「'.join(names)}」は応答がなく、その予定は含まれていません。"
    listed = " and ".join(f'"{name}"' for name in names)
    many = len(names) > 1
    return f"The calendar{'s' if many else ''} {listed} did not answer, so what is in {'them' if many else 'it'} is missing here."


def _changed(did: str, collection: str, item: str, japanese: bool) -> str:
    match did:
        case "added":
            return f"リスト「{collection}」に「{item}」を追加しました。" if japanese else f'Added "{item}" to the list "{collection}".'
        case "completed":
            return f"リスト「{collection}」の「{item}」を完了にしました。" if japanese else f'Ticked "{item}" off the list "{collection}".'
        case "removed":
            return f"リスト「{collection}」から「{item}」を削除しました。" if japanese else f'Took "{item}" off the list "{collection}".'
        case "refused":
            return f"「{item}」はリスト「{collection}」に残しました。" if japanese else f'"{item}" stays on the list "{collection}".'
        case "held":
            return ""
    raise ValueError(f"there is no such change: {did}")


def _items(collection: str, items: Sequence[str], about: str | None, japanese: bool) -> str:
    if not items:
        if about:
            return f"リスト「{collection}」に「{about}」はありません。" if japanese else f'"{about}" is not on the list "{collection}".'
        return f"リスト「{collection}」は空です。" if japanese else f'The list "{collection}" is empty.'
    more = len(items) - MOST_LISTED
    tail = "" if more <= 0 else f"\nほか{more}件。" if japanese else f"\nand {more} more."
    count = len(items)
    head = f"リスト「{collection}」には{count}件あります。" if japanese else f'{count} thing{"s" * (count > 1)} on the list "{collection}":'
    return head + "".join(f"\n- {item}" for item in items[:MOST_LISTED]) + tail


def _events(result: Mapping[str, Any], now: datetime, language: Language) -> str:
    japanese, collection = language is Language.JAPANESE, result["collection"]
    start, end = Day.fromisoformat(result["start"]), Day.fromisoformat(result["end"])
    period = period_words(start, end, now.date(), language)
    events = [viewed(row, person="", at=now) for row in result["events"]]
    if not events:
        if about := result.get("about"):
            return (
                f"カレンダー「{collection}」に「{about}」は見つかりません。"
                if japanese
                else f'There is nothing like "{about}" on the calendar "{collection}".'
            )
        return (
            f"カレンダー「{collection}」に{period}の予定はありません。"
            if japanese
            else f'Nothing is on the calendar "{collection}" {period}.'
        )
    more = len(events) - MOST_LISTED
    tail = "" if more <= 0 else f"\nほか{more}件。" if japanese else f"\nand {more} more."
    count = len(events)
    head = (
        f"カレンダー「{collection}」の{period}の予定は{count}件です。"
        if japanese
        else f'{count} event{"s" * (count > 1)} on the calendar "{collection}" {period}:'
    )
    lines = "".join(f"\n- {line(event, now.date(), language, dated=start != end)}" for event in events[:MOST_LISTED])
    return head + lines + tail
