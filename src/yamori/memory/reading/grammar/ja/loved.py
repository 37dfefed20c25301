"""What somebody says to love, and where they live."""

from collections.abc import Sequence

from yamori.memory.reading.grammar.ja.words import words_for
from yamori.memory.reading.vocabulary import folded

_MOST = 3
"""Words of what is liked: `green olive oil`."""


def loved(text: str) -> Sequence[tuple[int, int, str]]:
    """Where 私の好きな … stands; what is liked goes on to the particle behind it."""
    found: list[tuple[int, int, str]] = []
    for phrase in words_for("loved_before"):
        at = text.find(phrase)
        begin = at + len(phrase)
        end = next((n for n in range(begin, len(text)) if text[n] in "をはがもにで、。"), len(text))
        if at >= 0 and 0 < end - begin <= _MOST * 4:
            found.append((at, end, folded(text[begin:end]).replace(" ", "")))
    return found


def near(place: str, rest: str) -> str:
    return f"{place}の近く{rest if rest.startswith(('の', 'で', 'に')) else f'の{rest}'}"
