"""What came of lists and calendars of other systems, as sentences; never more than the log holds."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date as Day
from datetime import datetime
from typing import Any

from yamori.agentkit.task import ToolRun
from yamori.agents.scheduler.external import Action, Collection
from yamori.agents.scheduler.rules.reporting.tasks import line
from yamori.agents.scheduler.rules.reporting.times import at_words, period_words
from yamori.agents.scheduler.rules.rows.entry import viewed
from yamori.agents.scheduler.wording import Words, words_in
from yamori.domain.receipt import ReceiptStatus

MOST_LISTED = 50


def report_external(result: Mapping[str, Any], now: datetime, words: Words) -> str:
    """A sentence for one run; empty for a result of the schedule's own."""
    if "collection" not in result:
        return ""
    if "items" in result:
        return _items(result["collection"], result["items"], result.get("about"), words)
    if "events" in result:
        return _events(result, now, words)
    if "event" in result:
        task = viewed(result["event"], person="", at=now)
        when = at_words(task, now.date(), words)
        return words.say("external.event_added", title=task.title, collection=result["collection"], when=when)
    return words.say("external.did", result["did"], item=result["item"], collection=result["collection"])


def removing(item: str, collection: str, language: str) -> str:
    """Exactly what is done once it is approved."""
    return words_in(language).say("external.removing", item=item, collection=collection)


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


def unread_words(names: Sequence[str], words: Words) -> str:
    """Which calendars did not answer, so that what is in them is missing from the answer; empty for none."""
    if not names:
        return ""
    return words.count("external.unread", len(names), names=words.join("names", (words.say("external.name", name=name) for name in names)))


def cannot(collection: Collection, language: str) -> str:
    """What it takes, said where it cannot take what was asked for."""
    words = words_in(language)
    can = [*(words.say("external.can", action) for action in Action if action in collection.actions), words.say("external.can")]
    return words.say("external.cannot", collection.kind.value, name=collection.name, can=words.join("series", can))


def not_on(said: str, collection: Collection, language: str) -> str:
    """Nothing there is like these words."""
    return words_in(language).say("external.unlike_any", words=said, name=collection.name)


def several_of_that_name(collection: Collection, language: str) -> str:
    """More than one is called so, and nothing tells which is wanted."""
    return words_in(language).say("external.several", name=collection.name)


def _items(collection: str, items: Sequence[str], about: str | None, words: Words) -> str:
    if not items:
        return words.say("external.not_on_list" if about else "external.empty_list", about=about, collection=collection)
    head = words.count("external.items", len(items), collection=collection)
    return _listed(head, items, words)


def _events(result: Mapping[str, Any], now: datetime, words: Words) -> str:
    start, end = Day.fromisoformat(result["start"]), Day.fromisoformat(result["end"])
    named = {"collection": result["collection"], "period": period_words(start, end, now.date(), words)}
    events = [viewed(row, person="", at=now) for row in result["events"]]
    if not events:
        about = result.get("about")
        return words.say("external.not_on_calendar" if about else "external.empty_calendar", about=about, **named)
    lines = [line(event, now.date(), words, dated=start != end) for event in events]
    return _listed(words.count("external.events", len(events), **named), lines, words)


def _listed(head: str, lines: Sequence[str], words: Words) -> str:
    more = len(lines) - MOST_LISTED
    tail = (words.say("report.more", count=more),) if more > 0 else ()
    return "\n".join((head, *(f"- {text}" for text in lines[:MOST_LISTED]), *tail))
