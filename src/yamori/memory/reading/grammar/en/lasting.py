"""An English sentence without the words that say until when something is so."""

from yamori.memory.reading.grammar.en.words import words_for
from yamori.memory.reading.vocabulary import folded, pieces_of

_MARKS = " ,;:.!。、！"


def without_phrase(text: str, phrase: str) -> str | None:
    """Only at either end of the sentence."""
    pieces, words = pieces_of(text), phrase.split()
    flat = [piece.flat for piece in pieces]
    if flat[: len(words)] == words and len(flat) > len(words):
        return text[pieces[len(words)].start :]
    if flat[-len(words) :] == words and len(flat) > len(words):
        return text[: pieces[-len(words) - 1].end]
    return None


def without_span(text: str, start: int, end: int) -> str | None:
    """Only at either end of the sentence: `this week's soup` is no time."""
    before, behind = text[:start].rstrip(_MARKS), text[end:].strip(_MARKS)
    words = before.split()
    while (count := _led_by(words)) > 0:
        words = words[:-count]
    if words and behind:
        return None
    return " ".join(words) if words else behind.removesuffix("'s") if not behind.startswith(("'", "’")) else None


def _led_by(words: list[str]) -> int:
    """How many words at the end belong to the time behind them: `from now until`."""
    flat = [folded(word) for word in words]
    return next((n for p in words_for("lasting_before") if flat[-(n := len(p.split())) :] == p.split()), 0)
