"""Clauses that hold only a verb which helps another one (`go and see`, 見てきて). Used by `clauses`; pure."""

from collections.abc import Sequence

from yamori.understanding.analysis import morphemes_of
from yamori.understanding.detection import language_in
from yamori.understanding.normal_form import normal_form
from yamori.understanding.vocabulary import Vocabulary, vocabulary

_HOLDING = frozenset(("助詞", "助動詞", "補助記号", "空白", "接尾辞"))
"""What may stand beside such a verb."""


def with_helpers(text: str, pieces: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The clauses, each such verb with the one that it helps: that follows it in English, and stands before it in a language that ends its
    clauses with the verb."""
    if len(pieces) < 2:
        return list(pieces)
    words = vocabulary(language_in(text))
    joined: list[tuple[int, int]] = []
    begun: int | None = None
    for start, end in pieces:
        helps = _only_helps(text[start:end], words)
        if helps and words.morphemes and joined:
            joined[-1] = (joined[-1][0], end)
        elif helps and not words.morphemes and end < pieces[-1][1]:
            begun = start if begun is None else begun
        else:
            joined.append((start if begun is None else begun, end))
            begun = None
    return joined


def _only_helps(piece: str, words: Vocabulary) -> bool:
    said = normal_form(piece).text.strip(" ,.;!?")
    if not words.morphemes:
        return said in words.helping
    found = [m for m in morphemes_of(said) if m.kind not in _HOLDING]
    return bool(found) and all(m.kind == "動詞" and m.base in words.helping for m in found)
