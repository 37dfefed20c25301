"""A calendar (iCalendar): what is when, and where."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from yamori.agents.lifestyle.reading.characters import line, paragraph
from yamori.agents.lifestyle.reading.events import Content
from yamori.agents.lifestyle.reading.kinds import Kind
from yamori.agents.lifestyle.reading.unreadable import Reason, Unreadable
from yamori.agents.lifestyle.reading.whole import content, titled
from yamori.agents.lifestyle.rules.passages import Part
from yamori.agents.lifestyle.texts import TEXTS
from yamori.domain.language import Language, language_of

_MOST = 20_000
"""Events."""


def read(path: Path, name: str) -> Iterator[Content]:
    """Raises `Unreadable`."""
    from icalendar import Calendar

    try:
        found = Calendar.from_ical(content(path, name), multiple=True)
    except (ValueError, IndexError, KeyError, TypeError, AttributeError) as error:
        raise Unreadable(f"{name} is damaged: {line(str(error))[:200]}", reason=Reason.DAMAGED) from error
    events = [event for calendar in found for kind in ("VEVENT", "VTODO") for event in calendar.walk(kind)][:_MOST]
    title = next((line(str(calendar.get("X-WR-CALNAME", ""))) for calendar in found), "")
    yield from titled((Part(text=text) for text in map(_event_text, events) if text), kind=Kind.CALENDAR, name=name, title=title)


def _event_text(event: Any) -> str:
    """`Meter exchange: 2027-01-12 08:00 – 10:00, every year, cellar`, and what is said of it below."""
    summary, place = line(str(event.get("SUMMARY", ""))), line(str(event.get("LOCATION", "")))
    facts = ", ".join(fact for fact in (_when(event), _often(event, language_of(summary)), place) if fact)
    head = f"{summary}: {facts}" if summary and facts else summary or facts
    said = paragraph(str(event.get("DESCRIPTION", "")))
    return "\n".join(text for text in (head, said) if text)


def _when(event: Any) -> str:
    begun, ended = (getattr(event.get(key), "dt", None) for key in ("DTSTART", "DTEND"))
    begun = begun if begun is not None else getattr(event.get("DUE"), "dt", None)
    if not isinstance(begun, date):
        return ""
    if not isinstance(begun, datetime):
        last = ended - timedelta(days=1) if isinstance(ended, date) and not isinstance(ended, datetime) else begun
        return f"{begun} – {last}" if last > begun else f"{begun}"
    zone = f" {begun.tzname()}" if begun.tzinfo is not None else ""
    if not isinstance(ended, datetime):
        return f"{begun:%Y-%m-%d %H:%M}{zone}"
    end = f"{ended:%H:%M}" if ended.date() == begun.date() else f"{ended:%Y-%m-%d %H:%M}"
    return f"{begun:%Y-%m-%d %H:%M} – {end}{zone}"


def _often(event: Any, language: Language) -> str:
    rule = event.get("RRULE")
    if not rule:
        return ""
    often = str((rule.get("FREQ") or [""])[0]).upper()
    every = (rule.get("INTERVAL") or [1])[0]
    name = f"reading.often.{often}"
    is_plain = every == 1 and not isinstance(rule, list) and TEXTS.has(language, name)
    return TEXTS.said(language, name if is_plain else "reading.often.other")
