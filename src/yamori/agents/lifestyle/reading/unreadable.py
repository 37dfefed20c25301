"""Why a file, or a part of it, could not be read, in words for the person it belongs to."""

from collections.abc import Mapping
from enum import StrEnum

from yamori.agents.lifestyle.reading.limits import MOST_PAGES
from yamori.agents.lifestyle.texts import TEXTS
from yamori.domain.errors import InvalidRequest
from yamori.domain.language import Language


class Reason(StrEnum):
    """What to tell the person; `explained` says it in their language."""

    CLOSED = "closed"
    """To the user that Yamori runs as."""
    LOCKED = "locked"
    DAMAGED = "damaged"
    EMPTY = "empty"
    NOT_WHAT_IT_SAYS = "not_what_it_says"
    TOO_LARGE = "too_large"
    NO_OCR = "no_ocr"
    UNKNOWN = "unknown"
    TIMED_OUT = "timed_out"
    TOO_MANY_PAGES = "too_many_pages"
    NOT_AN_ENTRY = "not_an_entry"
    """One line of a JSONL."""
    ILLEGIBLE = "illegible"
    """One image or page in which the OCR engine found no text, or failed."""


class Unreadable(InvalidRequest):
    """A file that cannot be read. The message says what it is and what to do; it is in English."""

    def __init__(self, message: str, *, reason: Reason) -> None:
        super().__init__(message, where="path")
        self.reason = reason


_HELD: Mapping[Reason, Mapping[str, str]] = {
    Reason.TOO_MANY_PAGES: {"pages": f"{MOST_PAGES:,}"},
    Reason.NOT_AN_ENTRY: {"entry": '{"question": "…", "answer": "…"}'},
}
"""What is filled in where it is said."""


def explained(reason: Reason, language: str) -> str:
    """One sentence that holds for every file with this reason."""
    return TEXTS.said(Language(language), f"unreadable.{reason}", **_HELD.get(reason, {}))
