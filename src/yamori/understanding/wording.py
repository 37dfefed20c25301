"""What agents say back of a sentence: its parts in quotation marks, or put together anew (`texts/`)."""

from collections.abc import Iterable
from pathlib import Path

from yamori.agentkit.phrasing import quoted
from yamori.agentkit.texts import Texts
from yamori.domain.language import Language, is_spaced

TEXTS = Texts(Path(__file__).parent / "texts")


def all_quoted(parts: Iterable[str], language: Language) -> str:
    """Parts of what somebody said, each in quotation marks."""
    return TEXTS.said(language, "between_quotations").join(quoted(part, language) for part in parts)


def rejoined(clauses: Iterable[str], language: Language) -> str:
    """Clauses as one sentence."""
    return TEXTS.said(language, "between_clauses").join(clauses)


def capital(text: str) -> str:
    """As it stands at the beginning of a sentence."""
    return text[:1].upper() + text[1:] if is_spaced(text) else text


def uncapitalized(text: str) -> str:
    """As it stands within a sentence."""
    return text[:1].lower() + text[1:] if is_spaced(text) else text
