"""From what the encoder says of every piece to frames: where frames begin, which intent each has, and its slots."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from yamori.understanding.frame import Frame, Slot, SlotName
from yamori.understanding.normal_form import NormalForm
from yamori.understanding.span import Span
from yamori.understanding.tagging.labels import INTENTS, OUTSIDE, is_beginning, slot_of
from yamori.understanding.tagging.pieces import Pieces

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Matrix = npt.NDArray[np.float32]


def frames_of(states: "Matrix", pieces: Pieces, normal: NormalForm, heads: "Mapping[str, Matrix]") -> tuple[Frame, ...]:
    """The frames of a text whose pieces have these states, (pieces + 2, hidden)."""
    import numpy as np

    inner = states[1:-1]
    begun = inner @ heads["starts.w"][0] + heads["starts.b"][0]
    starts = [0, *(n for n in range(1, len(inner)) if begun[n] > 0)]
    labels = _odds(inner @ heads["slots.w"].T + heads["slots.b"])
    whole = states.mean(axis=0)
    found = []
    for start, end in zip(starts, [*starts[1:], len(inner)], strict=True):
        pooled = np.concatenate([inner[start:end].mean(axis=0), whole])
        odds = _odds((heads["intents.w"] @ pooled + heads["intents.b"]) / heads["temperature"][0])
        best = int(odds.argmax())
        span = Span(pieces.spans[start].start if start else 0, pieces.spans[end].start if end < len(inner) else len(normal.text))
        slots = tuple(_slots(labels[start:end], pieces.spans[start:end], normal))
        found.append(Frame(intent=INTENTS[best], span=span, slots=slots, odds=float(odds[best])))
    return tuple(found)


def _slots(odds: "Matrix", spans: Sequence[Span], normal: NormalForm) -> Iterator[Slot]:
    """The slots of one frame. A slot that begins without its beginning counts as one, too."""
    labels = [int(row.argmax()) for row in odds]
    start = None
    for n in range(len(labels) + 1):
        label = labels[n] if n < len(labels) else OUTSIDE
        if start is not None and (label == OUTSIDE or is_beginning(label) or slot_of(label) is not slot_of(labels[start])):
            name = slot_of(labels[start])
            span = _trimmed(Span(spans[start].start, spans[n - 1].end), normal.text)
            if name is not None and span.start < span.end:
                yield Slot(name=name, text=normal.shown(span), span=span, odds=_chance(odds[start:n], name))
            start = None
        if label != OUTSIDE and start is None:
            start = n


def _chance(odds: "Matrix", name: SlotName) -> float:
    """That every piece of a slot is in it."""
    labels = [n for n in range(odds.shape[1]) if slot_of(n) is name]
    return float(odds[:, labels].sum(axis=1).min())


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
