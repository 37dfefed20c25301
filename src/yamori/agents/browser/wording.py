"""What is said of the web, in both languages (`texts/`). Pure."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from yamori.agentkit.phrasing import series
from yamori.agents.browser.texts import TEXTS
from yamori.domain.language import Language

_SHOWN = 400
"""Characters of a passage that are shown."""


def quotes_text(quotes: Sequence[Mapping[str, Any]], language: Language, *, today: date) -> str:
    """The passages, each with the page that says so."""
    return "\n".join((TEXTS.said(language, "found"), *(_quoted(quote, language, today) for quote in quotes)))


def _quoted(quote: Mapping[str, Any], language: Language, today: date) -> str:
    text = str(quote["text"])
    published = date.fromisoformat(quote["published"]) if quote.get("published") else None
    parts = [str(quote["title"]) or TEXTS.said(language, "untitled"), str(quote["url"])]
    parts.append(_day(published, language) if published is not None else TEXTS.said(language, "undated"))
    if (year := quote.get("year")) is not None:
        is_last = year == today.year - 1
        parts.append(TEXTS.said(language, "last_year") if is_last else TEXTS.said(language, "of_year", year=year))
    shown = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
    return TEXTS.said(language, "quote", text=shown, source=series(parts, language))


def _day(day: date, language: Language) -> str:
    month = TEXTS.listed(language, "months")[day.month - 1]
    return TEXTS.said(language, "date", day=day.day, month=month, year=day.year)
