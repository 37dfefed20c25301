"""The move that a text asks for, in whatever language it is said."""

from yamori.agents.scheduler.rules.reading.shift import Shift
from yamori.agents.scheduler.rules.reading.shifts import english, japanese

_LANGUAGES = (english, japanese)


def shifted(text: str) -> tuple[Shift, str] | None:
    """The shift that a text asks for, and the text without it."""
    shift, rest = next((found for language in _LANGUAGES if (found := language.shifted(text))), (None, ""))
    return None if shift is None else (shift, rest)
