"""What somebody says to love, and where they live."""

from collections.abc import Sequence

from yamori.memory.reading.grammar.en.words import words_for
from yamori.memory.reading.vocabulary import pieces_of

_MOST = 3
"""Words of what is liked: `green olive oil`."""


def loved(text: str) -> Sequence[tuple[int, int, str]]:
    """Where `that … I love` stands, and what it is that is loved."""
    pieces = pieces_of(text)
    flat = [p.flat for p in pieces]
    found: list[tuple[int, int, str]] = []
    for phrase in words_for("loved_behind"):
        words = phrase.split()
        for at in range(2, len(flat) - len(words) + 1):
            lead = next((n for n in range(at - 2, max(at - 2 - _MOST, -1), -1) if flat[n] in ("that", "the", "those")), None)
            if flat[at : at + len(words)] == words and lead is not None:
                found.append((pieces[lead].start, pieces[at + len(words) - 1].end, " ".join(flat[lead + 1 : at])))
    return found


def near(place: str, rest: str) -> str:
    return f"near {place}{rest}"
