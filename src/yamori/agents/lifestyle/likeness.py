"""How well each sentence of a passage fits a question: by its words, its meaning, and whether it is of the kind that is asked for."""

from yamori.agents.lifestyle.rules.passages import Passage
from yamori.agents.lifestyle.rules.quoting import pieces
from yamori.agents.lifestyle.rules.ranking import fused
from yamori.agents.lifestyle.rules.words import terms
from yamori.embedding.port import TextEncoder
from yamori.understanding.judging.fitting import has_the_code, has_the_kind

_KIND = 0.1
"""What a sentence of the kind that is asked for, such as a price, is ahead of one that is not."""
_CODE = 1.0
"""What one with the code that a display shows is ahead of every other."""


class Likeness:
    """By an encoder's meaning, or by words alone where there is none."""

    def __init__(self, encoder: TextEncoder | None) -> None:
        self._encoder = encoder

    async def of(self, question: str, passage: Passage) -> list[float]:
        """One for each of the passage's `pieces`."""
        parts = pieces(passage)
        wanted = set(terms(question))
        words = [len(wanted & set(terms(p))) / max(1, len(wanted)) for p in parts]
        kinds = [(_KIND if has_the_kind(question, p) else 0.0) + (_CODE if has_the_code(question, p) else 0.0) for p in parts]
        if self._encoder is None or len(parts) < 2:
            return [w + k for w, k in zip(words, kinds, strict=True)]
        vectors = await self._encoder.passages(parts)
        near = vectors @ (await self._encoder.questions([question]))[0]
        return [fused(w, float(n)) + k for w, n, k in zip(words, near, kinds, strict=True)]
