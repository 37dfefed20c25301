"""How near two statements are in meaning, by the embedded encoder."""

from collections.abc import Sequence

from yamori.embedding.port import TextEncoder

NEAR = 0.70
"""Cosine of the embedded multilingual sentence encoder from which two statements say the same. Chosen on fifteen pairs of household
sentences that have nothing to do with any question asked here: of eight that say the same in other words (one across languages) six lie
at 0.70 or above (0.57 to 0.89), of seven that only share their subject none does (0.28 to 0.65). Strict on purpose: a near miss is not
an answer."""


class Meaning:
    """Over one encoder; None: nothing is near but what has the words."""

    def __init__(self, encoder: TextEncoder | None) -> None:
        self._encoder = encoder

    async def nearness(self, statements: Sequence[str], sentences: Sequence[str]) -> list[list[float]]:
        """A row for each statement: its cosine with each sentence."""
        if self._encoder is None or not statements or not sentences:
            return [[0.0] * len(sentences) for _ in statements]
        one, other = await self._encoder.passages(statements), await self._encoder.passages(sentences)
        return [[float(value) for value in row] for row in one @ other.T]
