"""From what the encoder says of every piece to frames: where frames begin, which intent each has, and its slots."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from yamori.understanding.frame import Frame, Slot, SlotName
from yamori.understanding.normal_form import NormalForm
from yamori.understanding.span import Span
from yamori.understanding.tagging.labels import INTENTS, OUTSIDE, SLOTS, begins, goes_on
from yamori.understanding.tagging.pieces import Pieces

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Matrix = npt.NDArray[np.float32]


@dataclass(frozen=True, kw_only=True)
class Tagging:
    """What one trained adapter makes of a text."""

    states: "Matrix"
    """Of its pieces, with the marks at both ends: (pieces + 2, hidden)."""
    heads: "Mapping[str, Matrix]"


APART = 0.8
"""The share of the odds that a word right behind a slot must have to begin another one of the same name: few things stand side by side."""


SURELY_OUTSIDE = 0.97
"""The odds of being in no slot that each piece of a word must have for it to count among those that ask. Manners and amounts that stand
in no slot (`gradually`, a crack) stay below."""


def frames_of(taggings: Sequence[Tagging], pieces: Pieces, normal: NormalForm, word_starts: Sequence[int]) -> tuple[Frame, ...]:
    """The frames of a text whose words begin at these positions, by the mean of several taggings: where they differ, none is sure."""
    inner = [t.states[1:-1] for t in taggings]
    begun = _mean([pieces @ t.heads["starts.w"][0] + t.heads["starts.b"][0] for t, pieces in zip(taggings, inner, strict=True)])
    labels = _mean([_odds(pieces @ t.heads["slots.w"].T + t.heads["slots.b"]) for t, pieces in zip(taggings, inner, strict=True)])
    starts = [0, *(n for n in range(1, len(begun)) if begun[n] > 0)]
    words = _words(pieces.spans, word_starts)
    found = []
    for start, end in zip(starts, [*starts[1:], len(begun)], strict=True):
        odds = _mean([_intents(t, start, end) for t in taggings])
        best = int(odds.argmax())
        span = Span(pieces.spans[start].start if start else 0, pieces.spans[end].start if end < len(begun) else len(normal.text))
        slots = tuple(_slots(labels[start:end], pieces.spans[start:end], words[start:end], normal))
        asking = tuple(_asking(labels[start:end], pieces.spans[start:end], words[start:end]))
        found.append(Frame(intent=INTENTS[best], span=span, slots=slots, odds=float(odds[best]), asking=asking))
    return tuple(found)


def _intents(tagging: Tagging, start: int, end: int) -> "Matrix":
    """The odds of every intent for the pieces from `start` to `end`, beside the whole sentence."""
    import numpy as np

    pooled = np.concatenate([tagging.states[1:-1][start:end].mean(axis=0), tagging.states.mean(axis=0)])
    return _odds((tagging.heads["intents.w"] @ pooled + tagging.heads["intents.b"]) / tagging.heads["temperature"][0])


def _mean(values: "Sequence[Matrix]") -> "Matrix":
    import numpy as np

    mean: Matrix = np.mean(values, axis=0, dtype=np.float32)
    return mean


def _slots(odds: "Matrix", spans: Sequence[Span], words: Sequence[int], normal: NormalForm) -> Iterator[Slot]:
    """The slots of one frame. All pieces of a word are in one slot, or in none; a slot that begins without its beginning counts as one."""
    found: list[tuple[SlotName, int, int]] = []
    """(slot, first piece, after its last)"""
    for start, end in _runs(words):
        letters = [span.end - span.start for span in spans[start:end]]
        chance = odds[start:end].T @ letters
        chances = {name: float(chance[begins(name)] + chance[goes_on(name)]) for name in SLOTS}
        best = max(chances, key=chances.__getitem__)
        if chances[best] <= float(chance[OUTSIDE]):
            continue
        first = next(n for n in range(start, end) if spans[n].start < spans[n].end)
        begun = odds[first, begins(best)] * (1 - APART) > odds[first, goes_on(best)] * APART
        if found and found[-1][0] is best and found[-1][2] == start and not begun:
            found[-1] = (best, found[-1][1], end)
        else:
            found.append((best, start, end))
    for name, start, end in found:
        span = _trimmed(Span(spans[start].start, spans[end - 1].end), normal.text)
        if span.start < span.end:
            yield Slot(name=name, text=normal.shown(span), span=span, odds=_chance(odds[start:end], name))


def _asking(odds: "Matrix", spans: Sequence[Span], words: Sequence[int]) -> Iterator[Span]:
    """The words that are surely in no slot."""
    for start, end in _runs(words):
        if spans[start].start < spans[end - 1].end and float(odds[start:end, OUTSIDE].min()) >= SURELY_OUTSIDE:
            yield Span(spans[start].start, spans[end - 1].end)


def _words(spans: Sequence[Span], word_starts: Sequence[int]) -> list[int]:
    """The number of each piece's word; words that a piece reaches across are one."""
    words: list[int] = []
    reached = 0
    for span in spans:
        apart = span.start >= reached
        words.append(words[-1] + apart if words else 0)
        following = bisect_left(word_starts, max(span.end, span.start + 1))
        reached = max(reached, word_starts[following] if following < len(word_starts) else spans[-1].end)
    return words


def _runs(words: Sequence[int]) -> Iterator[tuple[int, int]]:
    """(first piece, after its last) of each word; `words` numbers the word of each piece."""
    start = 0
    for n in range(1, len(words) + 1):
        if n == len(words) or words[n] != words[start]:
            yield start, n
            start = n


def _chance(odds: "Matrix", name: SlotName) -> float:
    """That the pieces of a slot are in it, on average."""
    return float(odds[:, [begins(name), goes_on(name)]].sum(axis=1).mean())


def _trimmed(span: Span, text: str) -> Span:
    """Without blanks and the marks that end a clause."""
    start, end = span
    while start < end and text[start] in " ,.;:!?、。「」":
        start += 1
    while start < end and text[end - 1] in " ,;:!?、。":
        end -= 1
    return Span(start, end)


def _odds(logits: "Matrix") -> "Matrix":
    import numpy as np

    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    odds: Matrix = raised / raised.sum(axis=-1, keepdims=True)
    return odds
