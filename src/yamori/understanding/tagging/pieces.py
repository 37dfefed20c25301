"""A text cut into the encoder's pieces: the likeliest way under a unigram model (Kudo 2018, arXiv:1804.10959), with where each stands.

The encoder's own library gives no positions, which slots need.
"""

from dataclasses import dataclass

from yamori.understanding.span import Span
from yamori.understanding.tagging.weights import Weights

_LONGEST = 16
"""Characters of the longest piece that is looked for."""
_UNKNOWN_SCORE = -30.0
"""Of a character that no piece has: below every piece's."""


@dataclass(frozen=True, kw_only=True)
class Pieces:
    """The pieces of a text, without those that begin and end it."""

    numbers: tuple[int, ...]
    spans: tuple[Span, ...]
    """Where each stands, without the blank before it; empty for a blank of its own."""


def pieces_of(text: str, weights: Weights) -> Pieces:
    """The pieces of a text in normal form."""
    marked = "▁" + text.replace(" ", "▁") if not text.startswith(" ") else text.replace(" ", "▁")
    shift = len(marked) - len(text)
    best: list[tuple[float, int, int]] = [(0.0, 0, 0)] + [(float("-inf"), 0, 0)] * len(marked)
    """For each end: the score so far, where its last piece starts, and that piece's number."""
    encoded = [c.encode("utf-8", "replace") for c in marked]
    for start in range(len(marked)):
        base, piece = best[start][0], b""
        for end in range(start + 1, min(start + _LONGEST, len(marked)) + 1):
            piece += encoded[end - 1]
            number = weights.number_of.get(piece)
            if number is None and end > start + 1:
                continue
            score = base + (_UNKNOWN_SCORE if number is None else float(weights.scores[number]))
            if score > best[end][0]:
                best[end] = (score, start, weights.unknown if number is None else number)
    numbers: list[int] = []
    spans: list[Span] = []
    end = len(marked)
    while end:
        _, start, number = best[end]
        after_blank = start + (marked[start] == "▁")
        numbers.append(number)
        spans.append(Span(max(after_blank - shift, 0), max(end - shift, 0)))
        end = start
    return Pieces(numbers=tuple(reversed(numbers)), spans=tuple(reversed(spans)))
