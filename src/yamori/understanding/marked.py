"""Sentences with their frames marked, as in `turn_off: kill [device|the lamp] || add_item: and put [title|eggs] on the list`.

The training corpus is written so, and tests write frames so. Nothing that a person says is ever read by this.
"""

import re
from dataclasses import dataclass

from yamori.domain.language import is_spaced
from yamori.understanding.frame import Frame, IntentName, Slot, SlotName
from yamori.understanding.span import Span

_FRAME = re.compile(r"\s*([a-z_]+):\s*(.*\S)\s*", re.DOTALL)
_PIECE = re.compile(r"\[([a-z_]+)\|([^\[\]|]*)\]")
_INTENTS = frozenset(i.value for i in IntentName)
_SLOTS = frozenset(s.value for s in SlotName)


@dataclass(frozen=True, kw_only=True)
class MarkedSentence:
    """A sentence and its frames. Spans are of `text`."""

    text: str
    frames: tuple[Frame, ...]


def marked(line: str) -> MarkedSentence:
    """The sentence of a marked line. ValueError says what is wrong with the marks."""
    text, frames = "", []
    for part in line.split("||"):
        found = _FRAME.fullmatch(part)
        if found is None:
            raise ValueError(f"a frame is 'intent: words', not {part.strip()!r}")
        if found[1] not in _INTENTS:
            raise ValueError(f"there is no intent {found[1]!r}")
        first = _PIECE.sub(r"\2", found[2])[:1]
        text += " " if text and is_spaced(text[-1] + first) else ""
        start, slots, last = len(text), [], 0
        for piece in _PIECE.finditer(found[2]):
            if piece[1] not in _SLOTS:
                raise ValueError(f"there is no slot {piece[1]!r}")
            if not piece[2].strip():
                raise ValueError(f"the slot {piece[1]!r} is empty")
            text += found[2][last : piece.start()]
            slots.append(Slot(name=SlotName(piece[1]), text=piece[2], span=Span(len(text), len(text) + len(piece[2]))))
            text += piece[2]
            last = piece.end()
        text += found[2][last:]
        frames.append(Frame(intent=IntentName(found[1]), span=Span(start, len(text)), slots=tuple(slots)))
    if any(c in text for c in "[]|"):
        raise ValueError(f"a bracket is left over in {text!r}")
    return MarkedSentence(text=text, frames=tuple(frames))
