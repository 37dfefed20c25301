"""A Japanese sentence without the words that say until when something is so."""

from yamori.memory.reading.grammar.ja.words import words_for

_MARKS = " ,;:.!。、！"


def without_phrase(text: str, phrase: str) -> str | None:
    at = text.find(phrase)
    return without_span(text, at, at + len(phrase)) if at >= 0 else None


def without_span(text: str, start: int, end: int) -> str | None:
    """Where a particle or the sentence's beginning says that it is a time: not 今週のスープ."""
    before, behind = text[:start], text[end:]
    while (found := next((w for w in words_for("lasting_behind") if behind.startswith(w)), None)) is not None:
        behind = behind[len(found) :].lstrip("、, ")
    if behind.startswith("の"):
        return None
    return (before + behind.lstrip("、, ")).strip(_MARKS) or None
