"""Any encoder that LangChain knows, by `provider:model`: Hugging Face, Ollama, OpenAI and others, each through its own package."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from yamori.domain.errors import HouseSilent, Misconfigured
from yamori.embedding.port import Vectors

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

LIMIT = 120.0
"""Seconds that one batch may take."""
QUESTION_LIMIT = 10.0
"""Seconds that a person waits for the vector of a question; words alone find meanwhile."""
_BLANK = "-"
"""What stands for a text without a character: OpenAI's protocol refuses an empty one."""
_OPTIONS: dict[str, dict[str, Any]] = {"openai": {"check_embedding_ctx_length": False}}  # Any: each provider has its own
"""By provider. Texts go as texts: the numbers of OpenAI's tokenizer, which would have to be fetched from the net, mean nothing to another
server that speaks its protocol, and none of ours is longer than what may come (8,191 tokens)."""
_PREFIXES = {"e5": ("query: ", "passage: ")}
"""What some encoders were trained to be told (Wang et al. 2024, section 3), by a part of their name."""


class LangChainEncoder:
    """Fulfils `port.TextEncoder`. Nobody is asked before the first text, so that a household starts while its encoder is away."""

    def __init__(self, name: str) -> None:
        """Raises `Misconfigured` where its package or its key is missing."""
        from langchain.embeddings import init_embeddings

        self.name = name
        self._question, self._passage = next((p for part, p in _PREFIXES.items() if part in name.casefold()), ("", ""))
        try:
            self._embeddings: Embeddings = init_embeddings(name, **_OPTIONS.get(name.partition(":")[0].strip().casefold(), {}))
        except Exception as error:  # every provider has its own errors
            raise Misconfigured(
                f"the encoder {name!r} cannot be used ({error})", where="encoder", mend="install its package, or set encoder to use"
            ) from error

    async def questions(self, texts: Sequence[str]) -> Vectors:
        return await self._encoded([self._question + t for t in texts], limit=QUESTION_LIMIT)

    async def passages(self, texts: Sequence[str]) -> Vectors:
        return await self._encoded([self._passage + t for t in texts], limit=LIMIT)

    async def _encoded(self, texts: list[str], *, limit: float) -> Vectors:
        import numpy as np

        if not texts:
            return np.empty((0, 0), dtype=np.float32)
        try:
            async with asyncio.timeout(limit):
                rows = await self._embeddings.aembed_documents([t if t.strip() else _BLANK for t in texts])
            made = np.asarray(rows, dtype=np.float32)
        except Exception as error:  # every provider has its own errors
            raise HouseSilent(f"the encoder {self.name!r} did not answer ({str(error) or type(error).__name__})") from error
        if made.ndim != 2 or len(made) != len(texts) or not made.size or not np.isfinite(made).all():
            raise HouseSilent(f"the encoder {self.name!r} answered with something else than {len(texts)} vectors of numbers")
        vectors: Vectors = made / np.maximum(np.linalg.norm(made, axis=1, keepdims=True), 1e-9)
        return vectors
