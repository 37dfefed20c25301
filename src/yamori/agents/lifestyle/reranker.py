"""The slower encoder, its questions turned towards what answers them by a matrix that was learned (`training/reranker`).

To an encoder a question is like other questions and like what shares its words; what answers it often does neither.
"""

from collections.abc import Sequence
from pathlib import Path

from yamori.embedding.e5 import NAME
from yamori.embedding.port import TextEncoder, Vectors

ADAPTER = Path(__file__).with_name("reranker-e5-small.npy")
"""A of q + q A, (384, 384), made for the vectors of the embedded e5 and no other."""


class Turned:
    """Fulfils `embedding.port.TextEncoder`. The matrix is read with the first question."""

    def __init__(self, encoder: TextEncoder, matrix: Path) -> None:
        self.name = encoder.name
        self._encoder = encoder
        self._file = matrix
        self._matrix: Vectors | None = None

    async def questions(self, texts: Sequence[str]) -> Vectors:
        import numpy as np

        vectors = await self._encoder.questions(texts)
        if not texts:
            return vectors
        if self._matrix is None:
            self._matrix = np.load(self._file).astype(np.float32)
        moved: Vectors = vectors + vectors @ self._matrix
        moved /= np.linalg.norm(moved, axis=1, keepdims=True)
        return moved

    async def passages(self, texts: Sequence[str]) -> Vectors:
        return await self._encoder.passages(texts)


def turned(encoder: TextEncoder | None) -> TextEncoder | None:
    """The encoder as the papers are read with it; as it is, where no matrix was learned for it."""
    return Turned(encoder, ADAPTER) if encoder is not None and encoder.name == NAME else encoder
