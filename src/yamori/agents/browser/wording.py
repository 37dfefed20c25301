"""What is said of the web, in both languages (`texts/`). Pure."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from yamori.agentkit.phrasing import sentences, series
from yamori.agents.browser.texts import TEXTS
from yamori.domain.language import Language

_SHOWN = 400
"""Characters of a passage that are shown."""


def quotes_text(found: Mapping[str, Any], language: Language, *, today: date) -> str:
    """The passages, each with the page that says so and what somebody must not eat in it; where an order was asked for, what was compared,
    or that nothing was."""
    quoted = [_quoted(quote, language, today) for quote in found["quotes"]]
    more = [TEXTS.said(language, "left_out", count=found["left_out"])] if found.get("left_out") else []
    return "\n".join(filter(None, (_lead(found.get("compared"), language), *quoted, *more, found.get("health"))))


def _lead(compared: Mapping[str, Any] | None, language: Language) -> str:
    if compared is None:
        return TEXTS.said(language, "found")
    if not compared["count"]:
        return TEXTS.said(language, "uncompared", word=compared["word"])
    column = TEXTS.said(language, "by_column", column=compared["column"]) if compared["column"] else ""
    return TEXTS.said(language, f"compared.{compared['is']}", column=column, count=compared["count"])


def _quoted(quote: Mapping[str, Any], language: Language, today: date) -> str:
    text = str(quote["text"])
    published = date.fromisoformat(quote["published"]) if quote.get("published") else None
    parts = [str(quote["title"]) or TEXTS.said(language, "untitled"), str(quote["url"])]
    parts.append(_day(published, language) if published is not None else TEXTS.said(language, "undated"))
    if (year := quote.get("year")) is not None:
        is_last = year == today.year - 1
        parts.append(TEXTS.said(language, "last_year") if is_last else TEXTS.said(language, "of_year", year=year))
    shown = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
    said = TEXTS.said(language, "quote", text=shown, source=series(parts, language))
    return sentences(filter(None, (said, quote.get("careful"))), language)


def _day(day: date, language: Language) -> str:
    month = TEXTS.listed(language, "months")[day.month - 1]
    return TEXTS.said(language, "date", day=day.day, month=month, year=day.year)
